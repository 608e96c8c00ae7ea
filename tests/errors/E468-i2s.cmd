. ./pack.sh
zeros 160 | gguf 128 4 36 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
