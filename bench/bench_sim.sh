#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench_sim.sh BIN: Verilator's build time and the speed of the largest core that the co-simulation tests, without the cache.
set -eu
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
for k in 32 64; do
    "$1/tlut-sim" --mu 3 --luts 16 --fetchers $k --reuse 8 --act int8 --shape 2560x2560 --seed 1 --quiet --cache "$cache" |
        awk -v k=$k '/^(simulator|cycles|speed|verdict)/ { print "K = " k ": " $0 }'
done
