. ./liberty.sh
good | sed '/nom_voltage/d' >"$TMP/a.lib"
check
