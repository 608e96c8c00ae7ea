. ./npy.sh
good_pair
printf '\000\074\000\074\000\074' | npy "$TMP/x.npy" '<f2' '3,'
sim
