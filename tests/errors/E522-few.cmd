. ./tools.sh
fake yosys "echo ERROR: no memory; exit 1"
cd "$TMP" || exit
filtered '/no memory/d' "$BIN/tlut-cost" calibrate --liberty "$LIBRARY" --name a -o a.xml --small --quiet --no-energy --cache cache
