. ./npy.sh
good_pair
head -c 48 /dev/zero | npy "$TMP/w.npy" '<f8' '2, 3'
sim
