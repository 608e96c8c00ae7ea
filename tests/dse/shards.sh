#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# shards.sh BIN_DIR MAKE_TECH: shards, in processes of their own, merge to the bytes of a single run.
set -u
bin=$1 make_tech=$2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
"$make_tech" >tech.xml || exit 1
fail() { echo "$*"; exit 1; }
cat >sweep.xml <<'XML'
<sweep name="shards" tech="./tech.xml">
  <tlut version="1"><activation type="fp16"/><core reuse="4"/></tlut>
  <vary parameter="arithmetic/@mode" values="auto,ieee,aligned"/>
  <vary parameter="table/@group-size" values="1..5"/>
  <vary parameter="table/@luts" values="1..32"/>
  <vary parameter="core/@fetchers" values="1..64"/>
  <vary parameter="pipeline/@reduce" values="0..2"/>
  <limit figure="power-mw" max="200"/>
  <minimize figure="area"/>
  <maximize figure="throughput"/>
</sweep>
XML
"$bin/tlut-dse" sweep.xml -j2 -o whole >/dev/null || fail "the plain run failed"
for i in 0 1 2; do
    "$bin/tlut-dse" sweep.xml -j1 --shard $i/3 -o "part$i" >"part$i.txt" || fail "shard $i failed"
done
grep -q "shard 2 of 3 is in 'part2'" part2.txt || fail "the shard does not tell where it is"
"$bin/tlut-dse" merge part2 part0 part1 -o merged || fail "the merge failed"
diff -r whole merged || fail "merged: other results"
"$bin/tlut-dse" merge part0 part1 -o bad 2>err && fail "a missing shard is not missed"
grep -q 'shard 2 of 3 is missing' err || fail "no word about the missing shard: $(cat err)"
"$bin/tlut-dse" merge part0 part1 part1 -o bad 2>err && fail "a shard that is there twice is taken"
grep -q E548 err || fail "no E548: $(cat err)"
printf x | dd of=part1/shard.journal bs=1 seek=5000 conv=notrunc 2>/dev/null
"$bin/tlut-dse" merge part0 part1 part2 -o bad 2>err && fail "a damaged shard is taken"
grep -q E548 err || fail "no E548: $(cat err)"
if [ -e bad ] || [ -e bad.partial ]; then fail "something is left behind"; fi
