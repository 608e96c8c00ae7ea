"$BIN/tlut-dse" --minimize aera --limit power=5..1 --limit area-mm2 --clock fast --macs-per-cycle about-1024
