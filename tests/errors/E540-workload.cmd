"$BIN/tlut-dse" --minimize latency
