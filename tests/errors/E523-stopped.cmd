. ./tools.sh
# The first synthesis stops the whole: what is under way is measured to its end, the rest is not begun.
fake yosys "kill -INT \$(cat '$TMP/pid'); sleep 1; exit 1"
cd "$TMP" || exit
# shellcheck disable=SC2016
filtered 's/^[a-z0-9_]*: yosys/DESIGN: yosys/' sh -c 'echo $$ >"$1/pid"; shift; exec "$@"' run "$TMP" \
    "$BIN/tlut-cost" calibrate --liberty "$LIBRARY" --name a -o a.xml --small --quiet --no-energy -j 1 --cache cache
