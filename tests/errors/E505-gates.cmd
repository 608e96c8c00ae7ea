. ./liberty.sh
good | sed '/cell (BUF)/,/^  }/d' >"$TMP/a.lib"
check
check "I*" NAND
