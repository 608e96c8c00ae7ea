#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verify.sh BIN_DIR MAKE_TECH CACHE: the best designs are simulated and synthesized, model and measurement stand side by side,
# and one that cannot be measured keeps its row.
set -u
bin=$1 make_tech=$2 lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
export XDG_CACHE_HOME="$3"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
fail() { echo "$*"; exit 1; }
"$make_tech" >made_up.xml || exit 1
sweep() {
    "$bin/tlut-dse" --tech ./made_up.xml --act int4 --mu 1,2 --luts 1,2 --fetchers 2,3 --reuse 2 --network tree --pipe-fetch 0 \
        --pipe-reduce 0 --macs-per-cycle 4.. --minimize area "$@"
}
[ -r $lib ] || fail "$lib is not installed"

# a technology of another library has to be told which one to use
sweep -o out --verify 2 >/dev/null 2>err && fail "--verify goes without a library"
grep -q "no installed cell library.*'made_up'" err || fail "nothing said about the library: $(cat err)"
sweep -o out >/dev/null || fail "the sweep failed"
cp out/report.html unverified.html
sweep -o out --verify 2 --liberty $lib -j2 >/dev/null 2>err || fail "--verify failed: $(cat err)"
[ "$(wc -l <out/verify.csv)" = 3 ] || fail "verify.csv has not two designs"
awk -F, 'NR > 1 && ($3 != "yes" || $7 <= 0 || $10 <= 0 || $13 <= 0) { exit 1 }' out/verify.csv || fail "not measured: $(cat out/verify.csv)"
# the measured area and clock are those of tlut-measure
flags=$(sed -n '2s/.*,//p' out/verify.csv)
# shellcheck disable=SC2086
"$bin/tlut-measure" $flags --liberty $lib --energy --cache "$XDG_CACHE_HOME/tlut/measure" >measured || fail "tlut-measure failed"
awk -F, 'NR == 2 { print $7 }' out/verify.csv >area
awk '$1 == "total" { area += $2 } $1 == "buffers" { area += $2 } END { print area }' measured >expected
awk 'NR == FNR { a = $1; next } { exit (a - $1) ^ 2 > 1 }' area expected || fail "area $(cat area), tlut-measure says $(cat expected)"
awk -F, 'NR == 2 { e = 100 * ($6 / $7 - 1) - $8; exit e * e > 1e-4 }' out/verify.csv || fail "the error is not that of the columns"
page=out/report.html
[ "$(grep -c 'class="chip good">bit-exact' $page)" = 2 ] || fail "the page has not two bit-exact designs"
grep -q 'which is not the one that technology made_up was fitted to' $page || fail "nothing said about the other library"
[ "$(grep -c '>model only<' $page)" -ge 1 ] || fail "the other designs are not marked as modelled"
[ "$(grep -c 'href="#verify">measured<' $page)" = 2 ] || fail "the measured designs are not marked"
# measurements stay until the sweep itself is run anew; the same command gives the same bytes
cp -r out first
sweep -o out >/dev/null || fail "the sweep is not recognized"
diff -r out first || fail "the measurements are gone"
sweep -o out --verify 2 --liberty $lib --quiet >/dev/null || fail "--verify again failed"
diff -r out first || fail "other bytes the second time"

# a design that cannot be synthesized keeps its row, with the reason
mkdir tools
for tool in gnuplot iverilog vvp sh rm cat; do ln -s "$(command -v $tool)" tools/; done
PATH=$tmp/tools sweep -o bare --verify 1 --liberty $lib --quiet >/dev/null 2>err
[ $? = 1 ] || fail "no exit status 1 after a failed measurement"
grep -q 'E521.*of 1 designs, 0 differ.*1 could not be measured' err || fail "no E521: $(cat err)"
grep -q "^1,[0-9]*,yes,.*yosys.*not installed" bare/verify.csv || fail "no reason: $(cat bare/verify.csv)"
grep -q 'class="why".*yosys' bare/report.html || fail "no reason in the page"
# ... and one that cannot be simulated
rm tools/iverilog
PATH=$tmp/tools sweep -o bare --verify 1 --liberty $lib --quiet >/dev/null 2>err && fail "a failed simulation goes unnoticed"
grep -q "^1,[0-9]*,not run,.*iverilog" bare/verify.csv || fail "no reason: $(cat bare/verify.csv)"
grep -q '"chip bad">not run' bare/report.html || fail "the page says nothing of the simulation"

# bad command lines
for bad in "--verify 2" "-o x --verify 2 --no-report" "-o x --verify 0" "-o x --verify 2 --shard 0/2"; do
    # shellcheck disable=SC2086
    sweep $bad >/dev/null 2>err
    [ $? = 2 ] || fail "no exit status 2: $bad"
    [ ! -e x ] || fail "something is left behind: $bad"
done
sweep -o out --verify 2 --liberty nowhere.lib >/dev/null 2>err && fail "a missing library is accepted"
grep -q E101 err || fail "no E101: $(cat err)"
diff -r out first || fail "a failed --verify changed the results"
