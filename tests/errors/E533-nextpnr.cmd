. ./tools.sh
counted '"SB_LUT4": 9, "SB_DFF": 9'
mkdir -p "$TMP/bin"
PATH=$TMP/bin
fpga --pnr
