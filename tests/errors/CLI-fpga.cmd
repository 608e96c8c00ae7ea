"$BIN/tlut-cost" fpga --mu 1
"$BIN/tlut-cost" fpga --mu 1 --family ice41
"$BIN/tlut-cost" fpga --mu 1 --family virtex
"$BIN/tlut-cost" fpga --mu 1 --family ecp5 --pnr
"$BIN/tlut-cost" fpga --mu 1 --family xilinx --device hx8k
"$BIN/tlut-cost" fpga --mu 1 --family ice40 --device hx9k
"$BIN/tlut-cost" fpga --mu 1 --family ice40 --package sg48
"$BIN/tlut-cost" fpga --mu 1 --family ice40 --device up5k --package ct256 --pnr
"$BIN/tlut-cost" fpga --mu 1 --family ice40 --pnr --seed 0
"$BIN/tlut-cost" fpga --mu 9 --family ice40
