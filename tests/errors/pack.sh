# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Files of tensors, made of printf: le BYTES NUMBER, name NAME, zeros COUNT, and pieces of GGUF that use them.
le() {
    i=$1 v=$2
    while [ "$i" -gt 0 ]; do
        # shellcheck disable=SC2059
        printf "\\$(printf %03o $((v % 256)))"
        v=$((v / 256)) i=$((i - 1))
    done
}
zeros() { head -c "$1" /dev/zero; }
name() {
    le 8 ${#1}
    printf %s "$1"
}
# head TENSORS KEYS; entry NAME COLS ROWS TYPE OFFSET
head_of() {
    printf GGUF
    le 4 3
    le 8 "$1"
    le 8 "$2"
}
entry() {
    name "$1"
    le 4 2
    le 8 "$2"
    le 8 "$3"
    le 4 "$4"
    le 8 "$5"
}
# One tensor w, its entry padded to 96 bytes: gguf COLS ROWS TYPE; the data come from standard input.
gguf() {
    head_of 1 0
    entry w "$1" "$2" "$3" 0
    zeros 31
    cat
}
# A tensor of 2 x 256 weights in TQ2_0; the first row begins -1 -1 ..., what is 0 is stored as 1.
gguf_small() {
    {
        printf '\001\252\125\220'
        head -c 60 /dev/zero | tr '\0' '\125'
        printf '\000\076'
        head -c 64 /dev/zero | tr '\0' '\246'
        printf '\000\076'
    } | gguf 256 2 35
}
# safetensors HEADER; the data come from standard input.
safetensors() {
    le 8 ${#1}
    printf %s "$1"
    cat
}
pack() { "$BIN/tlut-pack" "$@"; }
# What fails leaves no output.
keys() {
    pack keys "$@" -o "$TMP/out"
    status=$?
    if [ "$(find "$TMP" -name 'out*')" ]; then echo "something was written" >&2; fi
    return $status
}
