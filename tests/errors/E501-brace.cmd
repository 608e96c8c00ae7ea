. ./liberty.sh
{ good; echo '}'; } >"$TMP/a.lib"
check
