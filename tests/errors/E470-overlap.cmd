. ./pack.sh
zeros 3 | safetensors '{"v":{"dtype":"I8","shape":[1,2],"data_offsets":[0,2]},"w":{"dtype":"I8","shape":[1,2],"data_offsets":[1,3]}}' >"$TMP/w.st"
keys "$TMP/w.st" --tensor w
