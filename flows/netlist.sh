#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# netlist.sh -- synthesize one architecture and write its netlist in a form that every simulator runs.
#
#   flows/netlist.sh [-l LIBERTY] [-t TLUT_GEN] -o NETLIST.v -- ARCHITECTURE...
#
# NETLIST.v holds the mapped wrapper and the functions of its cells, as the Liberty file states them: no vendor Verilog is
# needed. It has the wrapper's name and ports, so that
#
#   tlut-sim ARCHITECTURE... --rtl NETLIST.v --shape 13x29 [--simulator icarus]
#
# runs the same vectors on it as on the RTL. Prints what area.sh prints: area flip-flops cells. Meant for small cores: a
# cell is a module, and ten thousand cells take a C++ compiler minutes (Icarus does not mind).
set -euo pipefail
args=()
out=
while getopts l:t:o: option; do
  case $option in
    o) out=$OPTARG ;;
    l | t) args+=("-$option" "$OPTARG") ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [ -z "$out" ] || [ $# -eq 0 ]; then
  echo "netlist.sh: no -o NETLIST.v, or no architecture given" >&2
  exit 2
fi
exec "$(dirname "$0")/area.sh" ${args[@]+"${args[@]}"} -f "$out" -- "$@"
