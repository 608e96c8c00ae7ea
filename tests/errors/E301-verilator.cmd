. ./npy.sh
good_pair
mkdir "$TMP/bin"
PATH=$TMP/bin sim
