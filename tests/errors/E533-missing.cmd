. ./tools.sh
PATH=$TMP/none
fpga
