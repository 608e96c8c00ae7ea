. ./liberty.sh
good | sed 's/(NAND)/(INV)/' >"$TMP/a.lib"
check
