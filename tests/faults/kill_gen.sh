#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_gen.sh BIN_DIR -- tlut-gen killed at random moments while it writes one package over another: the folder always holds
# one of the two, whole; the next run clears away what was left, and a run that is not killed gives its package.
set -uo pipefail
bin=$1
# shellcheck source=tests/faults/faults.sh
. "$(dirname "$0")/faults.sh"
cd "$tmp" || exit 1
one=(--name core --mu 3 --luts 8) other=(--name core --mu 2 --luts 4 --act fp16)
"$bin/tlut-gen" "${one[@]}" -o one >/dev/null || fail "tlut-gen"
"$bin/tlut-gen" "${other[@]}" -o other >/dev/null || fail "tlut-gen"
first_time "$bin/tlut-gen" "${one[@]}" -o timed
kills=0 states=''
for i in $(seq 40); do
    if [ $((RANDOM % 2)) = 1 ]; then which=("${one[@]}"); else which=("${other[@]}"); fi
    shoot "$bin/tlut-gen" "${which[@]}" -o out
    kills=$((kills + shot))
    if [ ! -e out ]; then
        states="$states-"
    elif diff -r out one >/dev/null; then
        states="${states}1"
    elif diff -r out other >/dev/null; then
        states="${states}2"
    else
        fail "after round $i: neither package, $(diff -rq out one | head -3)"
    fi
done
echo "$kills of 40 killed at random; the folder held: $states"
[ "$kills" -ge 10 ] || fail "the kills came too late"
find . -maxdepth 1 -name '.out.tmp-*' -exec touch -d '2 days ago' {} +
"$bin/tlut-gen" "${one[@]}" -o out >/dev/null || fail "the run after the kills: $?"
"$bin/tlut-gen" "${other[@]}" -o out >/dev/null || fail "the second run after the kills: $?"
diff -r out other || fail "another package after the kills"
[ -z "$(find . -maxdepth 1 -name '.*' ! -name .)" ] || fail "left behind: $(find . -maxdepth 1 -name '.*' ! -name .)"
