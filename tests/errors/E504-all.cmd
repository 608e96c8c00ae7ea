. ./liberty.sh
good | sed '/area/d' >"$TMP/a.lib"
check
