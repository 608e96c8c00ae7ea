"$BIN/tlut-dse" --luts 1..300 --act int8,fp12 --minimize area
