. ./pack.sh
{ head_of 1 1; name general.alignment; le 4 4; le 4 3; entry w 256 1 35 0; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
