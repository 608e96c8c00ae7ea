. ./npy.sh
good_pair
cd "$TMP" || exit
cp w.npy dense
run() { "$BIN/tlut-sim" --quiet --luts 1 --fetchers 1 --simulator icarus "$@" | grep -E '^(architecture|verdict)' >&2; }
run --shape 2x3 --weights trit2             # the encoding
run --weights ./dense --weights pack5 --acts x.npy # a file and the encoding
run --weights w.npy --encoding dense --acts x.npy
"$BIN/tlut-sim" --weights dense --acts x.npy 2>&1 | head -n 1 >&2
"$BIN/tlut-sim" --weights trit3 --acts x.npy # no word of the encoding: a file
