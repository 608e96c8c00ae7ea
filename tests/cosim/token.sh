#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# token.sh BIN CACHE -- a small model as one token through the RTL: ragged shapes, lanes, packed weights, stalls, floats; the
# same figures whatever the number of processes; a core that computes wrong, and a process that is killed, are told.
set -euo pipefail
bin=$1
cache=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

fail() {
    echo "$1"
    exit 1
}

cat >"$tmp/model.xml" <<'END'
<workload name="small" source="made for this test">
  <layer name="attn_q" m="50" n="60" count="3"/>
  <layer name="ffn_up" m="33" n="60" count="2"/>
  <layer name="ffn_down" m="7" n="133"/>
</workload>
END

token() {
    "$bin/tlut-sim" --luts 4 --fetchers 8 --reuse 3 --workload "$tmp/model.xml" --token --cache "$cache" --quiet "$@"
}

# Everything but the speed is the same with one process and with three.
for j in 1 3; do
    token --mu 3 --act int8 --seed 4 --json -j $j >"$tmp/$j.json" || fail "-j $j fails: $(cat "$tmp/$j.json")"
    grep -v -e seconds -e per_second -e processes "$tmp/$j.json" >"$tmp/$j"
done
cmp "$tmp/1" "$tmp/3" || fail "the number of processes changes the figures"
grep -q '"run": 6' "$tmp/1" || fail "not six matrices"
grep -q '"macs": 13891' "$tmp/1" || fail "not 3*50*60 + 2*33*60 + 7*133 = 13891 multiply-accumulates"
grep -q '"mismatches": 0' "$tmp/1" || fail "mismatches"

# The cycles are those of the layers one by one, times their count.
expected=0
for layer in "attn_q 3" "ffn_up 2" "ffn_down 1"; do
    each=$("$bin/tlut-sim" --luts 4 --fetchers 8 --reuse 3 --mu 3 --act int8 --workload "$tmp/model.xml" --layer "${layer% *}" \
        --cache "$cache" --quiet --json | sed -n 's/^  "cycles": \([0-9]*\),/\1/p')
    expected=$((expected + ${layer#* } * each))
done
grep -q "^  \"cycles\": $expected," "$tmp/1" || fail "the layers alone take $expected cycles: $(grep cycles "$tmp/1")"

token --mu 2 --act int4 --lanes 2 --encoding pack5 --stall 0.3 >"$tmp/log" || fail "lanes, packed weights, stalls: $(cat "$tmp/log")"
token --mu 3 --act fp16 --arith aligned >"$tmp/log" || fail "aligned: $(cat "$tmp/log")"
grep -q 'golden model and plain product' "$tmp/log" || fail "aligned arithmetic has a plain product"

# A wrong bit anywhere ends the work, and the matrix is named.
"$bin/tlut-gen" --luts 4 --fetchers 8 --reuse 3 --mu 3 --act int8 -o "$tmp/core" >/dev/null
grep '^[^/]' "$tmp/core/files.f" | while read -r file; do cat "$tmp/core/$file"; done >"$tmp/all.v"
token --mu 3 --act int8 --rtl "$tmp/all.v" >"$tmp/log" || fail "the core as one file: $(cat "$tmp/log")"
sed 's/wide ^ {LeafW{flip\[k\]}}/wide ^ {LeafW{1'"'"'b0}}/' "$tmp/all.v" >"$tmp/bad.v"
if cmp -s "$tmp/all.v" "$tmp/bad.v"; then fail "the fault was not put in"; fi
status=0
token --mu 3 --act int8 --rtl "$tmp/bad.v" -j 1 >"$tmp/log" 2>&1 || status=$?
[ $status -eq 1 ] || fail "a wrong core ends with status $status"
grep -q '^attn_q, matrix 1:' "$tmp/log" || fail "the matrix is not named: $(cat "$tmp/log")"
grep -q 'FAILED: wrong results' "$tmp/log" || fail "no verdict: $(cat "$tmp/log")"

# A process that dies: it is said, and nothing is printed as a result.
cat >"$tmp/model.xml" <<'END'
<workload name="long" source="made for this test"><layer name="big" m="2048" n="2048" count="100000"/></workload>
END
"$bin/tlut-sim" --luts 4 --fetchers 8 --reuse 3 --mu 3 --act int8 --workload "$tmp/model.xml" --token --cache "$cache" --quiet -j 2 \
    >"$tmp/out" 2>"$tmp/log" &
parent=$!
for _ in $(seq 100); do
    child=$(pgrep -P $parent tlut-sim | head -n 1) || true
    if [ -n "$child" ]; then break; fi
    sleep 0.1
done
[ -n "$child" ] || fail "no process to kill"
kill -KILL "$child"
status=0
wait $parent || status=$?
if [ $status -eq 0 ] || [ -s "$tmp/out" ]; then fail "status $status after a process was killed"; fi
grep -q 'E305.*ended by signal 9' "$tmp/log" || fail "not told: $(cat "$tmp/log")"
echo "token: bit-exact"
