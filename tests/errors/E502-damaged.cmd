. ./liberty.sh
{ good | gzip -n | head -c 100; echo 'these are not the right bytes, whatever stood here before'; } >"$TMP/a.lib"
check
