. ./tools.sh
fake sta "exit 0"
designs "--mu 1 --luts 1 --fetchers 1 --act int2" "--mu 1 --luts 2 --fetchers 1 --act int2 # the next one goes on"
measure
