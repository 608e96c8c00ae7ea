"$BIN/tlut-dse" --luts
"$BIN/tlut-dse" --minimise area
"$BIN/tlut-dse" --shard 3/3 -o x
"$BIN/tlut-dse" --shard 1/3
"$BIN/tlut-dse" -j 0
"$BIN/tlut-dse" a.xml b.xml
"$BIN/tlut-dse" merge a
"$BIN/tlut-dse" merge -o b
