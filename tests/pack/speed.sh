#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# speed.sh BIN_DIR -- keys are packed at 200 MB/s of weights at least (TLUT_MIN_MBPS), in time of the processor: the best of
# some runs counts, for others may use the machine, which slows each processor too.
set -euo pipefail
export LC_ALL=C
bin=$1 least=${TLUT_MIN_MBPS:-200}
cd "$(dirname "$0")/../errors"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/errors/pack.sh
. ./pack.sh

# A block of TQ1_0 and one of TQ2_0, a thousand times, some rows of them.
{
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do printf '\000\002\003\200'; done
    printf '\000\004\007\012\000\074'
} >"$tmp/34"
{
    for _ in 1 2 3 4 5 6 7 8; do printf '\125\000\252\204\041\222\106\031'; done
    printf '\000\074'
} >"$tmp/35"
for type in 34 35; do
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        cat "$tmp/$type" "$tmp/$type" >"$tmp/more"
        mv "$tmp/more" "$tmp/$type"
    done
    for _ in {1..512}; do cat "$tmp/$type"; done | gguf 8192 16384 $type >"$tmp/w.gguf"
    for encoding in dense trit2 pack5; do
        best=0
        for _ in {1..30}; do
            { TIMEFORMAT='%U %S'; time "$bin/tlut-pack" keys "$tmp/w.gguf" --mu 3 --luts 16 --fetchers 64 --reuse 8 \
                --if raw --encoding $encoding -o "$tmp/keys"; } 2>"$tmp/time"
            best=$(awk -v size="$(stat -c %s "$tmp/w.gguf")" -v best="$best" \
                '{ speed = int(size / 1e6 / ($1 + $2 + 1e-9)); print (speed > best ? speed : best) }' "$tmp/time")
            if [ "$best" -ge "$least" ]; then break; fi
        done
        echo "tlut-pack keys, $([ "$type" = 34 ] && echo TQ1_0 || echo TQ2_0) to $encoding: at least $best MB/s of weights"
        if [ "$best" -lt "$least" ]; then
            echo "below $least MB/s"
            exit 1
        fi
    done
done
