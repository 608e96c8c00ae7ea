. ./liberty.sh
good | sed 's/area : [23];/area : 0;/' >"$TMP/a.lib"
check
