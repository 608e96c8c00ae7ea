sed 's/name="osu018"/name="mine"/' ../../tech/osu018.xml >"$TMP/mine.xml"
"$BIN/tlut-cost" --tech "$TMP/mine.xml" --workload ../../examples/workloads/trilm-99M.xml --dram-gbps 17 --weight-sram 1MiB
