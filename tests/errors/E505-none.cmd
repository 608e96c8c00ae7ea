. ./liberty.sh
good | sed '7,$d' >"$TMP/a.lib"
echo '}' >>"$TMP/a.lib"
check
good >"$TMP/a.lib"
check '*'
