. ./npy.sh
good_pair
"$BIN/tlut-sim" --quiet --cache /dev/null/cache --weights "$TMP/w.npy" --acts "$TMP/x.npy"
