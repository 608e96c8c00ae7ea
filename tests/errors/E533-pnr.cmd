. ./tools.sh
counted '"SB_LUT4": 9, "SB_DFF": 9'
fake nextpnr-ice40 "echo 'ERROR: Failed to place.'; exit 1"
fpga --pnr --package cb132
