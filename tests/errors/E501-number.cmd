. ./liberty.sh
good | sed 's/area : 4;/area : 4,5;/' >"$TMP/a.lib"
check
good | sed 's/area : 4;/area : nan;/' >"$TMP/a.lib"
check
