. ./pack.sh
{ head_of 1 0; name w; le 4 4294967295; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
