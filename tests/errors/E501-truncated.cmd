. ./liberty.sh
good | head -n 21 >"$TMP/a.lib"
check
