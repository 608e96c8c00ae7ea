#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# findings.sh BIN_DIR: docs/findings.md is what its points make, and the smallest designs of it, measured again, are as recorded.
set -euo pipefail
bin=$1
cd "$(dirname "$0")/../.."
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
record=docs/figures/findings_measured.csv points=docs/figures/findings_points.csv lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
fail() { echo "findings: $*" >&2; exit 1; }

awk -F';' -f flows/findings.awk -f flows/findings_text.awk -f flows/findings_summary.awk -v tiles=docs/figures/tile_areas.csv -v tech=osu018 $points flows/findings.in >"$tmp/page.md"
diff -u docs/findings.md "$tmp/page.md" >&2 || fail "docs/findings.md is not what its points make: run make findings"

# a measured figure of the points is that of the record
awk -F';' 'NR == FNR { area[$2] = $3 + $4; next } $9 == "measured" && ($10 / area[$3] - 1) ^ 2 > 1e-10 { print $3; bad = 1 } END { exit bad }' \
  $record $points || fail "points and record disagree"

# the tools of this tree still give what is recorded
[ -r $lib ] || fail "$lib is not installed"
for act in int8 fp16; do
  awk -F';' -v act="--act $act" 'index($2, act) && (!least || $5 < least) { least = $5; row = $0 } END { print row }' $record
done >"$tmp/chosen"
[ "$(wc -l <"$tmp/chosen")" = 2 ] || fail "no designs on record"
while IFS=';' read -r _ arch cells_um2 buffers_um2 _ _ fmax _; do
  # shellcheck disable=SC2086
  "$bin/tlut-measure" --liberty $lib $arch </dev/null >"$tmp/now" || fail "$arch cannot be measured"
  awk -v cells="$cells_um2" -v buffers="$buffers_um2" -v fmax="$fmax" -v arch="$arch" '
    function far(a, b) { return a < 0.999 * b || a > 1.001 * b }
    $1 == "total" { area = $2 } $1 == "buffers" { more = $2 } $3 == "ps" && $2 > slowest { slowest = $2 }
    END {
      printf "%s: %s and %s um2, recorded %s and %s; %.1f MHz, recorded %s\n", arch, area, more, cells, buffers, 1e6 / slowest, fmax
      exit far(area, cells) || far(more, buffers) || far(1e6 / slowest, fmax)
    }' "$tmp/now" || fail "the recorded figures are not those of this tree: run flows/findings.sh -a"
done <"$tmp/chosen"
