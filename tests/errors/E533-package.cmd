. ./tools.sh
counted '"SB_LUT4": 9, "SB_DFF": 9'
fake nextpnr-ice40 "echo 'ERROR: Unsupported package.'; exit 1"
fpga --pnr --package dip8
