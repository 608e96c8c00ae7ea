. ./pack.sh
printf "\001\000\377\001" | gguf 2 2 24 >"$TMP/w.gguf"
printf "\001\000\377\000" | gguf 2 2 24 >"$TMP/v.gguf"
pack keys "$TMP/w.gguf" -o "$TMP/keys" && pack check "$TMP/v.gguf" -o "$TMP/keys"
