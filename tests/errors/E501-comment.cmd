. ./liberty.sh
good | sed '19s|^|/* |' >"$TMP/a.lib"
check
