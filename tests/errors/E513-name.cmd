"$BIN/tlut-cost" --tech osu18
