. ./tools.sh
fake yosys "sleep 30"
designs "--mu 1 --luts 1 --fetchers 1"
measure --timeout 1
