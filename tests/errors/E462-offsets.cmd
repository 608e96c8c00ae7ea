. ./pack.sh
safetensors '{"w":{"dtype":"I8","shape":[2,2],"data_offsets":[4,8]}}' </dev/null >"$TMP/w.st"
keys "$TMP/w.st"
