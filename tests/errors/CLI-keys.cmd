"$BIN/tlut-sim" --shape 4x4 --keys k 2>&1 | head -n 1 >&2
"$BIN/tlut-sim" --keys k 2>&1 | head -n 1 >&2
