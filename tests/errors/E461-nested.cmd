. ./pack.sh
{ head_of 0 1; name a; le 4 9; le 4 9; le 8 1; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
