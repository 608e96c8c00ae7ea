#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# validate.sh -- calibrates the shipped technologies anew and judges them, all of them or those that are named:
#
#   flows/validate.sh [-j JOBS] [-c CACHE] [TECHNOLOGY[=LIBERTY] ...]
#
# osu018 and osu035 come from Debian's qflow-tech packages; the others need their Liberty file. Writes tech/*.xml with the
# errors, docs/figures/validate_*.csv and .svg, docs/figures/train_*.csv, and the tables in docs/cost-model.md and docs/system.md. An hour or so
# for each on two cores; goes on where it stopped.
set -euo pipefail
jobs=2
cache=()
while getopts j:c: option; do
  case $option in
    j) jobs=$OPTARG ;;
    c) cache=(--cache "$OPTARG") ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- osu018 osu035
cd "$(dirname "$0")/.."
cost=build/bin/tlut-cost
status=0
for argument; do
  name=${argument%%=*}
  args=()
  case $name in
    osu018 | osu035)
      lib=/usr/share/qflow/tech/$name/${name}_stdcells.lib
      args+=(--source "Debian package qflow-tech-$name: OSU standard cells") ;;
    sky130hd)
      args+=(--dont-use '*lpflow*' --dont-use '*probe*' --source "SkyWater 130 nm high density, tt 25 C 1.8 V, as in OpenSTA's examples") ;;
    sg13g2) args+=(--source "IHP SG13G2 130 nm, typ 25 C 1.2 V, as in OpenSTA's tests") ;;
    asap7) args+=(--source "ASAP7 7 nm predictive, RVT, TT 25 C 0.7 V, as in OpenROAD-flow-scripts, NLDM files merged") ;;
  esac
  case $argument in *=*) lib=${argument#*=} ;; esac
  [ -r "${lib:-}" ] || { echo "validate.sh: $name needs its Liberty file: $name=FILE" >&2; exit 2; }
  "$cost" calibrate --liberty "$lib" --name "$name" -o "tech/$name.xml" --csv "docs/figures/train_$name.csv" -j "$jobs" \
    "${cache[@]}" "${args[@]}"
  "$cost" validate --tech "tech/$name.xml" --liberty "$lib" -j "$jobs" "${cache[@]}" --record "tech/$name.xml" \
    --csv "docs/figures/validate_$name.csv" --svg "docs/figures/validate_$name.svg" || status=1
done
flows/cost_doc.sh
cmake --build build >/dev/null # the programs hold the coefficients
flows/system_tables.sh
exit $status
