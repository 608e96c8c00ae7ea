#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh [-t] BUILD area|lint [JOBS] -- measures a table of docs/verification.md: flattened synthesis of 16 cores, or lint of
# the whole corner grid (an hour on two processors). Writes docs/figures/flat_areas.csv or lint.csv, with the digest of the RTL
# that was measured, and puts the table into the page (section.sh). Areas of the same RTL and the same flags that are there already
# are kept. -t: only compares page and file.
set -euo pipefail
only_table=
if [ "${1:-}" = -t ]; then
  only_table=1
  shift
fi
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
what=$2
jobs=${3:-2}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
yosys_s=60 # lint: processor time that Yosys gets for a module of the largest cores
published="--negate early --widths uniform --acc int32"
core="--act int8 --luts 6 --fetchers 16"

# ---- areas: the points, as flags
area_points() {
  local mu reuse flags
  for mu in 1 2 3; do
    for reuse in 1 8; do
      echo "$core --mu $mu --reuse $reuse"
      echo "$core --mu $mu --reuse $reuse $published"
    done
  done
  for flags in "--negate early" "--widths uniform" "--acc int32" "--half false"; do
    echo "$core --mu 2 --reuse 8 $flags"
  done
}

# one FLAGS: its row, unless it is there with this RTL
# shellcheck disable=SC2317 # by bash -c
area_one() {
  local rtl row
  rtl=$("$root/flows/rtl_digest.sh" "$build/bin/tlut-gen" <<<"$1")
  ! grep -qF -- "$1;$rtl;" "$csv" 2>/dev/null || return 0
  # shellcheck disable=SC2086 # a list of flags
  row=$("$root/flows/area.sh" -t "$build/bin/tlut-gen" -- $1 </dev/null)
  flock "$build/flat_areas.lock" "$root/flows/record.sh" "$csv" "flags;rtl;area_um2;flip_flops;cells;tools" \
    "$1;$rtl;${row// /;};Yosys $(yosys -V | cut -d ' ' -f 2) with its ABC, osu018_stdcells.lib of Debian's qflow-tech-osu018 $(dpkg-query -W -f '${Version}' qflow-tech-osu018)"
  echo "$1: $row" >&2
}
export -f area_one
export root build

measure_area() {
  # shellcheck disable=SC2016
  area_points | tr '\n' '\0' | xargs -0 -P "$jobs" -I '{}' bash -euc 'area_one "$1"' one '{}'
}

table_area() {
  echo "Core of L = 6 tables and K = 16 fetchers, int8, max-n = 16384, flattened. As published: $published."
  echo
  area_points | awk -F ';' -v core="$core" -v published="$published" '
    FILENAME != "-" { if (FNR > 1) { area[$1] = $3; ff[$1] = $4; cells[$1] = $5; tools = $6 } next }
    { point[++n] = $1 }
    END {
      print "| mu | R | area, um2 | flip-flops | cells | as published: area, um2 | flip-flops | cells | ratio of areas |"
      print "|---|---|---:|---:|---:|---:|---:|---:|---:|"
      for (i = 1; i < 12; i += 2) {
        p = point[i]; q = point[i + 1]
        split(p, w, " ")
        if (!(p in area) || !(q in area)) { missing++; continue }
        printf "| %d | %d | %.0f | %d | %.0f | %.0f | %d | %.0f | %.3f |\n", w[8], w[10], area[p], ff[p], cells[p], area[q], ff[q], cells[q], area[p] / area[q]
      }
      print "\nWhat each choice costs by itself, at mu = 2, R = 8, against the defaults:\n"
      print "| changed | area, um2 | flip-flops | cells | ratio to the defaults |"
      print "|---|---:|---:|---:|---:|"
      for (i = 13; i <= 16; i++) {
        p = point[i]
        if (!(p in area)) { missing++; continue }
        printf "| `%s` | %.0f | %d | %.0f | %.3f |\n", substr(p, length(point[7]) + 2), area[p], ff[p], cells[p], area[p] / area[point[7]]
      }
      print "\n" tools "; um2 before layout." (missing ? " Not measured yet: " missing " rows." : "")
    }' "$csv" -
}

# ---- lint
measure_lint() {
  local status=0
  "$root/tests/lint/grid.sh" >"$dir/grid"
  "$root/tests/lint/corners.sh" -p "$build/lint-cache" -y $yosys_s -j "$jobs" -r "$dir/report" "$build/bin/tlut-gen" "$dir/grid" >&2 || status=1
  sed 's/.*| //' "$dir/report" | grep -v -- '--mu 6 --luts 256 --fetchers 512' >"$dir/flags"
  "$root/flows/rtl_digest.sh" "$build/bin/tlut-gen" <"$dir/flags" >"$dir/digests"
  paste -d ';' "$dir/flags" "$dir/digests" >"$dir/rtl"
  {
    echo "flags;rtl;how;verilator_s;icarus_s;yosys_s;given_up;tools"
    # whole V I Y LEFT | FLAGS, or: refused CODE | FLAGS
    sed 's/ *| /;/' "$dir/report" | awk -F ';' -v OFS=';' -v tools="$(verilator --version | cut -d ' ' -f 1,2), Icarus $(iverilog -V 2>/dev/null |
      sed -n '1s/.*version \([0-9.]*\).*/\1/p'), Yosys $(yosys -V | cut -d ' ' -f 2)" '
      FNR == NR { rtl[$1] = $2; next }
      { split($1, w, " "); if (w[1] == "refused") print $2, "", $1, "", "", "", "", tools; else print $2, rtl[$2], w[1], w[2], w[3], w[4], w[5], tools }' \
      "$dir/rtl" - | sort -V
  } >"$csv.new"
  mv "$csv.new" "$csv"
  return $status
}

table_lint() {
  echo "| mu | L | K = 1 | K = 2 | K = 3 | K = 512 |"
  echo "|---|---|---|---|---|---|"
  awk -F ';' '
    NR > 1 {
      split($1, w, " ") # --mu M --luts L --fetchers K --reuse R
      mark = $3 == "whole" ? "w" : $3 == "parts" ? ($7 > 0 ? "q" : "p") : $3 ~ /^refused/ ? "x" : "FAILED"
      column = w[6] == 409 ? 512 : w[6]
      cell[w[2], w[4], column, w[8]] = cell[w[2], w[4], column, w[8]] mark (w[6] == 409 ? "\x27" : "")
      n[mark]++
      for (i = 4; i <= 6; i++) s[i] += $i
      tools = $8
    }
    END {
      split("1 2 3 6", m, " "); split("1 2 3 256", l, " "); split("1 2 3 512", k, " "); split("1 2 3 256", r, " ")
      for (a = 1; a <= 4; a++) for (b = 1; b <= 4; b++) {
        printf "| %d | %d |", m[a], l[b]
        for (c = 1; c <= 4; c++) {
          for (d = 1; d <= 4; d++) printf " %s", (m[a], l[b], k[c], r[d]) in cell ? cell[m[a], l[b], k[c], r[d]] : "-"
          printf " |"
        }
        print ""
      }
      printf "\n%d clean as a whole, %d in parts, %d in parts of which Yosys gave some up, %d refused as they should be, %d failed. With %s.\n",
             n["w"], n["p"], n["q"], n["x"], n["FAILED"], tools
    }' "$csv"
}

export csv=$root/docs/figures/lint.csv
[ "$what" != area ] || csv=$root/docs/figures/flat_areas.csv
status=0
case $what$only_table in
  area) measure_area || status=1 ;;
  lint) measure_lint || status=1 ;;
  area1 | lint1) ;;
  *) echo "figures.sh: area or lint, not '$what'" >&2; exit 2 ;;
esac
if [ ! -s "$csv" ]; then
  echo "Not recorded yet: \`make $([ "$what" = area ] && echo figures || echo lint)\` writes the table here."
elif [ "$what" = area ]; then table_area; else table_lint; fi |
  "$root/flows/section.sh" ${only_table:+-c} "$root/docs/verification.md" "$what"
exit $status
