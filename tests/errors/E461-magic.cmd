. ./pack.sh
printf "PK\003\004 no tensors" >"$TMP/w.bin"
pack info "$TMP/w.bin"
