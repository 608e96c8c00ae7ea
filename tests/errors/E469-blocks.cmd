. ./pack.sh
{ zeros 64; printf "\000\074"; zeros 64; printf "\000\076"; } | gguf 256 2 35 >"$TMP/w.gguf"
keys "$TMP/w.gguf"
