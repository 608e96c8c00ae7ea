. ./liberty.sh
good | sed 's/clocked_on : "CK"/clocked_on : "!CK"/' >"$TMP/a.lib"
check
