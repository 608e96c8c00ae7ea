#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# corners.sh [-p CACHE] [-y SECONDS] [-j JOBS] [-r REPORT] TLUT_GEN LIST -- lints each architecture of LIST with flows/lint.sh.
#
# LIST, or "-" for standard input, holds one architecture a line; lines may be empty or comments (#). "parts " before the
# flags: in parts (lint.sh -p CACHE). "refused CODE " before them: tlut-gen has to refuse it with that diagnostic.
# Prints one summary line, and what is wrong; REPORT gets a line for each architecture.
# -y SECONDS: of processor time that Yosys gets for a module of a core in parts; 0: none, for the largest fetch takes it an hour.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=
seconds=unlimited
jobs=1
report=
while getopts p:y:j:r: option; do
  case $option in
    p) cache=$OPTARG ;;
    y) seconds=$OPTARG ;;
    j) jobs=$OPTARG ;;
    r) report=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
gen=$1
list=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
[ -n "$cache" ] || cache=$dir/cache

one() {
  local line=$1 how=whole status=0 said
  local options=()
  case $line in
    "refused "*)
      how=${line#refused } how=${how%% *} line=${line#refused * }
      # shellcheck disable=SC2086
      "$gen" $line -o "$dir/refused.$$" >"$dir/said.$$" 2>&1 || status=$?
      if [ $status -ne 1 ] || ! grep -q "error\\[$how\\]" "$dir/said.$$"; then
        echo "lint: $line: not refused with $how" >"$dir/bad.$$"
        echo "FAILED | $line"
      else
        echo "refused $how | $line"
      fi
      return ;;
    "parts "*) how=parts line=${line#parts } options=(-p "$cache" -y "$seconds") ;;
  esac
  # shellcheck disable=SC2086
  said=$("$root/flows/lint.sh" -t "$gen" ${options[@]+"${options[@]}"} -- $line 2>"$dir/said.$$") || status=$?
  if [ $status -eq 3 ] && grep -q 'error\[E050\]' "$dir/said.$$"; then
    echo "not-built | $line"
  elif [ $status -ne 0 ]; then
    mv "$dir/said.$$" "$dir/bad.$$"
    echo "FAILED | $line"
  else
    echo "$how $said | $line"
  fi
}
export -f one
export root gen dir cache seconds

# shellcheck disable=SC2016
sed 's/ *#.*//' "$list" | grep -v '^$' | tr '\n' '\0' | xargs -0 -P "$jobs" -I '{}' bash -euc 'one "$1"' one '{}' >"$dir/report"
# The same fault is often in many: three in full.
for said in $(find "$dir" -name 'bad.*' | head -n 3); do cat "$said" >&2; done
grep '^FAILED' "$dir/report" >&2 || true
[ -z "$report" ] || cp "$dir/report" "$report"
awk '
  { n[$1]++; left += $1 == "parts" && $5 > 0; for (i = 2; i <= 4; i++) if ($1 == "whole" || $1 == "parts") s[i] += $i }
  END {
    printf "%d clean as a whole, %d in parts (Yosys gave up modules of %d), %d refused as they should be, %d not built yet, %d FAILED; Verilator %.0f s, Icarus %.0f s, Yosys %.0f s\n",
      n["whole"], n["parts"], left, n["refused"], n["not-built"], n["FAILED"], s[2], s[3], s[4]
    exit n["FAILED"] > 0 || NR == 0
  }' "$dir/report"
