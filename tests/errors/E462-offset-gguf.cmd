. ./pack.sh
{ head_of 1 0; entry w 256 1 35 4611686018427387904; zeros 97; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
