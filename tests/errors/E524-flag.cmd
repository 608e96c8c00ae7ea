. ./tools.sh
designs "--mu 3 --lust 8"
measure
