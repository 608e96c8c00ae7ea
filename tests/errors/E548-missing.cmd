. ./dse.sh
small --shard 0/3 -o "$TMP/a" || exit 9
small --shard 2/3 -o "$TMP/c" || exit 9
"$BIN/tlut-dse" merge "$TMP/a" "$TMP/c" -o "$TMP/out"
