. ./tools.sh
counted '"SB_LUT4": 390, "SB_DFF": 9'
fake nextpnr-ice40 "exit 1"
fpga --pnr --device lp384
