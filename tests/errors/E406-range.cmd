. ./npy.sh
good_pair
sim --act int2
