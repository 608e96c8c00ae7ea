. ./liberty.sh
good | sed 's/pin (CK)/pin (CK/' >"$TMP/a.lib"
check
