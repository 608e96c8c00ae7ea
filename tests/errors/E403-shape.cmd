. ./npy.sh
good_pair
printf '\001\000\001' | npy "$TMP/w.npy" '|i1' '3,'
sim
