#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh BIN_DIR MAKE_TECH: the page of a sweep holds its front with the commands that make it, the same bytes every time,
# nothing that a user wrote becomes markup, and without gnuplot the sweep is still complete.
set -u
bin=$1 make_tech=$2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
fail() { echo "$*"; exit 1; }
"$make_tech" >tech.xml || exit 1
cat >sweep.xml <<'END'
<sweep name="a &lt;script&gt;alert(1)&lt;/script&gt; &amp; 'b' @NAME@ &quot;c&quot;" version="1">
  <vary parameter="table/@group-size" values="1..4"/>
  <vary parameter="table/@luts" values="1..12"/>
  <vary parameter="core/@fetchers" values="1..48"/>
  <vary parameter="table/@network" values="tree,chain"/>
  <vary parameter="pipeline/@reduce" values="0,1"/>
  <limit figure="mac-per-cycle" min="16"/>
  <minimize figure="area"/>
  <maximize figure="throughput"/>
  <minimize figure="energy"/>
</sweep>
END
"$bin/tlut-dse" sweep.xml --tech ./tech.xml -j2 -o out >text || fail "the sweep failed"
grep -q 'out/report.html' text || fail "the page is not mentioned"
page=out/report.html

# the front: every point with its index and its exact command, in the order of pareto.csv
tail -n +2 out/pareto.csv | cut -d, -f1 >want
[ "$(wc -l <want)" -gt 20 ] || fail "a front of $(wc -l <want) points tests nothing"
sed -n 's/.*<tr id="f[0-9]*" data-index="\([0-9]*\)".*/\1/p' $page >have
cmp want have || fail "the rows of the page are not the front"
tail -n +2 out/pareto.csv | sed 's/.*,//' >want
sed -n 's/.*<code>tlut-gen \(.*\) -o [a-z0-9_]*<\/code>.*/\1/p' $page >have
cmp want have || fail "the commands of the page are not those of the front"
for plot in pareto-1 pareto-2 pareto-3; do
    [ "$(sed -n '/showHypertext/p' out/plots/$plot.svg | wc -l)" = "$(wc -l <want)" ] || fail "$plot.svg: points are missing"
done
[ "$(grep -c 'class="pt" data-row=' $page)" = $((3 * $(wc -l <want))) ] || fail "points are missing in the plots of the page"
command=$(sed -n 's/.*<code>\(tlut-gen .* -o [a-z0-9_]*\)<\/code>.*/\1/p' $page | head -1)
(PATH=$bin:$PATH && eval "$command") >/dev/null || fail "the command of the first row does not work: $command"

# plots: one of each kind, well-formed
for plot in pareto-1 pareto-2 pareto-3 parts sensitivity-mu sensitivity-luts sensitivity-fetchers sensitivity-network \
    sensitivity-pipe-reduce; do
    xmllint --noout out/plots/$plot.svg || fail "$plot.svg is not well-formed"
done
[ "$(find out/plots -type f | wc -l)" = 9 ] || fail "other plots than expected: $(ls out/plots)"
[ "$(grep -c '<svg ' $page)" = 9 ] || fail "not all plots are in the page"
! grep -n 'rgb(\|gnuplot\|undefined\|nan\b' $page || fail "traces of the tools in the page"

# what a user wrote is text
! grep -q '<script>alert' $page || fail "the name of a sweep becomes markup"
grep -q '<b>a &lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;b&#39; @NAME@ &quot;c&quot;</b>' $page || fail "the name is lost"
# it loads nothing
! grep -n '<link\|<img\|<iframe\|url(\|@import\|src=\|href="[^#]' $page || fail "the page loads something"
grep -q "default-src 'none'" $page || fail "the page may load something"

# counts: those of sweep.json
kept=$(sed -n 's/.*"kept": \([0-9]*\).*/\1/p' out/sweep.json | sed ':a;s/\B[0-9]\{3\}\>/,&/;ta')
grep -q "<th scope=\"row\">kept</th><td class=\"n\">$kept<" $page || fail "kept is not $kept"
grep -q "mac-per-cycle ≥ 16" $page || fail "the limit is not shown"
grep -q "No design of this sweep has been simulated or synthesized" $page || fail "designs are not marked as unverified"

# the same bytes, also from shards
"$bin/tlut-dse" sweep.xml --tech ./tech.xml -j1 -o again >/dev/null || fail "the second run failed"
diff -r out again || fail "other bytes the second time"
for i in 0 1 2; do "$bin/tlut-dse" sweep.xml --tech ./tech.xml --shard $i/3 -o shard$i --quiet >/dev/null || fail "shard $i failed"; done
"$bin/tlut-dse" merge shard0 shard1 shard2 -o merged >/dev/null || fail "merge failed"
diff -r out merged || fail "other bytes from shards"
# a page that is lost comes back, and nothing else changes
rm again/report.html again/plots/parts.svg
"$bin/tlut-dse" sweep.xml --tech ./tech.xml -o again >/dev/null || fail "the page is not written again"
diff -r out again || fail "other bytes when the page alone is written"

# one objective, no points: the best are listed, nothing is grey
"$bin/tlut-dse" --tech ./tech.xml --act fp16 --mu 1..3 --luts 1..8 --fetchers 1..8 --minimize energy --no-points --best 5 -o few \
    >/dev/null || fail "the sweep without points failed"
tail -n +2 few/top.csv | cut -d, -f1 >want
sed -n 's/.*<tr id="f[0-9]*" data-index="\([0-9]*\)".*/\1/p' few/report.html >have
cmp want have || fail "the rows of the page are not the best"
grep -q 'nothing is grey' few/report.html || fail "nothing said about the missing points"
[ -z "$(find few/plots -name 'sensitivity*')" ] || fail "sensitivities without points"
# a single design: nothing varies
"$bin/tlut-dse" --tech ./tech.xml --mu 2 --luts 4 --fetchers 4 --network tree --pipe-fetch 0 --pipe-reduce 0 --reuse 8 \
    --minimize area -o one >/dev/null || fail "the sweep of one design failed"
[ "$(grep -c '<tr id="f' one/report.html)" = 1 ] || fail "one design has not one row"

# a technology that knows no energies: infinite efficiency is no figure to draw
sed 's/ fj="[^"]*"/ fj="0"/; s/ nw="[^"]*"/ nw="0"/' tech.xml >free.xml
"$bin/tlut-dse" --tech ./free.xml --mu 1,2 --luts 1..8 --fetchers 1..8 --maximize tops-per-w --minimize area --minimize energy \
    -o free >/dev/null || fail "the sweep without energies failed"
for plot in free/plots/*.svg; do xmllint --noout "$plot" || fail "$plot is not well-formed"; done
! grep -n '[^a-z]inf[^a-z]\|[^a-z]nan[^a-z]' free/report.html || fail "infinite figures in the page"

# memories around the core: tokens and their energy are in the tiles, the front and the tables; the sweep tells the system
echo '<workload name="w"><layer name="a" m="300" n="200"/></workload>' >w.xml
"$bin/tlut-dse" --tech ./tech.xml --mu 1..3 --luts 1..8 --fetchers 1..8 --workload w.xml --dram lpddr4 --tokens 3 --act-sram 4KiB \
    --node 28 --maximize tokens/s --minimize j/token -o system >/dev/null || fail "the sweep with memories failed"
head -1 system/pareto.csv | grep -q ',tokens_per_s,.*,j_per_token,' || fail "no tokens in the front's columns"
grep -q '<span>tokens with memories</span><b>' system/report.html || fail "no tile with tokens/s"
grep -q '<span>energy of a token</span><b>' system/report.html || fail "no tile with the energy of a token"
grep -q 'Memories: analytic estimate from published figures, not validated' system/report.html || fail "no caveat in the page"
grep -q 'Most tokens a second' system/report.html || fail "the headline does not tell the objective"
grep -q '<system dram="lpddr4" act-sram="4 KiB" node="28" tokens="3"/>' system/sweep.xml || fail "the system is not in the sweep"
! head -1 out/pareto.csv | grep -q 'token' || fail "tokens without memories"

# without gnuplot: exit status 3, all results but the page, which the same command writes later
mkdir without
PATH=$tmp/without "$bin/tlut-dse" sweep.xml --tech ./tech.xml -o bare >/dev/null 2>err
[ $? = 3 ] || fail "no exit status 3 without gnuplot"
grep -q 'E203.*gnuplot is not installed' err || fail "nothing said about gnuplot: $(cat err)"
cmp bare/pareto.csv out/pareto.csv || fail "the results are not complete without gnuplot"
PATH=$tmp/without "$bin/tlut-dse" sweep.xml --tech ./tech.xml -o plain --no-report >/dev/null || fail "--no-report needs gnuplot"
if [ -e plain/report.html ] || [ -e plain/plots ]; then fail "--no-report writes a page"; fi
[ -s plain/best.xml ] || fail "no results with --no-report"
"$bin/tlut-dse" sweep.xml --tech ./tech.xml -o bare >/dev/null || fail "with gnuplot it does not go on"
diff -r bare out || fail "other bytes after gnuplot was missing"
