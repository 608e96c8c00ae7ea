. ./pack.sh
{ le 8 1152921504606846976; echo "{}"; } >"$TMP/w.st"
keys "$TMP/w.st"
