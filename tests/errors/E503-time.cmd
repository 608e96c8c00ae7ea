. ./liberty.sh
good | sed '/time_unit/d' >"$TMP/a.lib"
check
