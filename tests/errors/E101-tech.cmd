"$BIN/tlut-cost" --tech ./nowhere.xml
