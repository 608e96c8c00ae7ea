"$BIN/tlut-cost" --workload no-such-model.xml --dram-gbps 17
