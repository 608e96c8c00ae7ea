#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cli.sh BIN_DIR -- tlut-pack as it is used: a matrix out of GGUF goes through npy into the RTL, whose results are those of
# a dense product; outputs are whole or not there; the model of the reference library, where it is on this machine.
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

gguf_small >"$tmp/w.gguf"
"$bin/tlut-pack" npy "$tmp/w.gguf" -o "$tmp/w.npy"
seq 1 100 | head -c 256 | npy "$tmp/x.npy" '|i1' '256,'
"$bin/tlut-sim" --weights "$tmp/w.npy" --acts "$tmp/x.npy" --luts 4 --fetchers 2 --reuse 1 --simulator icarus --quiet >"$tmp/log" || {
    cat "$tmp/log"
    exit 1
}
# -1 is 255; byte 1 of the row is 2,2,2,2 at columns 1, 33, 65, 97.
[ "$(head -c 132 "$tmp/w.npy" | tail -c 4 | od -An -tx1)" = ' 00 01 00 ff' ]
[ "$(head -c 164 "$tmp/w.npy" | tail -c 4 | od -An -tx1)" = ' ff 01 00 ff' ]

# Written and checked; the same bytes again; another architecture is noticed.
"$bin/tlut-pack" keys "$tmp/w.gguf" --encoding pack5 --check -o "$tmp/keys"
"$bin/tlut-pack" check "$tmp/w.gguf" --encoding pack5 -o "$tmp/keys"
"$bin/tlut-pack" keys "$tmp/w.npy" --encoding pack5 --check -o "$tmp/keys.npy"
start=$(head -c 15 "$tmp/keys" | tail -c 3 | od -An -tu2 -N2)
cmp <(tail -c +$((start + 1)) "$tmp/keys") \
    <(tail -c +$(($(head -c 15 "$tmp/keys.npy" | tail -c 3 | od -An -tu2 -N2) + 1)) "$tmp/keys.npy")
grep -a '"scale": 1.5, "scale_rule": "multiply"' "$tmp/keys" >/dev/null
if "$bin/tlut-pack" check "$tmp/w.gguf" --mu 2 -o "$tmp/keys" 2>/dev/null; then exit 1; fi

# A name that cannot be written to: nothing is left there.
if "$bin/tlut-pack" keys "$tmp/w.gguf" -o "$tmp/none/keys" 2>/dev/null; then exit 1; fi
if [ -w /dev/full ] && "$bin/tlut-pack" info "$tmp/w.gguf" >/dev/full 2>/dev/null; then exit 1; fi
if [ "$(find "$tmp" -name '*.??????')" ]; then
    echo "a temporary file is left"
    exit 1
fi

# The scale's rule by the model's configuration.
mkdir "$tmp/model"
printf '\125\140\100' |
    safetensors '{"w":{"dtype":"U8","shape":[1,1],"data_offsets":[0,1]},"w_scale":{"dtype":"BF16","shape":[1],"data_offsets":[1,3]}}' \
        >"$tmp/model/model.safetensors"
rule() { "$bin/tlut-pack" info "$tmp/model/model.safetensors" "$@" | grep "scale.*," | grep -v shape; }
rule | grep 'scale 3.5, .*not known'
echo '{"quantization_config":{"quant_method":"bitnet"}}' >"$tmp/model/config.json"
rule | grep 'scale 3.5, divided'
rule --scale-rule multiply | grep 'scale 3.5, multiplied'
echo '{"quantization_config":{"quant_method":"bitnet","linear_class":"autobitlinear"}}' >"$tmp/model/config.json"
rule | grep 'scale 3.5, multiplied'

# A model written by the reference library, with the weights that it reads back itself.
shared=${TLUT_TEST_MODELS:-$(cd "$(dirname "$0")/../.." && pwd)/../shared/models} # beside the source tree
if [ ! -e "$shared/tiny-ternary.gguf" ]; then
    echo "no reference model: set TLUT_TEST_MODELS to the folder of tiny-ternary.gguf to compare with it"
    exit 0
fi
count=0
while read -r tensor rows cols && read -r trits && read -r _ scale; do
    "$bin/tlut-pack" npy "$shared/tiny-ternary.gguf" --tensor "$tensor" -o "$tmp/t.npy"
    cmp <(tail -c +129 "$tmp/t.npy" | tr '\000\001\377' '0+-') <(printf %s "$trits")
    grep -a "($rows, $cols)" "$tmp/t.npy" >/dev/null
    "$bin/tlut-pack" info "$shared/tiny-ternary.gguf" | grep -A4 "^$tensor\$" | grep "scale $scale, multiplied" >/dev/null
    for mu in 1 2 3 4 5 6; do
        for encoding in dense trit2 pack5; do
            "$bin/tlut-pack" keys "$shared/tiny-ternary.gguf" --tensor "$tensor" --mu $mu --encoding $encoding \
                --check -o "$tmp/keys"
        done
    done
    count=$((count + 1))
done <"$shared/tiny-ternary.expected"
[ $count = 4 ]
if "$bin/tlut-pack" keys "$shared/tiny-ternary.gguf" --tensor output.weight -o "$tmp/q4" 2>"$tmp/err"; then exit 1; fi
grep "'output.weight'.*Q4_0" "$tmp/err"
[ ! -e "$tmp/q4" ]
echo "reference model: $count tensors"
