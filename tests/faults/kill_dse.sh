#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_dse.sh BIN_DIR MAKE_TECH -- a sweep with its report killed at random moments, from the start to the renaming of the
# folder: the results are not there, or whole; a run that is not killed goes on, and gives the bytes of an undisturbed one.
set -uo pipefail
bin=$1 make_tech=$2
# shellcheck source=tests/faults/faults.sh
. "$(dirname "$0")/faults.sh"
cd "$tmp" || exit 1
"$make_tech" >tech.xml || exit 1
# shellcheck disable=SC2054 # lists of the sweep
sweep=("$bin/tlut-dse" --tech ./tech.xml --act int8 --mu 1..5 --luts 1..16 --fetchers 1..16 --reuse '1..32 times 2'
    --pipe-fetch 0,1 --minimize area --maximize gmacs --no-report -j2)
first_time "${sweep[@]}" -o whole
kills=0 done=0
for i in $(seq 24); do
    shoot "${sweep[@]}" -o out
    kills=$((kills + shot))
    if [ -e out ]; then
        diff -r out whole >/dev/null || fail "round $i: results that are not whole: $(diff -rq out whole | head -3)"
        done=$((done + 1))
        rm -rf out # and from the start again
    fi
done
echo "$kills of 24 killed at random; $done times complete before that"
[ "$kills" -ge 6 ] || fail "the kills came too late"
"${sweep[@]}" -o out >/dev/null || fail "the run after the kills"
diff -r out whole || fail "other results after the kills"
[ ! -e out.partial ] || fail "out.partial is left behind"

# merging of shards, which moves whole folders
for i in 0 1; do "${sweep[@]}" --shard $i/2 -o part$i >/dev/null || fail "a shard"; done
first_time "$bin/tlut-dse" merge part0 part1 -o timed --no-report
for i in $(seq 12); do
    shoot "$bin/tlut-dse" merge part0 part1 -o merged --no-report
    [ ! -e merged ] || diff -r merged whole >/dev/null || fail "merge, round $i: results that are not whole"
    rm -rf merged
done
"$bin/tlut-dse" merge part0 part1 -o merged --no-report >/dev/null || fail "merge after the kills"
diff -r merged whole || fail "merge after the kills: other results"
