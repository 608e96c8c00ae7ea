. ./pack.sh
zeros 66 | gguf 256 1 999 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
