"$BIN/tlut-gen" -o /dev/null/out
