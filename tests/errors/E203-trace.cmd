"$BIN/tlut-sim" --luts 1 --fetchers 1 --shape 2x3 --simulator icarus --quiet --trace "$TMP/none/t.fst"
"$BIN/tlut-sim" --luts 1 --fetchers 1 --shape 2x3 --quiet --trace "$TMP"
