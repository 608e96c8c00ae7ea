echo '<workload name="w"><layer name="q" m="0" n="9"/></workload>' >"$TMP/w.xml"
"$BIN/tlut-sim" --quiet --cache "$TMP/cache" --workload "$TMP/w.xml" --layer q
