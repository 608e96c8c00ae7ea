#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# area.sh TLUT_GEN -- deferred negation, exact widths and a proved accumulator against the widths and the negation that were
# published (negate=early, widths=uniform, 32-bit accumulators): below 0.80 of the area with 6 tables of 2 activations and 16
# fetchers, 8 beats a table. Synthesized module by module (area.sh -k), which takes seconds; compared with the table of
# docs/verification.md, which has the areas without that restriction too.
set -euo pipefail
gen=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
area=$root/flows/area.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

ratio() {
  local core="--act int8 --luts 6 --fetchers 16 --mu $1 --reuse $2" ours published
  # shellcheck disable=SC2086
  ours=$("$area" -k -t "$gen" -- $core)
  # shellcheck disable=SC2086
  published=$("$area" -k -t "$gen" -- $core --negate early --widths uniform --acc int32)
  awk -v a="${ours%% *}" -v b="${published%% *}" -v mu="$1" -v reuse="$2" -v bound="$3" 'BEGIN {
    printf "| %d | %d | %.0f | %.0f | %.3f | %.2f |\n", mu, reuse, a, b, a / b, bound
    exit !(a / b < bound)
  }'
}
{
  echo "| mu | R | area, um2 | as published, um2 | ratio | has to be below |"
  echo "|---|---|---|---|---|---|"
  ratio 2 8 0.80
  ratio 2 1 0.85
} >"$dir/table" || { cat "$dir/table"; exit 1; }
cat "$dir/table"
"$root/flows/section.sh" -c "$root/docs/verification.md" area-modules <"$dir/table"
