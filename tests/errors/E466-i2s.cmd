. ./pack.sh
{ zeros 32; zeros 32; printf "\014"; zeros 95; } | gguf 128 4 36 >"$TMP/w.gguf"
keys "$TMP/w.gguf" --i2s x86
