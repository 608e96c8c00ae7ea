. ./npy.sh
good_pair
mkdir "$TMP/bin"
printf '#!/bin/sh\nexit 0\n' >"$TMP/bin/iverilog"
printf '#!/bin/sh\nexit 3\n' >"$TMP/bin/vvp"
chmod +x "$TMP/bin/iverilog" "$TMP/bin/vvp"
PATH=$TMP/bin:$PATH sim --simulator icarus
