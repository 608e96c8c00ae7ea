"$BIN/tlut-cost" --tech sky130
