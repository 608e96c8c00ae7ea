"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml
"$BIN/tlut-cost" --workload ../../examples/workloads/trilm-99M.xml --weight-sram 1MiB
