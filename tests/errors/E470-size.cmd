. ./pack.sh
zeros 4 | safetensors '{"w":{"dtype":"I8","shape":[2,3],"data_offsets":[0,4]}}' >"$TMP/w.st"
keys "$TMP/w.st"
