. ./pack.sh
{ zeros 66; } | gguf 256 1 35 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
