#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# small.sh BIN CACHE: calibrates osu018 on small designs of every type, judges the result on others, and both again from the
# cache: the same bytes, in seconds.
set -euo pipefail
bin=$1 cache=$2
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
calibrate() { "$bin/tlut-cost" calibrate --liberty $lib --name small -o "$1" --small --no-energy --cache "$cache" -j 2; }
calibrate "$dir/small.xml"
# All bounds but that on fmax: the longest paths of the larger validation designs are extrapolated from small ones only.
"$bin/tlut-cost" validate --tech "$dir/small.xml" --liberty $lib --small --no-energy --cache "$cache" -j 2 \
  --csv "$dir/small.csv" --svg "$dir/small.svg" --record "$dir/recorded.xml" 2>"$dir/said" || true
cat "$dir/said"
if grep 'error\[' "$dir/said" | grep -v 'mean error of fmax'; then exit 1; fi
xmllint --noout "$dir/small.svg" "$dir/recorded.xml"
grep -q 'what="area" type="all"' "$dir/recorded.xml"
[ "$(wc -l <"$dir/small.csv")" -eq 9 ]
calibrate "$dir/again.xml" 2>"$dir/said"
grep -qE '^([0-9]+) of \1 designs measured, \1 of them from the cache' "$dir/said"
cmp "$dir/small.xml" "$dir/again.xml"
"$bin/tlut-cost" --mu 3 --tech "$dir/recorded.xml" | grep -q 'unseen int8 designs'
