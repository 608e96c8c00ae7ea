#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpga.sh [-t] BUILD -- measures the cores of flows/fpga_cores.txt for three families of FPGAs by `tlut-cost fpga`, writes
# docs/figures/fpga.csv and puts the table into docs/fpga.md. Minutes; what BUILD/fpga holds already is not
# measured again: remove that folder after a change of the RTL or of the flow.
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
  awk -v label="$1" -v flags="$2" '
    { gsub(/[",{}:]/, " ") }
    $1 == "family" { family = $2 }
    $1 == "macs_per_cycle" { macs = $2 }
    NF == 1 { at = $1 }
    $1 == "count" { count[at] = $2 }
    $1 == "unit" { unit[at] = $2 }
    $1 == "logic_cells" { cells = $2 }
    $1 == "mhz" { mhz = sprintf("%.1f", $2) }
    END {
      printf "\"%s\",\"%s\",%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", label, flags, family, macs, unit["lut"], count["lut"],
             count["ff"], count["carry"], count["wide-mux"], count["dsp"], count["bram"], cells, mhz
    }' "$3"
}

measure() {
  local label flags family number=0 extra
  mkdir -p "$kept"
  {
    echo "core,flags,family,mac_per_cycle,lut_unit,lut,ff,carry_bits,wide_mux,dsp,bram,pnr_logic_cells,pnr_mhz"
    while IFS='|' read -r label flags; do
      case $label in "" | "#"*) continue ;; esac
      label=${label% }
      flags=${flags# }
      number=$((number + 1))
      for family in ice40 ecp5 xilinx; do
        extra=
        [ $family = ice40 ] && extra=--pnr
        if [ ! -s "$kept/$number.$family.json" ]; then
          echo "$label, $family" >&2
          # $flags and $extra are words without quotes.
          # shellcheck disable=SC2086
          "$cost" fpga $flags --family $family $extra --timeout 3000 --json --quiet >"$kept/new.json"
          mv "$kept/new.json" "$kept/$number.$family.json"
        fi
        line "$label" "$flags" "$kept/$number.$family.json"
      done
    done <flows/fpga_cores.txt
  } >"$csv.new"
  mv "$csv.new" "$csv"
}

# One row a core; ratios of LUTs to those of the signflip core of the same activations.
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
        c = order[i]; base = c; sub(/ .*/, " signflip", base)
        printf "| %s | %d | %d | %d | %d | %d | %d | %d | %d |", c, lut[c, "ice40"], carry[c, "ice40"], lut[c, "ecp5"], dsp[c, "ecp5"],
               lut[c, "xilinx"], mux[c, "xilinx"], dsp[c, "xilinx"], ff[c, "xilinx"]
        for (f = 1; f <= 3; f++) printf " %.2f |", lut[c, family[f]] / lut[base, family[f]]
        printf " %d | %s |\n", cells[c], mhz[c]
      }
    }' "$csv"
}

[ -n "$only_table" ] || measure
table | flows/section.sh ${only_table:+-c} docs/fpga.md fpga
