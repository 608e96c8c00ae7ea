. ./pack.sh
printf "\000\000\300\077\000\000\200\077" | gguf 2 1 0 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
