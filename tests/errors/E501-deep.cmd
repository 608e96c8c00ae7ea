. ./liberty.sh
{ echo 'library (a) {'; yes 'g () {' | head -n 100000; } >"$TMP/a.lib"
check
