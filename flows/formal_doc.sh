#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# formal_doc.sh -- puts the tables of docs/figures/formal*.csv between the marks of docs/formal.md; -c compares only.
set -euo pipefail
page=docs/formal.md
# Names on standard input that are not in the first column of the CSV.
missing() {
  grep -vxFf <(cut -d ';' -f 1 "$1") | awk '
    { list = list (NR == 1 ? "" : ", ") "`" $0 "`" }
    END { if (NR > 0) print "\nNot recorded yet (`make formal`): " list "." }' || true
}
proofs() {
  awk -F ';' '
    NR == 1 { next }
    {
      part = $1 ~ /^(build|seq|hold)-/ ? "Table build" : $1 ~ /^fetch-/ ? "Fetch" : $1 ~ /^path-/ ? "Paths" : \
             $1 ~ /^cover-/ ? "Covers" : $1 ~ /^adder-/ ? "Stages of the adder" : $2 ~ /data/ ? "Values" : "Rules"
      if (part != last) {
        if (last != "") print ""
        print "| " part " | method | reach | note | CPU s | architecture |"
        print "|---|---|---|---|---|---|"
        last = part
      }
      reach = $4 == "complete" ? "complete" : $4 ~ /^k=/ ? "complete, " $4 : $4 " cycles"
      print "| `" $1 "` | " $3 " | " reach " | " $5 " | " $7 " | `" $10 "` |"
      n++; s += $7; tools[$8]
    }
    END {
      for (t in tools) list = list (list == "" ? "" : "; ") t
      printf "\n%d proofs, all hold; %.0f s of CPU time in sum; %s.\n", n, s, list
    }' docs/figures/formal.csv
  tests/formal/run.sh -l | cut -d '|' -f 1 | missing docs/figures/formal.csv
}
faults() {
  awk -F ';' '
    NR == 1 { print "| fault | in | found by | in the statement |"; print "|---|---|---|---|"; next }
    { print "| `" $1 "` | `" $6 "` | `" $2 "` | `" $3 "` |" }' docs/figures/formal_mutants.csv
  sed -n 's/^[qa]|\([^|]*\)|.*/\1/p' tests/formal/mutants.txt | missing docs/figures/formal_mutants.csv
}
fill() {
  awk -v proofs="$(proofs)" -v faults="$(faults)" '
    /<!-- \/(proofs|faults) -->/ { skip = 0 }
    !skip { print }
    /<!-- proofs -->/ { print proofs; skip = 1 }
    /<!-- faults -->/ { print faults; skip = 1 }' "$page"
}
if [ "${1:-}" = -c ]; then
  diff "$page" <(fill) || { echo "formal_doc.sh: $page is not what docs/figures says; flows/formal_doc.sh writes it" >&2; exit 1; }
else
  fill >"$page.new"
  mv "$page.new" "$page"
fi
