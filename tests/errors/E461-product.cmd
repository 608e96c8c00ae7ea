. ./pack.sh
{ head_of 1 0; entry w 4294967296 4294967296 35 0; zeros 31; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
