"$BIN/tlut-dse" --mu 1..3
