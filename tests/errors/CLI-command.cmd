"$BIN/tlut-cost" fpg --mu 1 --family ice40
"$BIN/tlut-cost" calibrat
"$BIN/tlut-dse" merg a -o b
"$BIN/tlut-dse" ./merg
: >"$TMP/fpg" && (cd "$TMP" && "$BIN/tlut-cost" fpg)
"$BIN/tlut-cost" nothing-like-it
