. ./pack.sh
{ head_of 0 1; name a; le 4 9; le 4 12; le 8 2305843009213693952; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
