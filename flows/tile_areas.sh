#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tile_areas.sh -- areas of 32-output tiles: lookup tables against both baselines. Writes docs/figures/tile_areas.csv.
#
#   flows/tile_areas.sh [-t TLUT_GEN] [-o CSV] TECHNOLOGY=LIBERTY...
#
# Each point is one row; rows that are there already are kept, so an interrupted run goes on where it stopped and a changed
# point is measured again when its row is deleted. The last column is the digest of the RTL (rtl_digest.sh). Hierarchy kept (area.sh -k): flattening 1024 floating-point adders takes
# hours. A point takes one to five minutes.
set -euo pipefail
here=$(dirname "$0")
gen=build/bin/tlut-gen
out=docs/figures/tile_areas.csv
while getopts t:o: option; do
  case $option in
    t) gen=$OPTARG ;;
    o) out=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "tile_areas.sh: give TECHNOLOGY=LIBERTY, such as osu018=/usr/share/qflow/tech/osu018/osu018_stdcells.lib" >&2; exit 2; }

# group | macs a beat | architecture; a group is compared within itself
points() {
  local ieee="--act fp16 --acc fp16 --fetchers 32 --reuse 8" wide="--act fp16 --fetchers 32"
  local aligned="--act fp16 --arith aligned --window 24 --fetchers 32" int8="--act int8 --fetchers 32 --reuse 1"
  cat <<POINTS
fp16 ieee, fp16 accumulators, R=8|1024|$ieee --kind signflip --luts 32
fp16 ieee, fp16 accumulators, R=8|1024|$ieee --kind multiplier --luts 32
fp16 ieee, fp16 accumulators, R=8|1024|$ieee --mu 2 --luts 16
fp16 ieee, fp16 accumulators, R=8|1056|$ieee --mu 3 --luts 11 --build sequential --build-adders 2
fp16 ieee, fp32 accumulators, R=8|1024|$wide --reuse 8 --kind signflip --luts 32
fp16 ieee, fp32 accumulators, R=8|1056|$wide --reuse 8 --mu 3 --luts 11 --build sequential --build-adders 2
fp16, R=1: ieee baseline, aligned tables|1024|$wide --reuse 1 --kind signflip --luts 32
fp16, R=1: ieee baseline, aligned tables|1024|$aligned --reuse 1 --max-n 6912 --mu 2 --luts 16
fp16 aligned, window 24, R=8|1024|$aligned --reuse 8 --kind signflip --luts 32
fp16 aligned, window 24, R=8|1024|$aligned --reuse 8 --mu 2 --luts 16
int8, R=1|768|$int8 --kind signflip --luts 24
int8, R=1|768|$int8 --kind multiplier --weight-bits 2 --luts 24
int8, R=1|768|$int8 --kind multiplier --luts 24
int8, R=1|768|$int8 --mu 2 --luts 12
int8, R=1|768|$int8 --mu 3 --luts 8
POINTS
}

[ -s "$out" ] || echo "technology;group;macs_per_beat;architecture;area_um2;flip_flops;cells;rtl" >"$out"
for pair in "$@"; do
  points | while IFS='|' read -r group macs arch; do
    key="${pair%%=*};$group;$macs;$arch;"
    grep -qF "$key" "$out" && continue
    # shellcheck disable=SC2086 # the architecture is a list of flags
    read -r area ffs cells < <("$here/area.sh" -k -l "${pair#*=}" -t "$gen" -- $arch </dev/null)
    echo "$key$area;$ffs;$cells;$("$here/rtl_digest.sh" "$gen" <<<"$arch")" >>"$out"
    echo "$key$area"
  done
done
