#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# findings.sh -- what the design space says: sweeps by the cost model, syntheses that check them, docs/findings.md.
#
#   flows/findings.sh [-b BIN_DIR] [-c CACHE] [-j JOBS] [-t TECH] [-s SECONDS] [-m UM2] [-n] [-a]
#
#   -j  that many syntheses at a time (default 2)
#   -t  the model's coefficients: another file than that of osu018
#   -s  start no synthesis after that many seconds; the page says what is not measured yet, the next run goes on
#   -m  leave out designs that the model takes to be larger (default 6000000 um2, some 150000 cells of osu018)
#   -n  no synthesis at all: sweeps and page only            -a  take no area from the record: measure all again
#
# The record of syntheses is docs/figures/findings_measured.csv; a row that is there is kept. Below it stands tlut-measure's
# cache, which knows a design by content: with -a, what has not changed since costs no time. Sweeps take a minute.
set -euo pipefail
export LC_ALL=C
tech=osu018 coefficients=osu018 lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
bin=build/bin cache=build/findings-cache seconds=1000000 largest=6000000 synthesize=1 again=0 jobs=2
while getopts b:c:j:t:s:m:na option; do
  case $option in
    b) bin=$OPTARG ;;
    c) cache=$OPTARG ;;
    j) jobs=$OPTARG ;;
    t) coefficients=$OPTARG ;;
    s) seconds=$OPTARG ;;
    m) largest=$OPTARG ;;
    n) synthesize=0 ;;
    a) again=1 ;;
    *) exit 2 ;;
  esac
done
here=$(cd "$(dirname "$0")" && pwd)
record=docs/figures/findings_measured.csv points=docs/figures/findings_points.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The model's figures of each design that a sweep has not given: architecture;MAC/cycle;um2 with buffers;MHz;pJ/MAC;key bits a MAC.
model() {
  while IFS= read -r arch; do
    # shellcheck disable=SC2086 # the architecture is a list of flags
    "$bin/tlut-cost" --tech "$coefficients" --json $arch | awk -F'[:,] *' -v arch="$arch" '
      $1 ~ /^  "/ { gsub(/[ "]/, "", $1); v[$1] = $2 }
      END {
        if (!v["mac_per_cycle"]) exit 1
        printf "%s;%.9g;%.9g;%.6g;%.6g;%.6g\n", arch, v["mac_per_cycle"], v["area_um2"] + v["buffer_area_um2"], v["fmax_mhz"],
          v["pj_per_mac"], v["key_gbit_per_s"] / v["gmac_per_s"]
      }' || { echo "findings.sh: the model has no figures for $arch" >&2; return 1; }
  done
}

# ---- what is compared: priority;set;label;architecture (priority 0: by the model only)
mkdir -p docs/figures "$cache"
"$here/findings_points.sh" "$bin" "$coefficients" "$work" | awk -v at=4 -f "$here/findings_flags.awk" >"$work/sets.csv"
awk -v at=1 -f "$here/findings_flags.awk" "$work/swept.csv" | sort -u >"$work/model_swept.csv"

# ---- the model's figures
cut -d';' -f4 "$work/sets.csv" | sort -u >"$work/all"
cut -d';' -f1 "$work/model_swept.csv" | sort -u | comm -23 "$work/all" - | model >"$work/model.csv"
cat "$work/model_swept.csv" >>"$work/model.csv"

# ---- syntheses, in the order of their priority, and of their size within one
[ -s $record ] || echo 'technology;architecture;cells_um2;buffers_um2;cells;flip_flops;fmax_mhz;rtl' >$record
status=0
if [ $synthesize = 1 ]; then
  [ -r $lib ] || { echo "findings.sh: $lib is missing; Debian package qflow-tech-osu018 has it" >&2; exit 2; }
  awk -F';' -v largest="$largest" 'NR == FNR { um2[$1] = $3; next }
    $1 > 0 && um2[$4] <= largest && (!($4 in first) || $1 < first[$4]) { first[$4] = $1 }
    END { for (a in first) printf "%d;%.0f;%s\n", first[a], um2[a], a }' "$work/model.csv" "$work/sets.csv" |
    sort -t';' -k1,1n -k2,2n -k3,3 | cut -d';' -f3 >"$work/queue"
  export TLUT_BIN=$bin TLUT_CACHE=$cache TLUT_TECH=$tech TLUT_LIB=$lib TLUT_RECORD=$record TLUT_AGAIN=$again
  TLUT_END=$(($(date +%s) + seconds - SECONDS)) xargs -d '\n' -a "$work/queue" -n 1 -P "$jobs" "$here/findings_one.sh" || status=1
fi

# ---- joined, and the page
awk -F';' -v OFS=';' -v tech=$tech -v largest="$largest" -v record=$record '
  FILENAME == record { if ($1 == tech) measured[$2] = ($3 + $4) ";" $4 ";" $5 ";" $6 ";" $7; next }
  FILENAME ~ /model.csv$/ { model[$1] = substr($0, length($1) + 2); um2[$1] = $3; next }
  FNR == 1 { print "set;label;architecture;mac_per_cycle;model_um2;model_mhz;model_pj_per_mac;key_bits_per_mac;state;" \
             "measured_um2;buffers_um2;cells;flip_flops;measured_mhz" }
  {
    state = $4 in measured ? "measured" : $1 == 0 ? "model only" : um2[$4] > largest ? "too large" : "not measured yet"
    print $2, $3, $4, model[$4], state, state == "measured" ? measured[$4] : ";;;;"
  }' $record "$work/model.csv" "$work/sets.csv" >$points
awk -F';' -f "$here/findings.awk" -f "$here/findings_text.awk" -f "$here/findings_summary.awk" -v tiles=docs/figures/tile_areas.csv -v tech=$tech \
  $points "$here/findings.in" >"$work/findings.md"
"$here/findings_plot.sh" $points docs/figures/findings_mu.svg
mv "$work/findings.md" docs/findings.md
exit $status
