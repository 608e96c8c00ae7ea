. ./pack.sh
{ head_of 1152921504606846976 0; zeros 100; } >"$TMP/w.gguf"
keys "$TMP/w.gguf"
