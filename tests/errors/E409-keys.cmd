. ./npy.sh
good_pair
core="--mu 3 --luts 1 --fetchers 2 --reuse 1"
"$BIN/tlut-pack" keys "$TMP/w.npy" $core -o "$TMP/k"
# Of another group size, of another matrix, no file of keys, a damaged header, a beat too few.
sim --mu 2 --luts 1 --fetchers 2 --reuse 1 --keys "$TMP/k"
printf '\001\000\377\001\001\000' | npy "$TMP/w.npy" '|i1' '3, 2'
printf '\001\002' | npy "$TMP/x.npy" '|i1' '2,'
sim $core --keys "$TMP/k"
good_pair
sim $core --keys "$TMP/w.npy"
sed 's/"tensor"/"tensor/' "$TMP/k" >"$TMP/d"
sim $core --keys "$TMP/d"
head -c -1 "$TMP/k" >"$TMP/s"
sim $core --keys "$TMP/s"
sim $core --keys "$TMP/none"
