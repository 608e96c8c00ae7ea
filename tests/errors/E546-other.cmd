. ./dse.sh
small -o "$TMP/out" || exit 9
small --best 2 -o "$TMP/out"
