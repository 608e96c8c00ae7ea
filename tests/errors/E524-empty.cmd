. ./tools.sh
designs "# nothing"
measure
