. ./liberty.sh
: >"$TMP/a.lib"
check
