"$BIN/check_arch" >/dev/full
