#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# recorded.sh BUILD -- measured figures on record are of the RTL as it is now: each row's digest (flows/rtl_digest.sh) is that
# of the Verilog which its architecture gives today. Of the lint grid, whose rows are many, every seventh is looked at.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
figures=docs/figures failed=0

# rows FILE TARGET FIELD: "FILE;TARGET;DIGEST;ARCHITECTURE" for its rows; FIELD: where the architecture stands; the digest has the name rtl.
rows() {
  [ -s "$figures/$1" ] || return 0
  awk -F ';' -v OFS=';' -v file="$1" -v target="$2" -v field="$3" '
    !at { for (i = 1; i <= NF; i++) if ($i == "rtl") at = i; if (!at) exit 1; next }
    $at != "" || $field != "" { print file, target, $at, $field }' "$figures/$1"
}
{
  rows tile_areas.csv "flows/tile_areas.sh" 4
  rows findings_measured.csv "make findings" 2
  rows flat_areas.csv "make figures" 1
  rows lint.csv "make lint" 1 | awk '!/;;/ && n++ % 7 == 0'
  sed 's/^"[^"]*","//; s/",/,/; s/,/;/g' $figures/fpga.csv | sed '1s/^core;//' >"$tmp/fpga.csv"
  figures=$tmp rows fpga.csv "make fpga" 1
} >"$tmp/rows"
cut -d ';' -f 4 "$tmp/rows" | sort -u >"$tmp/archs"
flows/rtl_digest.sh "$build/bin/tlut-gen" <"$tmp/archs" >"$tmp/digests"
paste -d ';' "$tmp/archs" "$tmp/digests" >"$tmp/now"
awk -F ';' 'NR == FNR { now[$1] = $2; next }
  { rows++ }
  now[$4] != $3 { print "recorded: " $1 ": not of the RTL as it is now (" $2 "): " $4; bad++ }
  END { print "recorded: " rows " rows, " bad + 0 " of other RTL"; exit bad > 0 || rows < 100 }' "$tmp/now" "$tmp/rows" || failed=1
if [ "$(flows/grid.sh -d "$build")" != "$(awk -F ';' 'NR == 2 { print $5 }' $figures/grid.csv)" ]; then
  echo "recorded: grid.csv: not of the RTL as it is now (make grid)"
  failed=1
fi
exit $failed
