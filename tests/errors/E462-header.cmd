. ./pack.sh
head_of 1 0 >"$TMP/w.gguf"
head -c 10 "$TMP/w.gguf" >"$TMP/v.gguf"
keys "$TMP/v.gguf"
