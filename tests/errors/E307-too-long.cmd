"$BIN/tlut-sim" --quiet --cache "$TMP/cache" --max-n 8 --shape 4x9
