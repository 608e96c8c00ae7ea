. ./pack.sh
printf "\001\002\377\000" | gguf 2 2 24 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
