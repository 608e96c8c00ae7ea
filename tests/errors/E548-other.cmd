. ./dse.sh
small --shard 0/2 -o "$TMP/a" || exit 9
small --shard 1/2 --best 2 -o "$TMP/b" || exit 9
"$BIN/tlut-dse" merge "$TMP/a" "$TMP/b" -o "$TMP/out"
