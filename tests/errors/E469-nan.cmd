. ./pack.sh
printf "\125\300\177" | safetensors '{"w":{"dtype":"U8","shape":[1,1],"data_offsets":[0,1]},"w_scale":{"dtype":"BF16","shape":[1],"data_offsets":[1,3]}}' >"$TMP/w.st"
keys "$TMP/w.st" --tensor w
