. ./pack.sh
{ head_of 2 0; entry blk.0.attn_q.weight 256 1 24 0; entry blk.0.attn_k.weight 256 1 24 256; zeros 530; } >"$TMP/w.gguf"
keys "$TMP/w.gguf" --tensor blk.0.attn_v.weight
