. ./pack.sh
{ head_of 2 0; entry w 256 1 24 0; entry w 256 1 24 256; zeros 526; } >"$TMP/w.gguf"
keys "$TMP/w.gguf" --tensor w
