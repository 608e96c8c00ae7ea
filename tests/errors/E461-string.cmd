. ./pack.sh
{ head_of 1 1; le 8 1152921504606846976; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
