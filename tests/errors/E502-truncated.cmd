. ./liberty.sh
good | gzip -n | head -c 200 >"$TMP/a.lib.gz"
"$BIN/check_liberty" "$TMP/a.lib.gz"
: >"$TMP/a.lib.gz"
"$BIN/check_liberty" "$TMP/a.lib.gz"
