. ./liberty.sh
{ good; good; } >"$TMP/a.lib"
check
