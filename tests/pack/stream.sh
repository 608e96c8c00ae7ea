#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# stream.sh BIN_DIR -- files of keys in front of cores: the beats that tlut-pack wrote, bit for bit, give the plain product of the
# tensor's weights. All group sizes and encodings, cores with copies and lanes, the multiplier's weights, ragged shapes; from
# GGUF and from .npy. Another weight in one beat, or two beats exchanged, has to be found.
set -euo pipefail
export LC_ALL=C
bin=$1
cd "$(dirname "$0")/../errors"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/errors/npy.sh
. ./npy.sh
# shellcheck source=tests/errors/pack.sh
. ./pack.sh

fail() { echo "stream: $*" >&2; cat "$tmp/log" >&2; exit 1; }
# stream FILE X.npy FLAGS: keys of FILE into a core, results against W.npy
stream() {
    local file=$1 x=$2
    shift 2
    "$bin/tlut-pack" keys "$file" "$@" -o "$tmp/keys"
    "$bin/tlut-sim" --weights "$tmp/w.npy" --acts "$x" --keys "$tmp/keys" --simulator icarus --quiet --stall 0.2 "$@" >"$tmp/log" 2>&1
}

# TQ2_0, 2 x 256.
gguf_small >"$tmp/w.gguf"
"$bin/tlut-pack" npy "$tmp/w.gguf" -o "$tmp/w.npy"
seq 1 100 | head -c 256 | npy "$tmp/x.npy" '|i1' '256,'
stream "$tmp/w.gguf" "$tmp/x.npy" --mu 3 --luts 8 --fetchers 2 --reuse 1 || fail "TQ2_0"

# 7 x 11, all weights in some order; two jobs.
for i in $(seq 0 76); do printf %d $((i * i * 7 % 11 % 3)); done | tr 012 '\000\001\377' |
    npy "$tmp/w.npy" '|i1' '7, 11'
seq 10 60 | head -c 44 | npy "$tmp/x.npy" '|i1' '4, 11'
count=0
for mu in 1 2 3 4 5 6; do
    for word in dense trit2 pack5; do
        for more in "--luts 2 --fetchers 2 --reuse 2" "--luts 1 --fetchers 1 --reuse 2 --cores 3 --lanes 2"; do
            [ $mu -lt 5 ] || [ "$more" = "--luts 2 --fetchers 2 --reuse 2" ] || continue # large tables are slow in Icarus
            # shellcheck disable=SC2086
            stream "$tmp/w.npy" "$tmp/x.npy" --mu $mu $more --encoding $word || fail "mu $mu, $word, $more"
            count=$((count + 1))
        done
    done
done
for more in "--kind multiplier" "--kind multiplier --weight-bits 2 --weights pack5" "--kind signflip --weights trit2" "--act fp8_e4m3 --kind multiplier"; do
    case $more in *fp8*) head -c 44 /dev/zero | tr '\0' '\070' | npy "$tmp/x.npy" '|u1' '4, 11' ;; esac
    # shellcheck disable=SC2086
    stream "$tmp/w.npy" "$tmp/x.npy" --luts 3 --fetchers 2 --reuse 2 $more || fail "$more"
    count=$((count + 1))
done
echo "stream: $count cores took files of keys"

# What is shown to the core is the file: a fault in it is a fault of the results.
seq 10 60 | head -c 44 | npy "$tmp/x.npy" '|i1' '4, 11'
core="--mu 2 --luts 2 --fetchers 2 --reuse 2 --encoding trit2"
# shellcheck disable=SC2086
stream "$tmp/w.npy" "$tmp/x.npy" $core || fail "before the faults"
bytes=$(wc -c <"$tmp/keys")
for at in 1 7; do # the last beat, whose rows and columns are partly padding, and one in the middle
    { head -c $((bytes - at - 1)) "$tmp/keys"; printf '\251'; tail -c "$at" "$tmp/keys"; } >"$tmp/bad"
    cmp -s "$tmp/keys" "$tmp/bad" && fail "the fault changes nothing"
    # shellcheck disable=SC2086
    if "$bin/tlut-sim" --weights "$tmp/w.npy" --acts "$tmp/x.npy" --keys "$tmp/bad" --simulator icarus --quiet $core >"$tmp/log" 2>&1; then
        fail "a wrong byte was not found"
    fi
    grep -q 'mismatches    [1-9]' "$tmp/log" || fail "no mismatch is reported"
done
echo "stream: wrong bytes were found"
