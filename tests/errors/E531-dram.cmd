"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram lpdr4
"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram sram
