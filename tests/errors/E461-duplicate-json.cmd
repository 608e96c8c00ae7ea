. ./pack.sh
safetensors '{"w":{"dtype":"I8","shape":[1,1],"data_offsets":[0,1]},"w":{"dtype":"I8","shape":[1,1],"data_offsets":[1,2]}}' </dev/null >"$TMP/w.st"
keys "$TMP/w.st"
