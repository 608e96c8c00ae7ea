"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram-gbps 0
"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram-gbps fast --dram-pj-per-bit -1 --tokens 0 --node 3
