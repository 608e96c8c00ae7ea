"$BIN/tlut-dse" compare
"$BIN/tlut-dse" compare --macs-per-cycle 0 a.xml
"$BIN/tlut-dse" compare --macs-per-cycle 1e3 a.xml
"$BIN/tlut-dse" compare --tech sky130 ../../examples/published/tenet.xml
