. ./tools.sh
fake yosys "kill -INT \$(cat $TMP/pid); sleep 1; exit 1"
cd "$TMP" || exit
sh -c 'echo $$ >"$TMP/pid"; exec "$BIN/tlut-cost" calibrate --liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib --name a -o a.xml \
    --small --quiet --no-energy -j 1 --cache cache' 2>&1 | sed '/a_first_line/d' >&2
