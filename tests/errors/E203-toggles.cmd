"$BIN/tlut-sim" --luts 1 --fetchers 1 --shape 2x3 --simulator icarus --quiet --toggles "$TMP/none/t"
