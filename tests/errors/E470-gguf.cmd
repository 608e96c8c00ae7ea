. ./pack.sh
{ head_of 2 0; entry v 256 1 24 0; entry w 256 1 24 512; zeros 814; } >"$TMP/w.gguf"
keys "$TMP/w.gguf" --tensor w
