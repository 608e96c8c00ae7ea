#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# netlist.sh BIN_DIR SIMULATORS ARCHITECTURE... -- the netlist of a small core, synthesized for osu018, gives the same bits in
# the same cycles as the golden model, in each of SIMULATORS (comma between): back-to-back jobs, with and without random stalls
# and garbage. The last run is of a netlist with one gate changed, which has to be found out.
# LIBERTY=FILE: with another library.
set -euo pipefail
bin=$1
IFS=, read -ra simulators <<<"$2"
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

read -r area flipflops cells < <("$root/flows/netlist.sh" ${LIBERTY:+-l "$LIBERTY"} -t "$bin/tlut-gen" -o "$dir/netlist.v" -- "$@")
for simulator in "${simulators[@]}"; do
  for stall in 0 0.3; do
    "$bin/tlut-sim" "$@" --rtl "$dir/netlist.v" --simulator "$simulator" --cache "$dir/cache" --quiet \
      --shape 13x29 --jobs 3 --stall $stall --seed 5 >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
    grep -q '^verdict  *bit-exact' "$dir/log"
  done
done
# Exclusive-or gates are in every adder: the first one becomes its complement.
sed '/^module tlut_/,$ { 0,/^  XOR2X1 /s//  XNOR2X1 / }' "$dir/netlist.v" >"$dir/bad.v"
if [ -z "${LIBERTY:-}" ]; then
  if cmp -s "$dir/netlist.v" "$dir/bad.v"; then
    echo "error: no gate was changed" >&2
    exit 1
  fi
  status=0
  "$bin/tlut-sim" "$@" --rtl "$dir/bad.v" --simulator icarus --quiet --shape 13x29 --jobs 3 --seed 5 >"$dir/log" 2>&1 || status=$?
  if [ $status -ne 1 ] || ! grep -q '^verdict  *FAILED' "$dir/log"; then
    cat "$dir/log"
    echo "error: a changed gate went unnoticed (status $status)" >&2
    exit 1
  fi
fi
echo "netlist of $cells cells, $flipflops flip-flops, $area um2: bit-exact in ${simulators[*]}; a changed gate is found"
