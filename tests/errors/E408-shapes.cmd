. ./npy.sh
good_pair
printf '\001\002\003\004' | npy "$TMP/x.npy" '|i1' '4,'
sim
