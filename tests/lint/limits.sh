#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# limits.sh [FILE] -- the parameters of the floating-point modules: the outermost legal values elaborate, and the next ones are
# refused by the module whose name says why. FILE stands in the place of the module of its name; then only that one is tried.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
file=${1:-} failed=0 count=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# limit MODULE REASON PARAMETER=VALUE...: REASON is - for legal values, or a part of the name of the module that is missing then.
limit() {
  local top=$1 reason=$2 parameter options=() status=0
  shift 2
  [ -z "$file" ] || [ "$(basename "$file" .v)" = "$top" ] || return 0
  for parameter; do options+=("-P$top.$parameter"); done
  count=$((count + 1))
  iverilog -g2005 -s "$top" "${options[@]}" -o "$dir/a.vvp" "${file:-$root/templates/rtl/$top.v}" -y "$root/templates/rtl" \
    >"$dir/log" 2>&1 || status=1
  case $reason$status in
    -0) ;;
    -*) echo "error: $top: $* is legal, but refused:"; head -n 3 "$dir/log"; failed=1 ;;
    *0) echo "error: $top: $* is taken"; failed=1 ;;
    *) grep -q "tlut_error_.*$reason" "$dir/log" ||
         { echo "error: $top: $* is refused, but not because of '$reason':"; head -n 3 "$dir/log"; failed=1; } ;;
  esac
}

stages() { # MODULE LARGEST
  limit "$1" - PipeRegs=0
  limit "$1" - "PipeRegs=$2"
  limit "$1" "PipeRegs_must_be_0_to_$2" PipeRegs=-1
  limit "$1" "PipeRegs_must_be_0_to_$2" "PipeRegs=$(($2 + 1))"
}
stages tlut_fp_add 8
stages tlut_fp_convert 2
stages tlut_fp_from_fixed 4
stages tlut_fp_mul 4
# A sum of ManWidth + 4 bits is normalised in clog2 of that many steps.
limit tlut_fp_add - ManWidth=2 ExpWidth=3
limit tlut_fp_add ManWidth_needs_2_bits ManWidth=1 ExpWidth=3
limit tlut_fp_add ManWidth_needs_2_bits ManWidth=2 ExpWidth=2
# 5 to 6 exponent bits move the bias by 16.
limit tlut_fp_convert - FromManWidth=16 ToExpWidth=6
limit tlut_fp_convert source_subnormals FromManWidth=17 ToExpWidth=6
limit tlut_fp_convert - FromManWidth=17 ToExpWidth=5
limit tlut_fp_from_fixed - SumWidth=2
limit tlut_fp_from_fixed SumWidth_must_be SumWidth=1
limit tlut_fp_to_fixed - Window=12
limit tlut_fp_to_fixed Window_must_hold Window=11
limit tlut_fp_to_fixed - Window=40 # one fraction bit is rounded away, nothing below it
limit tlut_fp_to_fixed - Top=-14
limit tlut_fp_to_fixed Top_lies_below Top=-15
[ $failed -eq 0 ]
[ $count -gt 0 ] || [ -n "$file" ]
echo "$count limits of parameters hold"
