#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# multiplier.sh [TLUT_MUL.v] -- the integer multiplier of the baseline with all weights that it can be given, not only ternary
# ones: mul_tb.v, widths of both operands from 2 to 16 bits, equal and not, the product whole and cut.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rtl=$here/../../templates/rtl
mul=${1:-$rtl/tlut_mul.v}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for widths in "2 2 4" "3 3 6" "4 4 8" "5 5 10" "6 6 12" "3 3 5" "2 5 7" "5 2 6" "8 8 16" "8 8 15" "12 12 24" "16 16 32" "16 16 31"; do
    read -r word key leaf <<<"$widths"
    for family in ASIC FPGA; do # what TLUT_FPGA leaves to the tool, and our own array
        iverilog -g2005 -DTLUT_$family -s mul_tb -Pmul_tb.WordW="$word" -Pmul_tb.KeyW="$key" -Pmul_tb.LeafW="$leaf" -o "$tmp/vvp" \
            "$here/mul_tb.v" "$mul" "$rtl/tlut_fp_mul.v" "$rtl/tlut_fp_to_fixed.v" "$rtl/tlut_fp_pack.v" "$rtl/tlut_fp_cut.v"
        vvp -n "$tmp/vvp" >"$tmp/log"
        grep -q '^ok [1-9]' "$tmp/log" || {
            echo "tlut_mul, $family, activation of $word bits, weight of $key, product of $leaf:"
            cat "$tmp/log"
            exit 1
        }
    done
done
echo "products: all of 2 to 6 bits, corners and random ones to 16"
