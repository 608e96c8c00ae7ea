#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# resume.sh BIN_DIR MAKE_TECH: a sweep that is killed and interrupted again and again ends with the bytes of one that was not.
set -u
bin=$1 make_tech=$2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
"$make_tech" >tech.xml || exit 1
in_background() { # to be called with &: the process is tlut-dse itself
    exec "$bin/tlut-dse" --tech ./tech.xml --act int8 --mu 1..5 --luts 1..32 --fetchers 1..32 --reuse '1..32 times 2' \
        --network tree,chain --pipe-fetch 0,1 --pipe-reduce 0,1 --minimize area --maximize gmacs "$@"
}
sweep() { (in_background "$@"); }
fail() { echo "$*"; exit 1; }

sweep -j2 -o whole >whole.txt || fail "the plain run failed"
[ ! -e whole.partial ] || fail "whole.partial is left behind"

# until the journal of $1 has grown beyond $2 bytes, or process $pid has ended
wait_for_work() {
    while kill -0 "$pid" 2>/dev/null; do
        size=$(wc -c 2>/dev/null <"$1.partial/journal" || echo 0)
        [ "$size" -le "$2" ] || return 0
        sleep 0.01
    done
}

# killed five times, at growing stages
for size in 0 150 100000 1000000 3000000; do
    in_background -j2 -o killed >/dev/null 2>&1 &
    pid=$!
    wait_for_work killed $size
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
[ ! -e killed ] || echo "the last kill came too late"
sweep -j1 -o killed >killed.txt || fail "the run after kill -9 failed"
diff -r whole killed || fail "killed and resumed: other results"
[ ! -e killed.partial ] || fail "killed.partial is left behind"

# Ctrl-C: says what is kept, exit status 1
stopped=0
for size in 150 1000000; do
    in_background -j2 -o stopped >/dev/null 2>stopped.err &
    pid=$!
    wait_for_work stopped $size
    kill -TERM $pid 2>/dev/null
    wait $pid
    status=$?
    if [ $status = 1 ] && grep -q 'E547.*blocks are done and kept' stopped.err; then stopped=1; fi
    [ ! -e stopped ] || break
done
[ $stopped = 1 ] || [ -e stopped ] || fail "no word about the interruption: $(cat stopped.err)"
sweep -j2 -o stopped >/dev/null || fail "the run after an interruption failed"
diff -r whole stopped || fail "stopped and resumed: other results"

# complete already: nothing is done, nothing changes
sweep -j2 -o whole | grep -q 'holds these results already' || fail "a complete folder is not recognized"
diff -r whole stopped || fail "the complete folder was touched"

# unfinished work of another sweep is refused, and discarded with --restart
in_background -j2 -o killed --restart >/dev/null 2>&1 &
pid=$!
wait_for_work killed 150
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
rm -rf killed
if [ -e killed.partial ]; then
    sweep -o killed --best 3 >/dev/null 2>other.err && fail "unfinished work of another sweep is taken up"
    grep -q E546 other.err || fail "no E546: $(cat other.err)"
fi
sweep -o killed --best 3 --restart >/dev/null || fail "--restart fails"
[ "$(wc -l <killed/top.csv)" = 4 ] || fail "--best 3 does not keep 3"
"$bin/tlut-gen" killed/best.xml -o core >/dev/null || fail "tlut-gen does not take best.xml"
[ -s core/manifest.json ] || fail "no core"
# the flags of the front name the same core
flags=$(sed -n '2s/.*,//p' killed/pareto.csv)
# shellcheck disable=SC2086
"$bin/tlut-gen" $flags -o core2 >/dev/null || fail "tlut-gen does not take the flags of pareto.csv"
diff -r core core2 >/dev/null || fail "flags and best.xml make different cores"
