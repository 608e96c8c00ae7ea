#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# locale.sh BIN_DIR: outputs and messages do not depend on the locale. German has a decimal comma, Turkish another upper
# case of i. The locales are made here, from the sources of the package locales; without it only what is there is tested.
set -u
cd "$(dirname "$0")" || exit 1
bin=$1
run=$(mktemp -d) || exit 1
trap 'rm -rf "$run"' EXIT
mkdir "$run/locales"
for l in de_DE tr_TR; do
    localedef -i $l -f UTF-8 "$run/locales/$l.UTF-8" 2>"$run/log" || echo "locale.sh: no locale $l: $(cat "$run/log")"
done
if [ -d "$run/locales/de_DE.UTF-8" ] &&
    [ "$(LOCPATH=$run/locales LC_ALL=de_DE.UTF-8 env printf %.1f 1,5 2>&1)" != 1,5 ]; then
    echo "locale.sh: the German locale has no effect"
    exit 1
fi

# shellcheck source=/dev/null
. ./pack.sh
gguf_small >"$run/w.gguf"
printf '%s\n' '--mu 1 --luts 1 --fetchers 1 --reuse 1 --act int2' '--mu 2 --luts 1 --fetchers 1 --reuse 1 --act int2' >"$run/designs"
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

# Everything that the programs print and write, into one file. The library is used in the locale of the user by check_arch.
# Tools (Yosys, OpenSTA, Icarus, gnuplot) get the locale too; what they print is read by the programs.
sums() { (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum); }
outputs() {
    "$bin/check_arch" --top auto --mhz 1234 --act fp16 --arith aligned
    "$bin/check_arch" --act INT8 --window 1,5
    "$bin/tlut-gen" --mu 2 --luts 3 --mhz 333 --name x -o "$run/out"
    sums "$run/out"
    "$bin/tlut-gen" --help
    "$bin/tlut-sim" --mu 2 --luts 2 --fetchers 2 --act fp16 --shape 5x9 --stall 0.5 --simulator icarus --quiet --json |
        grep -v '"\(build\|run\)_seconds"\|"cycles_per_second"'
    "$bin/tlut-sim" --shape 5x9 --stall 0,5
    "$bin/tlut-cost" --mu 3 --act fp16
    "$bin/tlut-cost" --mu 3 --json
    "$bin/tlut-dse" --act int8 --mu 2,3 --luts 1..8 --fetchers 8 --minimize area --maximize throughput \
        --limit area-mm2=..1.5 --clock 33.5 -o "$run/sweep"
    sums "$run/sweep"
    "$bin/tlut-dse" --minimize area --limit area-mm2=..1,5
    "$bin/tlut-dse" compare ../../examples/published/platinum.xml --macs-per-cycle 100.5
    "$bin/tlut-dse" compare ../../examples/published/platinum.xml --json
    for command in "info" "npy -o $run/w.npy" "keys -o $run/w.keys"; do
        # shellcheck disable=SC2086 # a command with its option
        "$bin/tlut-pack" ${command%% *} "$run/w.gguf" ${command#"${command%% *}"}
    done
    sha256sum "$run/w.npy" "$run/w.keys"
}
tool_outputs() { # these take longer: in German only
    if [ -e $lib ]; then
        "$bin/tlut-measure" --liberty $lib --mu 1 --luts 1 --fetchers 1 --reuse 1 --act int2 --energy --json | grep -v seconds
        "$bin/tlut-cost" validate --points "$run/designs" --liberty $lib --no-energy --quiet --cache "$run/cache" \
            --csv "$run/designs.csv" --svg "$run/designs.svg" --record "$run/recorded.xml"
        cat "$run/designs.csv" "$run/designs.svg" "$run/recorded.xml"
    fi
}
LC_ALL=C outputs >"$run/c" 2>&1
LC_ALL=C tool_outputs >"$run/c_tools" 2>&1
for word in '"mismatches"' pJ report.html w.keys $([ ! -e $lib ] || echo '"area_um2" technology'); do
    cat "$run/c" "$run/c_tools" | grep "$word" >/dev/null || { echo "locale.sh: nothing of '$word' in the outputs"; exit 1; }
done
status=0
for l in de_DE.UTF-8 tr_TR.UTF-8 C.UTF-8; do
    rm -rf "$run/out" "$run/sweep" "$run/cache" "$run"/designs.* "$run/recorded.xml" "$run"/w.npy "$run"/w.keys
    LOCPATH=$run/locales LC_ALL=$l outputs >"$run/other" 2>&1
    diff "$run/c" "$run/other" || status=1
    if [ $l = de_DE.UTF-8 ]; then
        LOCPATH=$run/locales LC_ALL=$l tool_outputs >"$run/other_tools" 2>&1
        diff "$run/c_tools" "$run/other_tools" || status=1
    fi
    for case in E011-numbers E012-utf8 E010-words; do
        LOCPATH=$run/locales LC_ALL=$l ./run.sh "$bin" $case || status=1
    done
done
exit $status
