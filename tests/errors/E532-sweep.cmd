"$BIN/tlut-dse" --minimize area --dram hbm2
"$BIN/tlut-dse" --maximize tokens-per-s --workload ../../examples/workloads/trilm-99M.xml --weight-sram 1MiB
