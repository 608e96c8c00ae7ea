#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# encodings.sh TLUT-SIM -- packed weights. The decoder alone against plain arithmetic, with every code, also those that name
# no weight; then whole cores on Icarus: both encodings, every group size, one core and three, with gaps.
set -euo pipefail
sim=$1
here=$(cd "$(dirname "$0")" && pwd)
rtl=$here/../../templates/rtl
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for mu in 1 2 3 4 5 6; do
    for pack5 in 0 1; do
        for groups in 1 4; do
            iverilog -g2005 -s unpack_tb -Punpack_tb.Mu=$mu -Punpack_tb.NumGroup=$groups -Punpack_tb.Pack5=$pack5 \
                -o "$tmp/vvp" "$here/unpack_tb.v" "$rtl/tlut_unpack.v"
            vvp -n "$tmp/vvp" >"$tmp/log"
            grep -q '^ok [1-9]' "$tmp/log" || {
                echo "tlut_unpack, mu $mu, pack5 $pack5, $groups groups:"
                cat "$tmp/log"
                exit 1
            }
        done
    done
done
echo "decoder: every code, mu 1 to 6"

# Shapes are ragged in both directions. Icarus is slow with tables of hundreds of entries: those cores are the
# smallest, and one of them is left out.
for mu in 1 2 3 4 5 6; do
    if [ $mu -lt 5 ]; then luts=3 fetchers=2 reuse=2 jobs=2; else luts=1 fetchers=1 reuse=1 jobs=1; fi
    for word in trit2 pack5; do
        for cores in 1 3; do
            if [ $mu$word$cores = 6trit23 ]; then continue; fi
            "$sim" --mu $mu --luts $luts --fetchers $fetchers --reuse $reuse --cores $cores --act int4 --encoding $word \
                --max-n 100 --shape $((cores * fetchers * reuse + jobs - 1))x$((mu * luts + 1)) --jobs $jobs --seed $mu \
                --stall 0.3 --simulator icarus --quiet >"$tmp/log" || {
                cat "$tmp/log"
                exit 1
            }
        done
    done
done
for kind in "signflip" "multiplier --weight-bits 2"; do
    # The words of $kind are arguments.
    # shellcheck disable=SC2086
    "$sim" --kind $kind --luts 7 --fetchers 3 --reuse 2 --weights pack5 --shape 7x15 --simulator icarus --quiet >"$tmp/log" || {
        cat "$tmp/log"
        exit 1
    }
done
echo "cores: bit-exact"
