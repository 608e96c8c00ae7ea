. ./pack.sh
printf "\125\003" | safetensors '{"w":{"dtype":"U8","shape":[1,2],"data_offsets":[0,2]}}' >"$TMP/w.st"
keys "$TMP/w.st"
