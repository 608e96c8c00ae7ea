. ./pack.sh
zeros 36 | gguf 32 2 2 >"$TMP/w.gguf"
keys "$TMP/w.gguf" --tensor w
