#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# area.sh -- synthesize one architecture (its wrapper: what a user instantiates) with Yosys + ABC and print its cell area.
#
#   flows/area.sh [-l LIBERTY] [-t TLUT_GEN] [-n NETLIST.v] [-f FUNCTIONAL.v] [-k] -- ARCHITECTURE...
#
# ARCHITECTURE is what tlut-gen takes (a file, --set, flags). Prints one line: area flip-flops cells. The area is in the
# Liberty file's unit (um2), pre-layout. LIBERTY may be gzipped; default: osu018 of Debian's qflow-tech-osu018.
# -n keeps the netlist for timing and power tools (ports split into bits). -f keeps it for simulation, in one file with the
# library's cells as Yosys reads their functions from the Liberty file.
# -k keeps the module hierarchy (much faster on large cores; no optimization across modules).
# Cells that are no logic of their own kind (sky130 lpflow and probe cells) are left out of the library copy, because
# Yosys 0.23 cannot be told not to use them. Fails if a cell has no area: Yosys would count it as zero.
set -euo pipefail
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
gen=tlut-gen
netlist=
functional=
flatten=-flatten
while getopts l:t:n:f:k option; do
  case $option in
    l) lib=$OPTARG ;;
    t) gen=$OPTARG ;;
    n) netlist=$OPTARG ;;
    f) functional=$OPTARG ;;
    k) flatten= ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "area.sh: no architecture given" >&2; exit 2; }
[ -r "$lib" ] || { echo "area.sh: cannot read the Liberty file '$lib'" >&2; exit 1; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
case $lib in *.gz) zcat "$lib" ;; *) cat "$lib" ;; esac |
  awk '/^[ \t]*cell *\(/ { drop = /lpflow|probe/; depth = 0 }
       { if (!drop) print
         else { depth += gsub(/{/, "{") - gsub(/}/, "}"); if (depth == 0) drop = 0 } }' >"$dir/lib"
"$gen" "$@" -o "$dir/core" >/dev/null
top=$(basename "$dir"/core/tlut_*_core.v _core.v)
grep -v '^//' "$dir/core/files.f" >"$dir/files"

{
  sed "s|^|read_verilog $dir/core/|" "$dir/files"
  echo "hierarchy -check -top $top"
  echo "synth $flatten -top $top"
  echo "check -assert"
  echo "dfflibmap -liberty $dir/lib"
  echo "abc -liberty $dir/lib"
  echo "opt_clean -purge"
  # Copies of a core were kept apart until here (or all modules, -k).
  echo "setattr -mod -unset keep_hierarchy"
  echo "flatten"
  echo "stat -liberty $dir/lib"
  [ -z "$functional" ] || echo "write_verilog -noattr $dir/mapped.v"
  [ -z "$netlist" ] || echo "splitnets -ports; write_verilog -noattr $dir/netlist.v"
} >"$dir/synth.ys"
yosys -q -l "$dir/log" -s "$dir/synth.ys" >"$dir/out" 2>&1 || { tail -20 "$dir/out" >&2; exit 1; }
if grep -q "is unknown" "$dir/log"; then
  grep "is unknown" "$dir/log" | sort -u >&2
  exit 1
fi
if [ -n "$functional" ]; then
  yosys -q -p "read_liberty -ignore_miss_func $dir/lib; read_verilog $dir/mapped.v; hierarchy -check -top $top
               write_verilog -noattr $dir/functional.v" >"$dir/out" 2>&1 || { tail -20 "$dir/out" >&2; exit 1; }
  mv "$dir/functional.v" "$functional"
fi
[ -z "$netlist" ] || mv "$dir/netlist.v" "$netlist"
awk '/Chip area for (top )?module/ { area = $NF }
     /Number of cells:/ { cells = $NF; ff = 0 }
     $1 ~ /[Dd][Ff][Ff]|dfxtp|dfrtp|edfx/ { ff += $2 }
     END { if (area + 0 <= 0) { print "area.sh: no area in the report" >"/dev/stderr"; exit 1 }
           print area, ff, cells }' "$dir/log"
