#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare.sh TLUT_DSE MAKE_TECH: the published designs through the program, as text and as JSON.
set -u
dse=$1 make_tech=$2
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export LC_ALL=C
fail() { echo "compare.sh: $*" >&2; exit 1; }
files=$(find examples/published -name '*.xml' | wc -l)

"$make_tech" >"$tmp/tech.xml" || fail "no technology"
"$dse" compare --tech "$tmp/tech.xml" examples/published/*.xml >"$tmp/text" || fail "the text failed"
for word in analogue smallest frugal; do
    [ "$(grep -c "^$word " "$tmp/text")" = "$files" ] || fail "not $files lines '$word'"
done
grep -q '^throughput  2080 MAC/cycle' "$tmp/text" || fail "the largest design does not set the throughput"
grep -q '^analogue  mu5_l52_k1_.* 1\.000 ' "$tmp/text" || fail "the largest design is not there once"

"$dse" compare --json --macs-per-cycle 1024 --tech "$tmp/tech.xml" examples/published/*.xml >"$tmp/json" ||
    fail "the JSON failed"
for word in analogue smallest most_frugal; do
    [ "$(grep -c "\"$word\": {" "$tmp/json")" = "$files" ] || fail "not $files objects '$word'"
done
grep -q '^  "mac_per_cycle": 1024\.0,$' "$tmp/json" || fail "another throughput"

# The same bytes from one file alone and from flags in another order.
"$dse" compare examples/published/tsar.xml --macs-per-cycle 64 --json --tech "$tmp/tech.xml" >"$tmp/a" || fail "alone"
"$dse" compare --tech "$tmp/tech.xml" --json examples/published/tsar.xml --macs-per-cycle 64 >"$tmp/b" || fail "again"
cmp "$tmp/a" "$tmp/b" || fail "not the same bytes"
