cat >"$TMP/s.xml" <<'XML'
<sweep>
  <vary parameter="table/@luts" values="1..64 stop 4"/>
  <vary parameter="table/@group-size" values="1..9"/>
  <vary parameter="core/@fetchers" values="8..4"/>
  <vary parameter="core/@reuse" values="1..4,3"/>
  <vary parameter="activation/@type" values="int7,int8,int33"/>
</sweep>
XML
"$BIN/tlut-dse" "$TMP/s.xml"
