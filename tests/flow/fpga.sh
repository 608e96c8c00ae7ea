#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpga.sh BIN_DIR FAMILY ARCHITECTURE... -- the figures of `tlut-cost fpga` for a small core are those of a netlist that computes
# what the golden model does: Yosys is run here once more, with the family's command, its cells are counted out of its own text
# report, and the netlist (cells replaced by their models) is simulated bit-exactly. With FAMILY ice40 the core is placed and
# routed too, in its harness, twice: with the same result.
set -euo pipefail
bin=$1
family=$2
shift 2
set -- "$@" --name small # Yosys' result depends on names a little
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
case $family in
  ice40) command=synth_ice40 models="-D NO_ICE40_DEFAULT_ASSIGNMENTS +/ice40/cells_sim.v" pnr=(--pnr) ;;
  ecp5) command="synth_ecp5 -nowidelut" models=+/ecp5/cells_sim.v pnr=() ;;
  xilinx) command="synth_xilinx -flatten -abc9 -noiopad -noclkbuf" models=+/xilinx/cells_sim.v pnr=() ;;
esac
"$bin/tlut-cost" fpga "$@" --family "$family" "${pnr[@]}" --json --quiet >"$dir/result.json"

"$bin/tlut-gen" "$@" -o "$dir/small" >/dev/null
(cd "$dir/small" && yosys -q -p "read_verilog $(grep -v '^//' files.f | tr '\n' ' '); hierarchy -check -top tlut_small; $command -top tlut_small
  setattr -mod -unset keep_hierarchy; flatten; opt_clean -purge; tee -q -o $dir/stat.txt stat
  write_verilog -noattr $dir/mapped.v; design -reset; read_verilog -defer $models; read_verilog $dir/mapped.v
  hierarchy -top tlut_small; proc; flatten
  opt_clean; write_verilog -noattr $dir/netlist.v") >"$dir/log" 2>&1 || {
  tail -n 20 "$dir/log"
  exit 1
}

# The same cells, and as many.
awk '/Number of cells:/ { on = 1; next } on && NF == 2 { printf "%s %s\n", $1, $2 }' "$dir/stat.txt" | sort >"$dir/want"
sed -n '/"cells": {/,/}/ s/^ *"\(.*\)": \([0-9]*\),\{0,1\}$/\1 \2/p' "$dir/result.json" | sort >"$dir/got"
[ -s "$dir/want" ]
diff "$dir/want" "$dir/got"

"$bin/tlut-sim" "$@" --rtl "$dir/netlist.v" --simulator icarus --quiet --shape 7x11 --jobs 2 --stall 0.3 --seed 5 \
  >"$dir/log" 2>&1 || { tail -n 20 "$dir/log"; exit 1; }
grep -q '^verdict  *bit-exact' "$dir/log"

number() {
  sed -n "s/^ *\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$dir/result.json" | head -n 1
}
said="$family: $(wc -l <"$dir/got") types of cells, netlist bit-exact"
if [ ${#pnr[@]} -gt 0 ]; then
  "$bin/tlut-cost" fpga "$@" --family "$family" "${pnr[@]}" --json --quiet | cmp - "$dir/result.json"
  # A flip-flop of the harness for each port bit, in a cell of its own or beside the LUT of an output.
  used=$(number logic_cells) harness=$(number harness_ff) lut=$(awk '$1 == "SB_LUT4" { print $2 }' "$dir/got")
  ff=$(awk '$1 ~ /^SB_DFF/ { n += $2 } END { print n }' "$dir/got")
  if [ "$used" -lt $((ff + harness)) ] || [ "$used" -lt "$lut" ] || [ "$used" -gt $((lut + ff + 2 * harness + 40)) ]; then
    echo "error: $used logic cells, with $lut LUTs and $ff flip-flops in the core and $harness in the harness" >&2
    exit 1
  fi
  awk -v mhz="$(number mhz)" 'BEGIN { exit !(mhz > 5 && mhz < 1000) }'
  # The packages that are offered are those that nextpnr knows.
  echo 'module blink (input wire c, output reg q); always @(posedge c) q <= ~q; endmodule' >"$dir/blink.v"
  yosys -q -p "read_verilog $dir/blink.v; synth_ice40 -top blink -json $dir/blink.json"
  for device in hx8k hx4k hx1k lp8k lp4k lp1k lp384 up5k; do
    "$bin/tlut-cost" fpga --family ice40 --device $device --pnr --package none 2>"$dir/log" || true
    packages=$(sed -n "s/.* is one of \(.*\), not 'none'$/\1/p" "$dir/log" | tr -d ,)
    [ -n "$packages" ]
    for package in $packages; do
      nextpnr-ice40 -q --$device --package "$package" --json "$dir/blink.json" --pcf-allow-unconstrained 2>"$dir/log" || {
        echo "error: nextpnr refuses package $package of $device: $(tail -n 1 "$dir/log")" >&2
        exit 1
      }
    done
  done
  said="$said; $used logic cells, $(number mhz) MHz placed"
fi
echo "$said"
