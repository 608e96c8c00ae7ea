. ./liberty.sh
good | sed '8s/:/=/' >"$TMP/a.lib"
check
good | sed '8s/: 4//' >"$TMP/a.lib"
check
good | sed '8s/: 4/:/' >"$TMP/a.lib"
check
