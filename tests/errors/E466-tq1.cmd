. ./pack.sh
{ printf "\001"; zeros 51; printf "\000\074"; } | gguf 256 1 34 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
