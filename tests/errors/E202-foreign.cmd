mkdir "$TMP/out"
echo precious >"$TMP/out/thesis.txt"
"$BIN/tlut-gen" -o "$TMP/out"
