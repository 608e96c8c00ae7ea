. ./tools.sh
counted ''
fpga
