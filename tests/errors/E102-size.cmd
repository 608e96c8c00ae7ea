head -c 2000000 /dev/zero >"$TMP/big.xml"
"$BIN/check_arch" "$TMP/big.xml"
