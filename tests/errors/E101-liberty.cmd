"$BIN/check_liberty" "$TMP"
"$BIN/check_liberty" "$TMP/none.lib"
