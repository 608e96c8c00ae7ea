"$BIN/tlut-dse" E010-words.xml
