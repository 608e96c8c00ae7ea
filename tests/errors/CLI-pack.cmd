. ./pack.sh
pack squeeze w.gguf
