"$BIN/tlut-sim" --shape 4x4 --toggles "$TMP/t" 2>&1 | head -n 1 >&2
"$BIN/tlut-sim" --shape 4x4 --simulator icarus --toggles "$TMP/t" --trace "$TMP/t.fst" 2>&1 | head -n 1 >&2
ls "$TMP" >&2
"$BIN/tlut-sim" --shape 4x4 --toggles "$TMP/t" 2>"$TMP/err"
