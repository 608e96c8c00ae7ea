"$BIN/tlut-dse" --maximize tokens-per-s --dram hbm1 --weight-sram 1M --tokens many
