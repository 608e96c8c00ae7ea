#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpga.sh [-t] BUILD -- measures the cores of flows/fpga_cores.txt for three families of FPGAs by `tlut-cost fpga`, writes
# docs/figures/fpga.csv and puts the table into docs/fpga.md. Minutes; what BUILD/fpga holds already, by the
# digest of its RTL, is not measured again: remove that folder after a change of the flow.
# -t: only compares the page with the file (section.sh -c).
set -euo pipefail
only_table=
if [ "${1:-}" = -t ]; then
  only_table=1
  shift
fi
cost=$(cd "${1:-build}" && pwd)/bin/tlut-cost
kept=$(cd "${1:-build}" && pwd)/fpga
cd "$(dirname "$0")/.."
csv=docs/figures/fpga.csv

# The numbers of one result, as a line of the CSV file. The JSON is tlut-cost's own: one value a line.
line() {
  awk -v label="$1" -v flags="$2" -v rtl="$4" '
    { gsub(/[",{}:]/, " ") }
    $1 == "family" { family = $2 }
    $1 == "macs_per_cycle" { macs = $2 }
    NF == 1 { at = $1 }
    $1 == "count" { count[at] = $2 }
    $1 == "unit" { unit[at] = $2 }
    $1 == "logic_cells" { cells = $2 }
    $1 == "mhz" { mhz = sprintf("%.1f", $2) }
    END {
      printf "\"%s\",\"%s\",%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", label, flags, family, macs, unit["lut"], count["lut"],
             count["ff"], count["carry"], count["wide-mux"], count["dsp"], count["bram"], cells, mhz, rtl
    }' "$3"
}

digest() { flows/rtl_digest.sh "${cost%/*}/tlut-gen" <<<"$1"; }

# FLAGS LABEL SYNTHESIS: three families, those that are not kept yet; with SYNTHESIS nothing is placed.
measure() {
  local family extra rtl
  rtl=$(digest "$1")
  for family in ice40 ecp5 xilinx; do
    [ ! -s "$kept/$rtl.$family.json" ] || continue
    echo "$2, $family" >&2
    extra=
    if [ $family = ice40 ] && [ -z "$3" ]; then extra=--pnr; fi
    # $1 and $extra are words without quotes.
    # shellcheck disable=SC2086
    "$cost" fpga $1 --family $family $extra --timeout 3000 --json --quiet >"$kept/new.json"
    mv "$kept/new.json" "$kept/$rtl.$family.json"
  done
}

# For each core of the list: COMMAND FLAGS LABEL SYNTHESIS.
cores() {
  local label flags only
  while IFS='|' read -r label flags only; do
    case $label in "" | "#"*) continue ;; esac
    flags=${flags# }
    "$1" "${flags% }" "${label% }" "$only"
  done <flows/fpga_cores.txt
}

# The rows of a core that is measured in all families.
rows() {
  local family rtl
  rtl=$(digest "$1")
  for family in ice40 ecp5 xilinx; do [ -s "$kept/$rtl.$family.json" ] || return 0; done
  for family in ice40 ecp5 xilinx; do line "$2" "$1" "$kept/$rtl.$family.json" "$rtl"; done
}

# What is there goes into the file and the page after each core, so that a run that is interrupted has not been in vain.
measure_and_write() {
  measure "$@"
  {
    echo "core,flags,family,mac_per_cycle,lut_unit,lut,ff,carry_bits,wide_mux,dsp,bram,pnr_logic_cells,pnr_mhz,rtl"
    cores rows
  } >"$csv.new"
  mv "$csv.new" "$csv"
  table | flows/section.sh docs/fpga.md fpga
}

# One row a core; ratios of LUTs to those of the signflip core of the same list.
table() {
  awk -F '"' '
    NR == 1 { next }
    {
      core = $2
      split($5, v, ",")
      if (!(core in row)) order[++cores] = core
      row[core] = 1
      f = v[2]; lut[core, f] = v[5]; ff[core, f] = v[6]; carry[core, f] = v[7]; mux[core, f] = v[8]; dsp[core, f] = v[9]
      if (f == "ice40") { cells[core] = v[11]; mhz[core] = v[12] }
    }
    END {
      split("ice40 ecp5 xilinx", family, " ")
      print "| core | iCE40: LUT4 | carry | ECP5: LUT4 | DSP | 7 series: LUT6 | F7, F8 | DSP | flip-flops | LUTs to signflip: iCE40 | ECP5 | 7 series | iCE40 placed: cells | MHz |"
      print "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
      for (i = 1; i <= cores; i++) {
        c = order[i]
        if (c ~ /signflip/) base = c
        printf "| %s | %d | %d | %d | %d | %d | %d | %d | %d |", c, lut[c, "ice40"], carry[c, "ice40"], lut[c, "ecp5"], dsp[c, "ecp5"],
               lut[c, "xilinx"], mux[c, "xilinx"], dsp[c, "xilinx"], ff[c, "xilinx"]
        for (f = 1; f <= 3; f++) printf " %.2f |", lut[c, family[f]] / lut[base, family[f]]
        printf " %s | %s |\n", cells[c] == "" ? "-" : cells[c], mhz[c] == "" ? "-" : mhz[c]
      }
    }' "$csv"
}

if [ -n "$only_table" ]; then
  table | flows/section.sh -c docs/fpga.md fpga
else
  mkdir -p "$kept"
  cores measure_and_write
fi
