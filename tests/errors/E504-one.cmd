. ./liberty.sh
good | sed '/area : 3/d' >"$TMP/a.lib"
check
