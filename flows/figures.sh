#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh BUILD area|lint [JOBS] -- measures a table of docs/verification.md and puts it there (section.sh). Takes
# minutes: synthesis of 16 cores, lint of 260.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "$1/bin" && pwd)
what=$2
jobs=${3:-2}
page=$root/docs/verification.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
published="--negate early --widths uniform --acc int32"

# Yosys, and the library with its version, as Debian numbers it.
provenance() {
  echo "Yosys $(yosys -V | cut -d ' ' -f 2) with its ABC; osu018_stdcells.lib of Debian's qflow-tech-osu018" \
    "$(dpkg-query -W -f '${Version}' qflow-tech-osu018); um2 before layout; tlut $("$bin/tlut-gen" --version | cut -d ' ' -f 2)."
}

# Synthesizes each line of a list, JOBS at a time, and leaves "area flip-flops cells" in $dir/<line number>.
synthesize() {
  # shellcheck disable=SC2016
  awk '{ printf "%d %s%c", NR, $0, 0 }' "$1" | xargs -0 -P "$jobs" -I '{}' bash -euc '
    read -r number flags <<<"$1"
    "$2/flows/area.sh" -t "$3/tlut-gen" -- $flags >"$4/$number"' area '{}' "$root" "$bin" "$dir"
}

area() {
  local n=0 flags a f c pa pf pc
  for point in "1 1" "1 8" "2 1" "2 8" "3 1" "3 8"; do
    read -r mu reuse <<<"$point"
    echo "--act int8 --luts 6 --fetchers 16 --mu $mu --reuse $reuse"
    echo "--act int8 --luts 6 --fetchers 16 --mu $mu --reuse $reuse $published"
  done >"$dir/list"
  for flags in "--negate early" "--widths uniform" "--acc int32" "--half false"; do
    echo "--act int8 --luts 6 --fetchers 16 --mu 2 --reuse 8 $flags"
  done >>"$dir/list"
  synthesize "$dir/list"
  echo "Core of L = 6 tables and K = 16 fetchers, int8, max-n = 16384. As published: $published."
  echo
  echo "| mu | R | area | flip-flops | cells | as published: area | flip-flops | cells | ratio of areas |"
  echo "|---|---|---|---|---|---|---|---|---|"
  for point in "1 1" "1 8" "2 1" "2 8" "3 1" "3 8"; do
    read -r a f c <"$dir/$((n + 1))"
    read -r pa pf pc <"$dir/$((n + 2))"
    n=$((n + 2))
    awk -v a="$a" -v f="$f" -v c="$c" -v pa="$pa" -v pf="$pf" -v pc="$pc" -v point="${point/ / | }" \
      'BEGIN { printf "| %s | %.0f | %d | %d | %.0f | %d | %d | %.3f |\n", point, a, f, c, pa, pf, pc, a / pa }'
  done
  echo
  echo "What each choice costs by itself, at mu = 2, R = 8, against the defaults:"
  echo
  echo "| changed | area | flip-flops | cells | ratio to the defaults |"
  echo "|---|---|---|---|---|"
  read -r pa pf pc <"$dir/7"
  for flags in "--negate early" "--widths uniform" "--acc int32" "--half false"; do
    n=$((n + 1))
    read -r a f c <"$dir/$n"
    awk -v a="$a" -v f="$f" -v c="$c" -v pa="$pa" -v flags="$flags" \
      'BEGIN { printf "| `%s` | %.0f | %d | %d | %.3f |\n", flags, a, f, c, a / pa }'
  done
  echo
  provenance
}

lint() {
  "$root/tests/lint/grid.sh" >"$dir/grid"
  "$root/tests/lint/corners.sh" -p "$bin/../lint-cache" -j "$jobs" -r "$dir/report" "$bin/tlut-gen" "$dir/grid" >"$dir/summary" || { cat "$dir/summary" >&2; exit 1; }
  echo "| mu | L | K = 1 | K = 2 | K = 3 | K = 512 |"
  echo "|---|---|---|---|---|---|"
  awk '
    # whole v i y | --mu M --luts L --fetchers K --reuse R
    { sub(/.*\| /, "& "); how = $1; for (i = 1; i < NF; i++) if ($i ~ /^--/) v[$i] = $(i + 1)
      mark = how == "whole" ? "w" : how == "parts" ? "p" : how == "refused" ? "x" : "FAILED"
      row = v["--mu"] " | " v["--luts"]; column = v["--fetchers"] == 409 ? 512 : v["--fetchers"]
      if (v["--fetchers"] == 409) mark = mark "\x27"
      cell[row, column, v["--reuse"], mark ~ /\x27/] = mark }
    END {
      split("1 2 3 6", m, " "); split("1 2 3 256", l, " "); split("1 2 3 512", k, " "); split("1 2 3 256", r, " ")
      for (a = 1; a <= 4; a++) for (b = 1; b <= 4; b++) {
        row = m[a] " | " l[b]; printf "| %s |", row
        for (c = 1; c <= 4; c++) {
          for (d = 1; d <= 4; d++) printf " %s%s", cell[row, k[c], r[d], 0], cell[row, k[c], r[d], 1]
          printf " |"
        }
        print ""
      }
    }' "$dir/report"
  echo
  echo "$(cat "$dir/summary"). $(verilator --version | cut -d ' ' -f 1,2), Icarus $(iverilog -V 2>/dev/null | sed -n '1s/.*version \([0-9.]*\).*/\1/p'), Yosys $(yosys -V | cut -d ' ' -f 2)."
}

case $what in
  area | lint) "$what" >"$dir/table" ;;
  *) echo "figures.sh: area or lint, not '$what'" >&2; exit 2 ;;
esac
"$root/flows/section.sh" "$page" "$what" <"$dir/table"
