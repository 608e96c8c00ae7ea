. ./tools.sh
designs "--mu 3 --luts 8" "--mu 9"
measure
