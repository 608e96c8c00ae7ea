"$BIN/tlut-cost" --dram-gbps 17
