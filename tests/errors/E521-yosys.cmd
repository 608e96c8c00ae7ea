. ./tools.sh
fake yosys "echo ERROR: no memory; exit 1"
designs "--mu 1 --luts 1 --fetchers 1"
measure
