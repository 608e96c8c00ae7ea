cat >"$TMP/s.xml" <<'XML'
<sweep tech="osu018" nmae="x">
  <vary parameter="table/@lutz" values="1..4"/>
  <vari parameter="table/@luts" values="1..4"/>
  <limit figure="area-mm2"/>
  <vary parameter="luts" values="2"/>
  <tlut><table luts="4"/></tlut>
  <clock/>
  words
</sweep>
XML
"$BIN/tlut-dse" "$TMP/s.xml"
