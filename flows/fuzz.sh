#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [-s SECONDS] BUILD [TARGET...] -- long runs of the fuzz targets (default: all, 600 s each), one after the other, by
# fuzz/run.sh in BUILD/fuzz. Records each in docs/figures/fuzz.csv, in the place of its last one, and writes the table of
# docs/verification.md. Status 1 if something was found; it is recorded too.
# fuzz.sh -t: only compares the page with the file (section.sh -c).
set -euo pipefail
seconds=600
only_table=
while getopts s:t option; do
  case $option in
    s) seconds=$OPTARG ;;
    t) only_table=1 ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
cd "$(dirname "$0")/.."
csv=docs/figures/fuzz.csv
head="target;seconds;cpu_seconds;executions;findings;compiler"

table() {
  echo "| target | input | wall time, s | processor time, s | executions | findings |"
  echo "|---|---|---:|---:|---:|---|"
  awk -F ';' '
    BEGIN {
      input["arch"] = "architecture: XML, rules, derived numbers, network"
      input["sweep"] = "sweep: XML, lists, limits, space, canonical form"
      input["workload"] = "workload: XML"
      input["tech"] = "technology: XML"
      input["set"] = "`--set`, lists, limits and clocks of the command line"
      input["gguf"] = "GGUF: header, tensors, all ternary layouts"
      input["safetensors"] = "safetensors: JSON header, packed and plain tensors"
      input["npy"] = "NumPy arrays"
    }
    NR > 1 {
      while (match($4, /[0-9][0-9][0-9][0-9]($|,)/)) $4 = substr($4, 1, RSTART) "," substr($4, RSTART + 1)
      printf "| `%s` | %s | %d | %s | %s | %s |\n", $1, input[$1], $2, $3 == "" ? "not recorded" : $3, $4, $5 == 0 ? "none" : $5
      compiler = $6
    }
    END { print "\nWith " compiler ", libFuzzer, AddressSanitizer and UBSan." }' $csv
}

# run TARGET: its row
run() {
  local log="$build/fuzz/long-$1.log" status=0 user system
  TIMEFORMAT='%U %S'
  { time fuzz/run.sh "$build/fuzz" "$1" "$seconds" >"$log" 2>&1 || status=$?; } 2>"$log.time"
  if [ $status = 77 ]; then cat "$log" >&2; exit 77; fi
  read -r user system < <(tail -n 1 "$log.time")
  awk -v target="$1" -v seconds="$seconds" -v cpu="$user $system" -v failed=$((status != 0)) \
    -v compiler="$(clang --version | sed -n '1s/.*\(clang version [0-9.]*\).*/\1/p')" '
    /^stat::number_of_executed_units:/ { executions = $2 }
    match($0, / in [0-9]+ second/) { seconds = substr($0, RSTART + 4, RLENGTH - 11) }
    END {
      split(cpu, part, " ")
      printf "%s;%d;%d;%d;%d;%s\n", target, seconds, part[1] + part[2], executions, failed, compiler
    }' "$log"
}

if [ -n "$only_table" ]; then
  table | flows/section.sh -c docs/verification.md fuzz
  exit
fi
build=$(cd "${1:?BUILD is missing}" && pwd)
shift
[ $# -gt 0 ] || set -- arch sweep workload tech set gguf safetensors npy
mkdir -p "$build/fuzz"
found=0
for target; do
  row=$(run "$target")
  echo "$row"
  flows/record.sh $csv "$head" "$row"
  if [ "$(cut -d ';' -f 5 <<<"$row")" != 0 ]; then
    found=1
    tail -n 40 "$build/fuzz/long-$target.log" >&2
  fi
  table | flows/section.sh docs/verification.md fuzz
done
exit $found
