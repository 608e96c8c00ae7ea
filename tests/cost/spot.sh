#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# spot.sh BIN: measures three of the recorded validation designs again: the figures in docs must be those of this tree.
# They are the smallest of their classes, so that it takes seconds.
set -euo pipefail
bin=$1
cd "$(dirname "$0")/../.."
csv=docs/figures/validate_osu018.csv
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# columns: 1 design, 2 flags, 3 type, 4 class, 5 status, 7 area, 9 period, 13 cells
awk -F, 'NR > 1 && $5 == "ok" && (!($4 in least) || $13 + 0 < least[$4]) { least[$4] = $13 + 0; row[$4] = $7 "," $9 "," $2 }
         END { for (k in row) print least[k] "," row[k] }' $csv | sort -n | head -3 >"$dir/chosen"
[ "$(wc -l <"$dir/chosen")" -eq 3 ]
while IFS=, read -r _ area period flags; do
  # shellcheck disable=SC2086
  "$bin/tlut-measure" --liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib $flags >"$dir/now"
  now=$(awk '$1 == "total" { print $2 }' "$dir/now")
  longest=$(awk '$3 == "ps" && $2 > most { most = $2 } END { print most }' "$dir/now")
  echo "$flags: area $now um2, recorded $area; period $longest ps, recorded $period"
  awk -v a="$now" -v b="$area" -v c="$longest" -v d="$period" \
    'BEGIN { exit !(a / b > 0.9999 && a / b < 1.0001 && c / d > 0.999 && c / d < 1.001) }' ||
    { echo "spot: the recorded figures are not those of this tree: run make validate" >&2; exit 1; }
done <"$dir/chosen"
