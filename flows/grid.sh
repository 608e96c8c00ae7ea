#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# grid.sh [-t] BUILD -- the whole co-simulation grid in Verilator; goes on where it stopped. Once all of it has been run, it writes
# docs/figures/grid.csv, with the digest of the RTL, and the table of docs/verification.md. -t: only compares page and file.
# grid.sh -d BUILD: prints the digest, of every eleventh core of the grid.
set -euo pipefail
how=${1:-}
case $how in -*) shift ;; *) how= ;; esac
build=$(cd "${1:-build}" && pwd)
cd "$(dirname "$0")/.."
csv=docs/figures/grid.csv

digest() {
  "$build/bin/grid" list | sed -n '1~11p' | flows/rtl_digest.sh "$build/bin/tlut-gen" | sha256sum | cut -c 1-16
}

table() {
  echo "| points | runs of a core | wrong | wall time of a run from nothing, s | with |"
  echo "|---:|---:|---:|---:|---|"
  awk -F ';' 'NR > 1 { printf "| %d | %d | %d | %s | %s |\n", $1, $2, $3, $4, $6 }' $csv
}

case $how in
  -d) digest ;;
  -t) table | flows/section.sh -c docs/verification.md grid ;;
  *)
    rtl=$(digest)
    mkdir -p "$build/cosim-cache"
    status=0
    start=$SECONDS
    "$build/bin/grid" all | tee "$build/grid.log" || status=$?
    read -r run wrong passed < <(sed -n 's/^grid: \([0-9]*\) points run.* \([0-9]*\) wrong; \([0-9]*\) had passed before.*/\1 \2 \3/p' "$build/grid.log")
    read -r points runs < <("$build/bin/grid" count)
    [ "$((run + passed))" -eq "$points" ] || { echo "grid.sh: not the whole grid; the next run goes on" >&2; exit 1; }
    seconds=$((SECONDS - start))
    [ "$passed" -eq 0 ] || seconds="in parts"
    flows/record.sh $csv "points;runs;wrong;seconds;rtl;tools" "$points;$runs;$wrong;$seconds;$rtl;$(verilator --version | cut -d ' ' -f 1,2), $(gcc --version | head -n 1)"
    table | flows/section.sh docs/verification.md grid
    exit $status
    ;;
esac
