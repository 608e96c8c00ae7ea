. ./tools.sh
counted '"SB_LUT4": 9, "SB_DFF": 9, "$_AND_": 1'
fpga
