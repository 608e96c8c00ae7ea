"$BIN/tlut-sim" --quiet --cache "$TMP/cache" --workload ../../examples/workloads/bitnet-b1.58-2B-4T.xml --layer attn_outptu
