echo something >"$TMP/out"
"$BIN/tlut-gen" -o "$TMP/out"
