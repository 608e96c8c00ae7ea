#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# area.sh TLUT_GEN -- deferred negation, exact widths and a proved accumulator against the widths and the negation that were
# published (negate=early, widths=uniform, 32-bit accumulators): below 0.80 of the area with 6 tables of 2 activations and 16
# fetchers, 8 beats a table. Synthesized module by module (area.sh -k), which takes seconds; docs/verification.md has the
# areas without that restriction.
set -euo pipefail
gen=$1
area=$(cd "$(dirname "$0")/../../flows" && pwd)/area.sh

ratio() {
  local core="--act int8 --luts 6 --fetchers 16 --mu $1 --reuse $2" ours published
  # shellcheck disable=SC2086
  ours=$("$area" -k -t "$gen" -- $core)
  # shellcheck disable=SC2086
  published=$("$area" -k -t "$gen" -- $core --negate early --widths uniform --acc int32)
  awk -v a="${ours%% *}" -v b="${published%% *}" -v mu="$1" -v reuse="$2" -v bound="$3" 'BEGIN {
    printf "mu = %d, R = %d: %.0f / %.0f um2 = %.3f%s\n", mu, reuse, a, b, a / b, a / b < bound ? "" : ", not below " bound
    exit !(a / b < bound)
  }'
}
ratio 2 8 0.80
ratio 2 1 0.85
