#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fp_cosim.sh -- builds and runs the co-simulation of the floating-point modules.
#
# fp_cosim.sh BUILD_FOLDER [PAIRS]: run from the source folder's root. Verilated models are kept in BUILD_FOLDER, and make
# rebuilds what changed. PAIRS: random pairs of each format (default: 10^7).
set -eu
build=${1:?usage: fp_cosim.sh BUILD_FOLDER [PAIRS]}
pairs=${2:-10000000}
vectors=2000
root=$(verilator --getenv VERILATOR_ROOT)
mkdir -p "$build"

for top in fp_pairs fp_unary fp_pipe; do
    # the option: 5.006 miscomputes XOR trees without it
    verilator --cc -O3 -fno-const-bit-op-tree --language 1364-2005 --top-module "$top" --prefix "V$top" \
        --Mdir "$build/$top" -y templates/rtl "tests/cosim/$top.v"
    make -s -j2 -C "$build/$top" -f "V$top.mk" "V${top}__ALL.a" OPT_FAST=-O2 OPT_SLOW=-O1 >"$build/$top.log" 2>&1 ||
        { cat "$build/$top.log" >&2; exit 1; }
done

include="-Itb -Itests -Itests/cosim -I$root/include -I$root/include/vltstd"
# shellcheck disable=SC2086 # a list of options
for source in "$root/include/verilated.cpp" "$root/include/verilated_threads.cpp"; do
    [ -e "$build/$(basename "$source").o" ] || g++ -O2 $include -c "$source" -o "$build/$(basename "$source").o"
done
# shellcheck disable=SC2086
g++ -O2 $include -I"$build/fp_pairs" -I"$build/fp_unary" -I"$build/fp_pipe" -c tests/cosim/fp_shim.cpp -o "$build/shim.o"
for source in tests/cosim/fp_cosim.c tb/fp.c; do
    # shellcheck disable=SC2086
    gcc -std=c11 -O2 -Wall -Wextra -Wpedantic $include -c "$source" -o "$build/$(basename "$source").o"
done
g++ -o "$build/fp_cosim" "$build/fp_cosim.c.o" "$build/fp.c.o" "$build/shim.o" "$build/verilated.cpp.o" \
    "$build/verilated_threads.cpp.o" "$build"/fp_pairs/*__ALL.a "$build"/fp_unary/*__ALL.a "$build"/fp_pipe/*__ALL.a \
    -lcunit -lpthread

"$build/fp_cosim" "$pairs"

# A slice of the same in a second simulator, which shares no code with Verilator. Icarus ends with 0 whatever happens.
"$build/fp_cosim" --vectors "$vectors" >"$build/vectors.hex"
iverilog -g2005 -Wall -Wno-timescale -y templates/rtl -s fp_icarus -o "$build/icarus.vvp" tests/cosim/fp_icarus.v \
    tests/cosim/fp_pairs.v tests/cosim/fp_unary.v
vvp -n "$build/icarus.vvp" "+vectors=$build/vectors.hex" "+count=$vectors" | tee "$build/icarus.log"
grep -q '^PASS' "$build/icarus.log"

# The depths of the pipelines there too.
iverilog -g2005 -Wall -Wno-timescale -y templates/rtl -s fp_pipe_icarus -o "$build/pipe.vvp" tests/cosim/fp_pipe_icarus.v \
    tests/cosim/fp_pipe.v tests/cosim/fp_pairs.v tests/cosim/fp_unary.v
vvp -n "$build/pipe.vvp" | tee "$build/pipe.log"
grep -q '^PASS' "$build/pipe.log"
