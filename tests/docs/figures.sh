#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh BIN_DIR -- figures in the documentation that take seconds to find again are those of this tree: counts of cases,
# cycles of a token, and the tables of recorded measurements against their files. TLUT_UPDATE=1 writes them.
set -uo pipefail
bin=$1
cd "$(dirname "$0")/../.." || exit 1
failed=0

counts() {
  local points runs
  read -r points runs <<<"$("$bin/grid" count)"
  [ "${runs:-0}" -gt 0 ] || return 1
  echo "| cases | number |"
  echo "|---|---:|"
  echo "| points of the co-simulation grid | $points |"
  echo "| runs of a core in it | $runs |"
  echo "| points of the lint grid | $(tests/lint/grid.sh | grep -vc '^refused') |"
  echo "| of these in the tests | $(tests/lint/grid.sh -s | grep -vc '^refused') |"
  echo "| corners of the other parameters that are linted | $(grep -c '^[^#]' tests/lint/options.txt) |"
}

# A token's cycles are those of the schedule; tlut-sim --token fails if the RTL takes others.
token() {
  local model=examples/workloads/bitnet-b1.58-2B-4T.xml flags
  echo "| core | matrices | multiply-accumulates | cycles | utilisation |"
  echo "|---|---:|---:|---:|---:|"
  for flags in "--mu 3 --luts 16 --fetchers 64" "--mu 3 --luts 16 --fetchers 32" "--mu 2 --luts 24 --fetchers 64" \
    "--kind signflip --luts 48 --fetchers 64"; do
    flags="$flags --reuse 8 --act int8 --max-n 6912"
    # shellcheck disable=SC2086 # a list of flags
    "$bin/tlut-cost" $flags --workload $model --dram lpddr5 --json | awk -v flags="$flags" '
      function thousands(n,   s) {
        for (s = sprintf("%.0f", n); match(s, /[0-9][0-9][0-9][0-9]($|,)/);) s = substr(s, 1, RSTART) "," substr(s, RSTART + 1)
        return s
      }
      BEGIN { n = split(flags, f, " "); for (i = 1; i < n; i++) v[f[i]] = f[i + 1]; mu = v["--mu"] ? v["--mu"] : 1 }
      { gsub(/[",:]/, " ") }
      $1 == "count" { matrices += $2 }
      $1 == "total" { total = 1 }
      total && $1 == "cycles" { cycles = $2 }
      total && $1 == "macs" { macs = $2 }
      END {
        if (!cycles) exit 1
        printf "| `%s` | %d | %s | %s | %.2f %% |\n", flags, matrices, thousands(macs), thousands(cycles),
               100 * macs / (cycles * mu * v["--luts"] * v["--fetchers"])
      }' || return 1
  done
}

text=$(counts) || { echo "figures.sh: the cases cannot be counted"; exit 1; }
flows/section.sh -c docs/verification.md counts <<<"$text" || failed=1
text=$(token) || { echo "figures.sh: no cycles of a token"; exit 1; }
flows/section.sh -c docs/verification.md token <<<"$text" || failed=1
flows/cost_doc.sh -c || failed=1
flows/tile_doc.sh -c || failed=1
flows/records_doc.sh -c || failed=1
flows/fuzz.sh -t || failed=1
flows/sanitizers.sh -t || failed=1
for table in lint area; do flows/figures.sh -t "$bin/.." $table || failed=1; done
flows/bench.sh -t "$bin/.." || failed=1
flows/grid.sh -t "$bin/.." || failed=1
exit $failed
