. ./pack.sh
zeros 96 | gguf 64 4 36 >"$TMP/w.gguf"
keys "$TMP/w.gguf" --i2s x86
