#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# records_doc.sh [-c] -- what docs/figures/formal*.csv and mutation.csv hold, in figures, into docs/verification.md, and the number
# of mutants into README.md; -c compares only (section.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
figures=docs/figures check=${1:-}
[ "${TLUT_UPDATE:-0}" != 1 ] || check=''

# rows CSV [METHOD]: its rows without comments and heading; those of a method
rows() { awk -F ';' -v method="${2:-}" '!/^#/ && n++ && (method == "" || $3 == method) { k++ } END { print k + 0 }' "$figures/$1.csv"; }
proofs=$(rows formal) covers=$(rows formal cover) tasks=$(tests/formal/run.sh -l | grep -c .)
faults=$(rows formal_mutants) planted=$(grep -c '^[qa]|' tests/formal/mutants.txt)

# The texts of a mutant may hold commas; what stands behind them does not.
read -r killed survived equivalent rest planned rate < <(awk -F, '
  FNR == 1 { for (i = 2; i <= split($0, w, " "); i++) if (w[i] == "mutants") planned = w[i - 1] }
  !/^#/ && !/^number,/ { n[$(NF - 1)]++ }
  END {
    k = n["killed"]; s = n["survived"]
    printf "%d %d %d %d %d %s\n", k, s, n["equivalent"], n["same"] + n["refused"], planned, k + s ? sprintf("%.1f", 100 * k / (k + s)) : "-"
  }' $figures/mutation.csv)
mutants="$killed of $((killed + survived)) mutants"

{
  echo "| on record | figure |"
  echo "|---|---|"
  echo "| proofs that hold | $proofs of $tasks: $((proofs - covers)) complete or for all time, $covers sets of" \
    "covers |"
  echo "| planted faults that proofs find | $faults of $planted |"
  echo "| mutants that tests kill | $mutants that differ, $rate %; besides them $equivalent equivalent ones, and $rest that the compiler" \
    "makes nothing else of or refuses; $((killed + survived + equivalent + rest)) of $planned planned are run |"
} | flows/section.sh ${1:+"$1"} docs/verification.md records

if grep -q "$mutants" README.md; then
  exit 0
elif [ -n "$check" ]; then
  echo "records_doc.sh: README.md does not say '$mutants'; TLUT_UPDATE=1 and the same command repairs it" >&2
  exit 1
fi
sed -E "s/[0-9]+ of [0-9]+ mutants/$mutants/" README.md >README.md.new
grep -q "$mutants" README.md.new || { echo "records_doc.sh: README.md has no place for '$mutants'" >&2; rm README.md.new; exit 1; }
mv README.md.new README.md
