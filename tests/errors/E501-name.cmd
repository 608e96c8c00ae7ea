. ./liberty.sh
good | sed 's/cell (INV)/cell ()/' >"$TMP/a.lib"
check
