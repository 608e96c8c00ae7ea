. ./npy.sh
good_pair
printf '\001\000\001\001\002\001' | npy "$TMP/w.npy" '|i1' '2, 3'
sim
