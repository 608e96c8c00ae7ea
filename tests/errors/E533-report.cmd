. ./tools.sh
counted '"SB_LUT4": 9, "SB_DFF": 9'
fake nextpnr-ice40 "echo '{\"fmax\": {}}' >report.json"
fpga --pnr
