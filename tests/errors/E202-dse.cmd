. ./dse.sh
mkdir "$TMP/out"
: >"$TMP/out/mine"
small -o "$TMP/out"
