#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD_DIR TARGET SECONDS [RUNS] -- builds a fuzz target (gguf, safetensors or npy) with libFuzzer and the
# sanitizers, in BUILD_DIR, and runs it from the corpus in this folder. What it finds new stays in BUILD_DIR; an input
# that fails is printed, and kept there. Exit status 77 (skipped) without clang or its libFuzzer.
# A long run: fuzz/run.sh build/fuzz gguf 600
set -euo pipefail
build=$1 target=$2 seconds=$3 runs=${4:--1}
here=$(cd "$(dirname "$0")" && pwd)
root=$here/..
cc=${TLUT_FUZZ_CC:-clang}
mkdir -p "$build/obj" "$build/new/$target"
build=$(cd "$build" && pwd)

if ! command -v "$cc" >/dev/null; then
    echo "skipped: there is no $cc"
    exit 77
fi
echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n ? 0 : 0; }' >"$build/probe-$target.c"
if ! "$cc" -fsanitize=fuzzer,address,undefined "$build/probe-$target.c" -o "$build/probe-$target" 2>/dev/null; then
    echo "skipped: $cc has no libFuzzer"
    exit 77
fi

# Targets may be built at the same time: one after the other, and only what has changed.
exec 9>"$build/lock"
flock 9
sources=(fuzz/fuzz.c "fuzz/fuzz_$target.c" gen/{arch,arch_check,arch_name,buf,diag,digest,dims,lutnet,src}.c
    tb/{fp,gemv,golden,golden_num,npy,npy_use}.c)
for f in "$root"/pack/*.c; do
    case $f in */tlut_*) ;; *) sources+=("pack/$(basename "$f")") ;; esac
done
read -r -a flags <<<"$(pkg-config --cflags jansson libmd)"
read -r -a libs <<<"$(pkg-config --libs jansson libmd)"
newest=$(find "$root"/{gen,tb,pack,fuzz} \( -name '*.h' -o -name '*.def' \) -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-)
objects=()
for s in "${sources[@]}"; do
    object=$build/obj/$(basename "$s" .c).o
    if [ ! "$object" -nt "$root/$s" ] || [ ! "$object" -nt "$newest" ]; then
        "$cc" -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
            -I"$root"/gen -I"$root"/tb -I"$root"/pack "${flags[@]}" -c "$root/$s" -o "$object"
    fi
    objects+=("$object")
done
"$cc" -fsanitize=fuzzer,address,undefined "${objects[@]}" -o "$build/fuzz-$target" "${libs[@]}" -lm
flock -u 9

# Memory is limited: a header of some bytes must not ask for much.
exec "$build/fuzz-$target" -artifact_prefix="$build/failed-$target-" -max_total_time="$seconds" -runs="$runs" \
    -malloc_limit_mb=64 -rss_limit_mb=1024 -timeout=10 -max_len=4096 -print_final_stats=1 -dict="$here/$target.dict" \
    "$build/new/$target" "$here/corpus/$target"
