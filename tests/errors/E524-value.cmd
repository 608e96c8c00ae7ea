. ./tools.sh
designs "--mu 3 --luts"
measure
