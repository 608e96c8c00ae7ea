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

# Everything that the programs print and write, into one file. The library is used in the locale of the user by check_arch.
outputs() {
    "$bin/check_arch" --top auto --mhz 1234 --act fp16 --arith aligned
    "$bin/check_arch" --act INT8 --window 1,5
    "$bin/tlut-gen" --mu 2 --luts 3 --mhz 333 --name x -o "$run/out"
    (cd "$run/out" && find . -type f | LC_ALL=C sort | xargs sha256sum)
    "$bin/tlut-gen" --help
    "$bin/tlut-sim" --mu 2 --luts 2 --fetchers 2 --act fp16 --shape 5x9 --stall 0.5 --simulator icarus --quiet --json |
        grep -v '"\(build\|run\)_seconds"\|"cycles_per_second"'
    "$bin/tlut-sim" --shape 5x9 --stall 0,5
}
LC_ALL=C outputs >"$run/c" 2>&1
status=0
for l in de_DE.UTF-8 tr_TR.UTF-8 C.UTF-8; do
    rm -rf "$run/out"
    LOCPATH=$run/locales LC_ALL=$l outputs >"$run/other" 2>&1
    diff "$run/c" "$run/other" || status=1
    for case in E011-numbers E012-utf8 E010-words; do
        LOCPATH=$run/locales LC_ALL=$l ./run.sh "$bin" $case || status=1
    done
done
exit $status
