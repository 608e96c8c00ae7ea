. ./pack.sh
{ head_of 1 0; entry w 256 0 35 0; zeros 97; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
