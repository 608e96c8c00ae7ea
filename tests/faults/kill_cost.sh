#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_cost.sh BIN_DIR CACHE -- tlut-cost calibrate killed at random moments while it measures, fits and writes. CACHE holds
# the measurements of the small training set of osu018 (cost.small makes them); some of them are taken out of a copy, so that
# each run has a little to measure. The technology file and the table are there whole or not at all, a measurement that is
# kept can be read and stays, and the next run takes what was measured and gives the bytes of an undisturbed one.
set -uo pipefail
bin=$1 full=$2
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
# shellcheck source=tests/faults/faults.sh
. "$(dirname "$0")/faults.sh"
cd "$tmp" || exit 1
mkdir tools && export TMPDIR=$tmp/tools # where programs have their folders
calibrate() { # calibrate CACHE NAME: the words of the command
    command=("$bin/tlut-cost" calibrate --liberty "$lib" --name small --small --no-energy -j 1 --cache "$1" -o "$2.xml"
        --csv "$2.csv")
}
same() { cmp -s "$1.xml" whole.xml && cmp -s "$1.csv" whole.csv; }

calibrate "$full" whole
"${command[@]}" >plain.out 2>&1 || fail "the plain run: $(tail -3 plain.out)"
grep -qE '^([0-9]+) of \1 designs measured, \1 of them from the cache' plain.out ||
    fail "not all of the small set is in $full: $(tail -1 plain.out)"
count=$(sed -n 's/^\([0-9]*\) of .* designs measured.*/\1/p' plain.out)

# The four smallest designs are taken out. The cache may hold older ones that no run asks for: of those that were taken out,
# only what the plain run measures again counts.
cp -r "$full" cache
grep -H '"cells"' cache/*.json | tr -d ' ,' | sort -t : -k 3n | head -n 4 | cut -d : -f 1 >out
calibrate cache out
xargs rm <out
first_time "${command[@]}"
same out || fail "measured again, four designs give another technology"
while read -r f; do [ ! -e "$f" ] || echo "$f"; done <out >some
some=$(wc -l <some)
[ "$some" -ge 2 ] || fail "only $some of the smallest designs are of the training set"

all=$(find cache -name '*.json' | wc -l)
kills=0 before=-1 fresh=1 complete=0 kept=0
for round in $(seq 10); do
    if [ $fresh = 1 ]; then # from the start, old results in the way of new ones or nothing there
        xargs rm -f <some
        rm -f out.xml out.csv
        [ $((round % 2)) = 0 ] || { echo '<old/>' >out.xml && echo old >out.csv; }
        before=-1
    fi
    shoot "${command[@]}"
    kills=$((kills + shot))
    new=0
    for end in xml csv; do
        if cmp -s out.$end whole.$end; then
            new=$((new + 1))
        elif [ -e out.$end ] && ! grep -qxE '<old/>|old' out.$end; then
            fail "round $round: out.$end is neither the old one nor the new one"
        fi
    done
    now=$((some - all))
    for f in cache/*.json; do
        [ "$(tail -c 2 "$f" | tr '\n' .)" = '}.' ] || fail "round $round: half a measurement, $f"
        now=$((now + 1))
    done
    [ $now -ge $before ] || fail "round $round: $now of the $some measurements, there were $before"
    [ $now -gt 0 ] && [ $now -lt "$some" ] && kept=$((kept + 1))
    [ $new = 0 ] || [ $now = "$some" ] || fail "round $round: results without all measurements"
    before=$now
    fresh=0
    if [ $new = 2 ]; then
        complete=$((complete + 1))
        fresh=1
    fi
done
echo "$kills of 10 killed; $kept of them with a part of the $some designs measured, $complete with all results written"
[ $kills -ge 3 ] || fail "the kills came too late"
for _ in $(seq 100); do # the tools of a killed one are ended, and their folders go, without it
    [ -n "$(ls tools)" ] || break
    sleep 0.1
done
[ -z "$(ls tools)" ] || fail "left behind: $(ls tools)"

# The run after the kills takes what is there.
rm -f "$(head -n 1 some)"
left=$(while read -r f; do [ -e "$f" ] || echo "$f"; done <some | wc -l)
rm -f out.xml out.csv
"${command[@]}" >last.out 2>&1 || fail "the run after the kills: $(tail -3 last.out)"
grep -q "^$count of $count .* $((count - left)) of them from the cache" last.out || fail "$left were to be measured: $(tail -1 last.out)"
same out || fail "another technology after the kills"
