"$BIN/tlut-dse" --minimize latency
"$BIN/tlut-dse" --maximize tokens/s --limit j/token=..1
