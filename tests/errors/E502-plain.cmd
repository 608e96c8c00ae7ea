. ./liberty.sh
good >"$TMP/a.lib.gz"
"$BIN/check_liberty" "$TMP/a.lib.gz"
