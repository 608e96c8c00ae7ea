. ./pack.sh
{ zeros 63; printf "\060\000\074"; } | gguf 256 1 35 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
