#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# sanitizers.sh [-j JOBS] [LABEL...] -- builds with AddressSanitizer and UBSan (preset asan) and runs the tests of each label
# (default: all). Records each label in docs/figures/sanitizers.csv, in the place of its last run, and writes the table of
# docs/verification.md. Status 1 if a test failed; it is recorded too. Times out six times as late as the plain tests.
# sanitizers.sh -t: only compares the page with the file (section.sh -c).
set -euo pipefail
jobs=2
only_table=
while getopts j:t option; do
  case $option in
    j) jobs=$OPTARG ;;
    t) only_table=1 ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
cd "$(dirname "$0")/.."
csv=docs/figures/sanitizers.csv
head="label;tests;passed;failed;skipped;reports;seconds;names of the failed"

table() {
  echo "| label | tests | passed | failed | skipped | reports of the sanitizers | s | failed |"
  echo "|---|---:|---:|---:|---:|---:|---:|---|"
  awk -F ';' 'NR > 1 { printf "| `%s` | %d | %d | %d | %d | %d | %d | %s |\n", $1, $2, $3, $4, $5, $6, $7, $8 }' $csv
}

# run LABEL: its row
run() {
  local xml=build/asan/sanitizers-$1.xml
  rm -f "$xml"
  ctest --preset asan -j "$jobs" -L "^$1\$" --output-junit "$PWD/$xml" >"build/asan/sanitizers-$1.log" 2>&1 </dev/null || true
  [ -s "$xml" ] || { tail "build/asan/sanitizers-$1.log" >&2; exit 1; }
  awk -v label="$1" '
    function value(name) {
      return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
    }
    /<testcase / {
      status = value("status")
      count[status]++
      tests++
      if (status == "fail") failed = failed (failed == "" ? "" : ", ") value("name")
    }
    /ERROR: (Address|Leak)Sanitizer|: runtime error: / { reports++ }
    /^[ \t]*time="/ && !seconds { seconds = $0; gsub(/[^0-9.]/, "", seconds) }
    END {
      printf "%s;%d;%d;%d;%d;%d;%d;%s\n", label, tests, count["run"], count["fail"],
             tests - count["run"] - count["fail"], reports, seconds, failed
    }' "$xml"
}

if [ -n "$only_table" ]; then
  table | flows/section.sh -c docs/verification.md sanitizers
  exit
fi
cmake --preset asan >/dev/null
cmake --build --preset asan -j "$jobs" >build/asan/build.log || { tail build/asan/build.log >&2; exit 1; }
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046 # one word a label
  set -- $(ctest --preset asan --print-labels | sed -n 's/^  //p')
fi
wrong=0
for label; do
  row=$(run "$label")
  echo "$row"
  flows/record.sh $csv "$head" "$row"
  [ "$(echo "$row" | cut -d ';' -f 4)" = 0 ] || wrong=1
  table | flows/section.sh docs/verification.md sanitizers
done
exit $wrong
