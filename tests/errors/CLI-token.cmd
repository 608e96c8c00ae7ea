w="$TMP/model.xml"
echo '<workload name="small" source="test"><layer name="a" m="4" n="20000" count="2"/></workload>' >"$w"
for args in "--token" "--workload $w --token --layer a" "--workload $w --token --jobs 2" "--workload $w --token -j 0" \
  "--workload $w --layer a -j 2" "--workload $w" "--shape 4x4 --token"; do
  "$BIN/tlut-sim" $args 2>&1 | head -n 1 >&2
done
"$BIN/tlut-sim" --workload "$w" --token --quiet
