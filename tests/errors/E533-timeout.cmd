. ./tools.sh
fake yosys "sleep 30"
fpga --timeout 1
