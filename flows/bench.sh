#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh [-t] BUILD -- runs the benchmarks, two minutes on an idle machine, writes docs/figures/bench.csv (one figure a line, and
# what the machine was) and puts the table into docs/verification.md. Speeds are of processor time where that makes sense, so
# that a busy machine does not lie much. -t: only compares page and file; the figures themselves are of one machine.
set -euo pipefail
export LC_ALL=C
only_table=
if [ "${1:-}" = -t ]; then
  only_table=1
  shift
fi
build=$(cd "${1:-build}" && pwd)
cd "$(dirname "$0")/.."
csv=docs/figures/bench.csv

# All benchmarks: lines "what: figure".
run() {
  local b
  for b in "$build"/bin/bench_*; do "$b"; done
  bench/bench_sim.sh "$build/bin"
  tests/pack/speed.sh "$build/bin"
}

table() {
  echo "| benchmark | figure |"
  echo "|---|---|"
  awk -F ';' '/^#/ { note = substr($0, 3); next } NR > 1 { printf "| %s | %s |\n", $1, $2 } END { print "\n" note "." }' $csv
}

if [ -z "$only_table" ]; then
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  {
    echo "benchmark;figure"
    run | tee /dev/stderr | tr ';' ',' | sed -n 's/^\([^:]*[^: ]\) *: */\1;/p'
    echo "# $(nproc) processors ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)), $(gcc --version | head -n 1)," \
      "$(date -u +%Y-%m-%d); load when it began: $load"
  } >$csv.new
  mv $csv.new $csv
fi
table | flows/section.sh ${only_table:+-c} docs/verification.md bench
