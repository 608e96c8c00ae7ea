. ./dse.sh
small -o "$TMP/a" || exit 9
"$BIN/tlut-dse" merge "$TMP/a" -o "$TMP/out"
