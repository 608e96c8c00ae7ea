. ./pack.sh
zeros 4 | safetensors '{"w":{"dtype":"F4","shape":[2,2],"data_offsets":[0,2]}}' >"$TMP/w.st"
keys "$TMP/w.st"
