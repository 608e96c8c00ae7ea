#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD_DIR TARGET SECONDS [RUNS] -- builds a fuzz target with libFuzzer and the sanitizers, in BUILD_DIR, and runs
# it from the corpus in this folder. Targets: gguf, safetensors, npy (models); arch, sweep, workload, tech (XML files),
# set (the command line's values). What it finds new stays in BUILD_DIR; an input that fails is printed, and kept there.
# Exit status 77 (skipped) without clang or its libFuzzer. A long run: fuzz/run.sh build/fuzz gguf 600
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

# What a target is made of, the corpora besides its own, and the largest input.
base=(gen/{arch,arch_check,arch_name,buf,diag,digest,dims,lutnet,src}.c)
text=("${base[@]}" fuzz/fuzz_text.c gen/{arch_put,arch_write,arch_xml,embedded,xml_tree}.c)
sweep=("${text[@]}" tb/{fp,schedule,workload}.c costmodel/{cost,cost_area,cost_delay,cost_energy}.c
    costmodel/{cost_tables,memory,parts,platform,tech}.c dse/{metric,sweep,sweep_read,sweep_values}.c)
seeds=() max=4096 words=()
case $target in
gguf | safetensors | npy)
    sources=("${base[@]}" fuzz/fuzz.c tb/{fp,gemv,golden,golden_num,npy,npy_use}.c)
    for f in "$root"/pack/*.c; do
        case $f in */tlut_*) ;; *) sources+=("pack/$(basename "$f")") ;; esac
    done
    ;;
arch) sources=("${text[@]}") words=(gen/params.def gen/arch.c) seeds=("$root"/examples/published) ;;
workload) sources=("${text[@]}" tb/workload.c) words=(gen/schema/tlut_workload.xsd) seeds=("$root"/examples/workloads) ;;
tech) sources=("${sweep[@]}") words=(costmodel/prims.def costmodel/tech.c) seeds=("$root"/tech) max=16384 ;;
sweep) sources=("${sweep[@]}") words=(gen/params.def dse/metrics.def costmodel/platform.def dse/sweep_read.c) seeds=("$root"/examples/sweeps) ;;
set) sources=("${sweep[@]}" gen/{cli,cli_dump}.c) words=(gen/params.def gen/arch.c dse/metrics.def) max=300 ;;
*)
    echo "error: no target '$target'" >&2
    exit 2
    ;;
esac
sources+=("fuzz/fuzz_$target.c")

# Targets may be built at the same time: one after the other, and only what has changed.
exec 9>"$build/lock"
flock 9
read -r -a flags <<<"$(pkg-config --cflags jansson libmd libxml-2.0)"
read -r -a libs <<<"$(pkg-config --libs jansson libmd libxml-2.0)"
newest=$(find "$root"/{gen,tb,pack,costmodel,dse,fuzz} \( -name '*.h' -o -name '*.def' \) -printf '%T@ %p\n' | sort -n | tail -1 |
    cut -d' ' -f2-)
objects=()
compile() { # compile SOURCE
    local object
    object=$build/obj/$(basename "$1" .c).o
    if [ ! "$object" -nt "$1" ] || [ ! "$object" -nt "$newest" ]; then
        "$cc" -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
            -I"$root"/{gen,tb,pack,costmodel,dse} "${flags[@]}" -c "$1" -o "$object"
    fi
    objects+=("$object")
}
for s in "${sources[@]}"; do compile "$root/$s"; done
case " ${sources[*]} " in
*' gen/embedded.c '*) # of the files that are part of the programs, these readers open technologies only
    "$cc" -O1 "$root"/flows/embed.c -o "$build/embed"
    (cd "$root" && "$build/embed" "$build/embedded_files.new" tech/*.xml)
    cmp -s "$build/embedded_files.new" "$build/embedded_files.c" || cp "$build/embedded_files.new" "$build/embedded_files.c"
    compile "$build/embedded_files.c"
    ;;
esac
"$cc" -fsanitize=fuzzer,address,undefined "${objects[@]}" -o "$build/fuzz-$target" "${libs[@]}" -lm
flock -u 9

# Words of the format: from the tables that define it, so that no list can be out of date.
if [ -e "$here/$target.dict" ]; then
    dict=$here/$target.dict
else
    dict=$build/$target.dict
    (cd "$root" && { cat fuzz/xml.dict && grep -ohE '"[][a-z0-9@_./-]{1,40}"' "${words[@]}" | LC_ALL=C sort -u; }) >"$dict"
fi
# Readers print messages; standard error is theirs, libFuzzer keeps a way out.
quiet=()
[ "$target" != set ] || quiet=(-close_fd_mask=2)

# Memory is limited: a header of some bytes must not ask for much.
exec "$build/fuzz-$target" -artifact_prefix="$build/failed-$target-" -max_total_time="$seconds" -runs="$runs" \
    -malloc_limit_mb=64 -rss_limit_mb=1024 -timeout=10 -max_len="$max" -print_final_stats=1 -dict="$dict" "${quiet[@]}" \
    "$build/new/$target" "$here/corpus/$target" "${seeds[@]}" </dev/null
