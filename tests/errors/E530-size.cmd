"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram lpddr4 --weight-sram 4MB
"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram lpddr4 --act-sram 64
"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --dram lpddr4 --act-sram 1.5MiB --weight-sram 0KiB
