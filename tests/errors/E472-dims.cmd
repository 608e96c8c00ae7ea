. ./pack.sh
printf "\001\000\377\001" | safetensors '{"w":{"dtype":"I8","shape":[2,2,1],"data_offsets":[0,4]}}' >"$TMP/w.st"
keys "$TMP/w.st"
