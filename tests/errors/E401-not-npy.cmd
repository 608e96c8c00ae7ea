. ./npy.sh
good_pair
echo 'these are not the weights' >"$TMP/w.npy"
sim
