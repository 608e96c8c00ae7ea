#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bench_sim.sh BIN: Verilator's build time and the speed of the largest core that the co-simulation tests, without the cache.
set -eu
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
for k in 32 64; do
    "$1/tlut-sim" --mu 3 --luts 16 --fetchers $k --reuse 8 --act int8 --shape 2560x2560 --seed 1 --quiet --cache "$cache" |
        awk -v k=$k '
            /^simulator/ { match($0, /built in [0-9.]* s/); built = substr($0, RSTART, RLENGTH) }
            /^cycles/ { cycles = $2 }
            /^speed/ { speed = $2 }
            /^verdict/ { sub(/^verdict */, ""); verdict = $0 }
            END { printf "Verilator, mu=3 L=16 K=%d R=8 int8: %s, %d cycles/s (%d cycles; %s)\n", k, built, speed, cycles, verdict }'
done
