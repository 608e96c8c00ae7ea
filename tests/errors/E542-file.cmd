cat >"$TMP/s.xml" <<'XML'
<sweep>
  <limit figure="area-mm3" max="1"/>
  <limit figure="area-mm2" max="1 mm2"/>
  <minimize figure="area"/>
  <minimize figure="area-um2"/>
</sweep>
XML
"$BIN/tlut-dse" "$TMP/s.xml"
