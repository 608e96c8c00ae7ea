#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [OPTIONS] BUILD -- mutation testing: each mutant of the RTL and of the golden model has to be found by a test.
#
#   -n COUNT    mutants (default 260)         -s SEED   of their choice (default 1)
#   -j JOBS     at once (default 2)           -t TIME   processor seconds for one killer (default 15)
#   -c SAMPLE   instead: checks the committed table: its document is up to date, its mutants are still there, no mutant is missing
#               from tests/mutation/equivalent.tsv or wrongly in it, and SAMPLE killed ones, drawn at random from
#               those that took no test_fp, are killed again
#   -r          only writes the table and the document from what the journal holds
#
# Run from the root of the source tree. Writes docs/figures/mutation.csv and the table of docs/mutation.md. Verdicts are kept in
# BUILD/mutation/journal by content: of the mutated file, of all other sources, and of the tests. A second run goes on where the
# first one stopped. Mutants are run in the order of their ids, which is as good as random: a part of a run is a sample of it.
#
# Killers of a C mutant, in this order until one finds it: the unit tests of killers_c(), linked with the mutated object before the
# library. They compare with dense products, with MPFR and with brute force, never with the RTL; only schedule.c, the model of
# time, is compared with the RTL in the end. Last they come again with the address sanitizer. A mutant that compiles to
# the same code is no mutant. Killers of an RTL mutant: the lint of lint.modules; the limits of its parameters, the vectors and the
# pipelines of the floating-point modules, the vectors of the decoder, the products of the multiplier; then small cores in Icarus
# (cores.c), and their lint. Before all, what is not mutated has to pass them.
set -euo pipefail

seed=1 count=260 jobs=2 limit=15 sample="" report_only="" one=""
if [ "${1:-}" = --one ]; then # a mutant: run.sh --one -t TIME BUILD JOURNAL ID FILE
    one=yes
    shift
fi
while getopts n:s:j:t:c:r option; do
    case $option in
    n) count=$OPTARG ;;
    s) seed=$OPTARG ;;
    j) jobs=$OPTARG ;;
    t) limit=$OPTARG ;;
    c) sample=$OPTARG ;;
    r) report_only=yes ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
build=$(cd "${1:?usage: run.sh [OPTIONS] BUILD}" && pwd)
here=tests/mutation
bin=$build/bin
work=$build/mutation
table=docs/figures/mutation.csv
c_files="tb/golden.c tb/golden_num.c tb/fp.c tb/gemv.c tb/schedule.c"
rtl_files="$(echo templates/rtl/*.v) templates/out/core.v.in templates/out/build.v.in templates/out/build_seq.v.in
           templates/out/wrapper.v.in"
includes="-Igen -Itb -Itests -Itests/cosim -Itests/unit"
# A library with sanitizers asks for them, and for more address space than there is.
sanitize="" space=4000000
if nm "$build/lib/libtlut.a" | grep __asan_init >/dev/null; then sanitize=-fsanitize=address,undefined space=unlimited; fi
libraries="$build/lib/libtlut.a $sanitize -lcunit -lmpfr -lgmp $(pkg-config --libs libxml-2.0 jansson libmd zlib) -lm -ldl"
mkdir -p "$work"

# Unit tests that touch a file, the quickest first.
killers_c() {
    case $1 in
    tb/schedule.c) echo "unit/test_schedule.c unit/test_drive.c" ;;
    tb/gemv.c) echo "unit/test_golden.c unit/test_drive.c unit/test_golden_float.c" ;;
    tb/fp.c) echo "unit/test_golden_float.c unit/test_fp.c unit/test_golden_aligned.c" ;;
    *) echo "unit/test_golden.c unit/test_golden_float.c unit/test_golden_aligned.c" ;;
    esac
}

compile() { # SOURCE OBJECT [OPTION]...
    # shellcheck disable=SC2086
    gcc -std=c11 -D_GNU_SOURCE -O1 -w $sanitize $includes -c "$1" -o "$2" "${@:3}"
}

# What a verdict depends on besides the mutated file.
world() {
    cat templates/rtl/*.v templates/out/*.v.in gen/*.[ch] gen/*.def tb/*.[ch] tests/unit.h tests/unit/test_{golden*,fp,drive,schedule}.c \
        tests/unit/*.h tests/cosim/{bench,configs,streams,fp_cosim}.c tests/cosim/*.v tests/cosim/multiplier.sh \
        tests/lint/limits.sh "$here"/{cores.c,run.sh} |
        sha256sum | cut -c1-16
}

# Runs a command within the limits of time and memory; false if it fails. Its output goes to $tmp/log.
passes() {
    (
        ulimit -t "${seconds:-$limit}"
        ulimit -v "${kilobytes:-unlimited}"
        "$@" >"$tmp/log" 2>&1 </dev/null
    ) 2>/dev/null
}

found() {
    verdict=killed killer=$1
}

# Sets verdict and killer for the mutant $tmp/<name> of a C file.
judge_c() {
    local file=$1 name objects test seconds
    name=$(basename "$file" .c)
    if ! compile "$tmp/$name.c" "$tmp/$name.o" 2>/dev/null; then
        verdict=refused killer=compiler
        return
    fi
    if cmp -s "$tmp/$name.o" "$work/$name.o"; then
        verdict=same killer=compiler
        return
    fi
    for test in $(killers_c "$file") ${2:+cores}; do
        objects=$work/$(basename "$test" .c).o
        [ "$test" != cores ] || objects="$work/cores.o $work/bench.o $work/configs.o $work/streams.o"
        # shellcheck disable=SC2086
        gcc -o "$tmp/test" $objects "$tmp/$name.o" $libraries
        seconds=$limit
        [ "$test" != unit/test_fp.c ] || seconds=$((8 * limit)) # all pairs of fp8, and millions of others, take their time
        passes "$tmp/test" || {
            found "$(basename "$test" .c)"
            return
        }
    done
    # Beyond the end of an array, or memory that is never freed.
    compile "$tmp/$name.c" "$tmp/$name.o" -fsanitize=address
    for test in $(killers_c "$file"); do
        [ "$test" != unit/test_fp.c ] || continue # all about numbers, and slow
        # shellcheck disable=SC2086
        gcc -fsanitize=address -o "$tmp/test" "$work/$(basename "$test" .c).o" "$tmp/$name.o" $libraries
        seconds=$((2 * limit)) passes "$tmp/test" || {
            found "address sanitizer"
            return
        }
    done
}

# lints FILE: a module by itself, the others as they are; Verilator, Icarus and Yosys have nothing to say (tests/lint/modules.sh).
lints() {
    local file=$1 top others
    top=$(basename "$file" .v)
    others=$(printf '%s\n' templates/rtl/*.v | grep -vx "templates/rtl/$top.v" | tr '\n' ' ')
    passes verilator --lint-only -Wall --language 1364-2005 --top-module "$top" -y templates/rtl "$file" && [ ! -s "$tmp/log" ] &&
        passes iverilog -g2005 -Wall -s "$top" -y templates/rtl -o "$tmp/vvp" "$file" && [ ! -s "$tmp/log" ] &&
        passes yosys -q -p "read_verilog $file $others; hierarchy -check -top $top; proc; check -assert" && [ ! -s "$tmp/log" ]
}

# fp_bench TOP FILE [ARGUMENT]...: a bench of the floating-point modules, one of which FILE replaces; Icarus has nothing to say.
fp_bench() {
    local top=$1 file=$2 benches="tests/cosim/fp_pairs.v tests/cosim/fp_unary.v"
    shift 2
    [ "$top" != fp_pipe_icarus ] || benches="$benches tests/cosim/fp_pipe.v"
    # shellcheck disable=SC2086
    passes iverilog -g2005 -Wall -Wno-timescale -y templates/rtl -s "$top" -o "$tmp/vvp" "$file" "tests/cosim/$top.v" $benches &&
        [ ! -s "$tmp/log" ] && passes vvp -n "$tmp/vvp" "$@" && grep -q '^PASS' "$tmp/log"
}

judge_rtl() {
    local file=$1 mutant module status=0 mu pack5 kilobytes=$space # a loop of generated blocks without an end takes all
    mutant=$tmp/$(basename "$file")
    module=$(basename "$file" .v)
    if [ "$module.v" = "$(basename "$file")" ]; then
        lints "$mutant" || {
            found lint
            return
        }
    fi
    if [ "$module" = tlut_unpack ]; then
        for mu in 3 4; do
            for pack5 in 0 1; do
                { passes iverilog -g2005 -s unpack_tb -Punpack_tb.Mu=$mu -Punpack_tb.NumGroup=4 -Punpack_tb.Pack5=$pack5 -o "$tmp/vvp" \
                    tests/cosim/unpack_tb.v "$mutant" && passes vvp -n "$tmp/vvp" && grep -q '^ok [1-9]' "$tmp/log"; } || {
                    found decoder
                    return
                }
            done
        done
    fi
    if [ "$module" = tlut_mul ]; then # cores give it ternary weights only
        passes tests/cosim/multiplier.sh "$mutant" || {
            found products
            return
        }
    fi
    case $module in
    tlut_fp_add | tlut_fp_mul | tlut_fp_convert | tlut_fp_to_fixed | tlut_fp_from_fixed | tlut_fp_pack | tlut_fp_cut)
        passes tests/lint/limits.sh "$mutant" || {
            found limits
            return
        }
        fp_bench fp_icarus "$mutant" "+vectors=$work/vectors.hex" +count=400 || {
            found vectors
            return
        }
        fp_bench fp_pipe_icarus "$mutant" || {
            found pipelines
            return
        }
        ;;
    esac
    passes "$bin/mutant_cores" "$file" "$mutant" || status=$?
    case $status in
    0) ;;
    3)
        echo "error: no core of $here/cores.c uses $file" >&2
        exit 1
        ;;
    1) found "$(sed -n 's/^core \([0-9]*.\):.*/core \1/p' "$tmp/log" | tail -n 1)" ;;
    *) found "cores, status $status" ;;
    esac
    [ "$verdict" != survived ] || lints_cores "$file" "$mutant" || found "lint of cores"
}

# lints_cores FILE MUTANT: Verilator has nothing to say to the cores of cores.c either, whose parameters are not the module's defaults.
lints_cores() {
    local core
    "$bin/mutant_cores" "$1" "$2" "$tmp/packages" >"$tmp/log" 2>&1 || return 1
    for core in "$tmp/packages"/*; do
        (cd "$core" && mapfile -t files < <(grep -v '^//' files.f) &&
            passes verilator --lint-only -Wall --language 1364-2005 --top-module "tlut_$(basename "$core")" "${files[@]}" &&
            [ ! -s "$tmp/log" ]) || return 1
    done
}

# One mutant: a line "key verdict killer" on the journal, unless it is there.
judge() { # ID FILE JOURNAL
    local id=$1 file=$2 journal=$3 verdict=survived killer=none key
    tmp=$(mktemp -d)
    export TMPDIR=$tmp
    trap 'rm -rf "$tmp"' EXIT
    "$bin/mutate" apply "$file" "$id" "$tmp/$(basename "$file")" || {
        echo "error: $file has no mutant $id" >&2
        exit 1
    }
    key=$({ echo "$MUTATION_WORLD $file $limit" && cat "$tmp/$(basename "$file")"; } | sha256sum | cut -c1-32)
    if ! grep -q "^$id $key " "$journal" 2>/dev/null; then
        case $file in
        tb/schedule.c) judge_c "$file" cores ;;
        *.c) judge_c "$file" ;;
        *) judge_rtl "$file" ;;
        esac
        echo "$id $key $verdict ${killer:-cores}" >>"$journal"
    fi
    echo "$id $(grep "^$id $key " "$journal" | tail -n 1 | cut -d' ' -f3-)" >>"$journal.now"
}

# The killers find nothing where nothing is mutated, else they would seem to kill all.
originals() {
    local file test
    tmp=$(mktemp -d)
    for file in $c_files; do
        for test in $(killers_c "$file"); do
            [ ! -e "$tmp/$(basename "$test" .c)" ] || continue
            # shellcheck disable=SC2086
            gcc -o "$tmp/$(basename "$test" .c)" "$work/$(basename "$test" .c).o" $libraries
            seconds=$((8 * limit)) passes "$tmp/$(basename "$test" .c)" || original_fails "$test"
        done
    done
    for file in templates/rtl/*.v; do
        lints "$file" || original_fails "$file"
    done
    for file in fp_icarus fp_pipe_icarus; do
        fp_bench $file templates/rtl/tlut_fp_cut.v "+vectors=$work/vectors.hex" +count=400 || original_fails "$file.v"
    done
    passes tests/cosim/multiplier.sh || original_fails multiplier.sh
    seconds=$((8 * limit)) passes "$bin/mutant_cores" || original_fails cores.c
    lints_cores templates/out/wrapper.v.in templates/out/wrapper.v.in || original_fails "lint of cores.c"
    rm -rf "$tmp"
}
original_fails() {
    echo "error: $1 fails without any mutant" >&2
    tail -n 5 "$tmp/log" >&2
    exit 1
}

# Objects that all mutants share; the vectors of the floating-point modules (their test bench without its RTL).
prepare() {
    local source key
    key=$(world)
    [ "$(cat "$work/prepared" 2>/dev/null)" != "$key" ] || return 0
    for source in $c_files tests/unit/test_{golden,golden_float,golden_aligned,fp,drive,schedule}.c tests/cosim/{bench,configs,streams}.c \
        "$here/cores.c" "$here/no_shim.c" tests/cosim/fp_cosim.c; do
        compile "$source" "$work/$(basename "$source" .c).o"
    done
    # shellcheck disable=SC2086
    gcc -o "$work/fp_vectors" "$work/fp_cosim.o" "$work/no_shim.o" $libraries
    "$work/fp_vectors" --vectors 400 >"$work/vectors.hex"
    originals
    echo "$key" >"$work/prepared"
}

# "ID FILE" lines on the standard input are judged; what the journal says of them comes out in $1.now.
judge_all() { # JOURNAL
    : >"$1.now"
    touch "$1"
    MUTATION_WORLD=$(world)
    export MUTATION_WORLD
    echo "$MUTATION_WORLD" >"$1.world"
    xargs -r -P "$jobs" -L 1 nice "$0" --one -t "$limit" "$build" "$1" || echo "note: not every mutant could be run" >&2
}

write_table() {
    {
        echo "# tests/mutation/run.sh -n $count -s $seed: $(grep -c . "$work/plan.tsv") mutants planned, $(cut -d' ' -f1 "$work/journal.now" | sort -u | grep -c .) run"
        echo "# sources and tests $(cat "$work/journal.world"); $(gcc --version | head -n 1); $(iverilog -V 2>/dev/null | head -n 1); $(verilator --version)"
        awk -f "$here/table.awk" "$here/equivalent.tsv" "$work/journal.now" "$work/plan.tsv"
    } >"$work/table.csv"
    mv "$work/table.csv" "$table"
    awk -f "$here/report.awk" "$here/equivalent.tsv" "$table" >"$work/report.md"
    awk -v text="$work/report.md" '/^<!-- mutation -->/ { print; while ((getline line < text) > 0) print line; off = 1 }
        /^<!-- \/mutation -->/ { off = 0 } !off && !/^<!-- mutation -->/' docs/mutation.md >"$work/mutation.md"
    cat "$work/mutation.md" >docs/mutation.md
}

fail() {
    echo "error: $1" >&2
    failed=1
}

check() {
    local failed=0 rows gone id file
    awk -f "$here/report.awk" "$here/equivalent.tsv" "$table" >"$work/report.md"
    sed -n '/^<!-- mutation -->/,/^<!-- \/mutation -->/p' docs/mutation.md | sed '1d;$d' | cmp -s - "$work/report.md" ||
        fail "the table of docs/mutation.md is not that of $table: run tests/mutation/run.sh -r BUILD"
    # shellcheck disable=SC2086
    "$bin/mutate" plan 1 1000000 $c_files $rtl_files | cut -f1 | sort >"$work/ids"
    awk -F, '!/^#/ && $1 != "number" { print $2 }' "$table" | sort >"$work/rows"
    rows=$(grep -c . "$work/rows") gone=$(comm -13 "$work/ids" "$work/rows" | grep -c . || true)
    echo "$rows mutants in the table, $gone of them in lines that have changed since"
    ! grep ',survived,' "$table" || fail "these survivors have no reason in $here/equivalent.tsv"
    [ $((gone * 10)) -le "$rows" ] || fail "more than a tenth of the table is about lines that are gone: run make mutation"
    while IFS=$'\t' read -r id file _; do
        case $id in \#*) continue ;; esac
        grep -q "^$id$" "$work/ids" || echo "note: $here/equivalent.tsv: mutant $id of $file is gone"
        ! grep "^[0-9]*,$id," "$table" | grep -qv ',equivalent,' || fail "$here/equivalent.tsv: $id of $file does not survive in the table"
    done <"$here/equivalent.tsv"
    awk -F, -v seed="$seed" 'BEGIN { srand(seed) } FNR == NR { there[$1] = 1; next }
        !/^#/ && there[$2] && /,killed,/ && !/,test_fp$/ { print rand(), $2, $3 }' "$work/ids" "$table" | sort -n | awk -v n="$sample" 'NR <= n { print $2, $3 }' >"$work/drawn"
    rm -f "$work/sample"
    judge_all "$work/sample" <"$work/drawn"
    while read -r id file; do
        if grep -q "^$id killed" "$work/sample.now"; then
            echo "killed again: $id $file, $(grep "^$id " "$work/sample.now" | cut -d' ' -f3-)"
        else
            fail "$id of $file is no longer killed: $(grep "^$id " "$work/sample.now" || true)"
        fi
    done <"$work/drawn"
    return $failed
}

if [ -n "$one" ]; then
    judge "$3" "$4" "$2"
    exit
fi
if [ -z "$report_only" ]; then prepare; fi
if [ -n "$sample" ]; then
    check
    exit
fi
# shellcheck disable=SC2086
"$bin/mutate" plan "$seed" "$count" $c_files $rtl_files >"$work/plan.tsv"
if [ -z "$report_only" ]; then
    cut -f1,2 "$work/plan.tsv" | tr '\t' ' ' | sort | judge_all "$work/journal"
fi
write_table
cat "$work/report.md"
