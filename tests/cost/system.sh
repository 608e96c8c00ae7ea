#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# system.sh BIN: tlut-cost --workload as a user sees it: text and JSON have the same figures, layers add up to the total, parts
# of the energy to the whole, and whatever comes from the analytic memory model says so.
set -u
bin=$1
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export LC_ALL=C
fail() { echo "system.sh: $*" >&2; exit 1; }

core="--mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8 --lanes 2"
cost() {
    # shellcheck disable=SC2086 # a list of flags
    "$bin/tlut-cost" $core --workload examples/workloads/bitnet-b1.58-2B-4T.xml "$@"
}
# Values of a member of the JSON, in order: those of the layers, then that of the total, or one of the whole.
json() { awk -F': ' -v k="\"$1\"" '{ name = $1; gsub(/ /, "", name) } name == k { sub(/,$/, "", $2); print $2 }' "$tmp/json"; }

check() {
    cost "$@" >"$tmp/text" || fail "no report: $*"
    cost "$@" --json >"$tmp/json" || fail "no JSON: $*"
    for k in cycles key_bytes activation_bytes result_bytes dram_bytes seconds macs; do
        json $k | awk -v n=8 '{ v[NR] = $1 } NR < n { sum += $1 }
            END { exit !(NR == n && (sum - v[n]) ^ 2 <= 1e-18 * v[n] ^ 2) }' || fail "layers do not add up: $k, $*"
    done
    { json core_dynamic_j_per_token; json core_leakage_j_per_token; json sram_j_per_token; json dram_j_per_token
      json j_per_token; } | awk '{ v[NR] = $1; sum += $1 }
        END { exit !(NR == 5 && v[5] > 0 && (sum / v[5] / 2 - 1) ^ 2 < 1e-18) }' || fail "energies do not add up: $*"
    # the text's six digits are those of the JSON
    for pair in tokens/s:tokens_per_s J/token:j_per_token roofline:roofline_tokens_per_s; do
        text=$(awk -v k="${pair%%:*}" '$1 == k { sub(/:$/, "", $2); print $2; exit }' "$tmp/text")
        [ "$text" = "$(json "${pair##*:}" | awk '{ printf "%.6g", $1 }')" ] || fail "text and JSON differ: $pair, $*"
    done
    [ "$(awk '$1 == "total" { print $3 }' "$tmp/text")" = "$(json cycles | awk 'END { printf "%.0f", $1 }')" ] || fail "cycles: $*"
    [ "$(awk '$1 == "binds" { sub(/:.*/, ""); sub(/^binds */, ""); print }' "$tmp/text")" = \
        "$(json binds | awk 'END { gsub(/"/, ""); print }')" ] || fail "binds: $*"
    grep -q '^SRAM and DRAM: analytic estimate from published figures, not validated' "$tmp/text" || fail "no caveat: $*"
    grep -q 'not modelled: attention' "$tmp/text" || fail "nothing is said of what is not modelled: $*"
}

check --dram-gbps 5
grep -q '^binds  *DRAM:' "$tmp/text" || fail "5 GB/s do not bind"
check --dram hbm2
grep -q '^binds  *compute:' "$tmp/text" || fail "HBM2 binds"
check --dram hbm2 --key-gbps 1 --tokens 64
grep -q '^binds  *key bandwidth:' "$tmp/text" || fail "a link of 1 GB/s does not bind"
check --dram lpddr5 --weight-sram 1GiB --act-sram 1MiB --tokens 5
grep -q '^weight SRAM .*holds 100 % of the keys' "$tmp/text" || fail "1 GiB does not hold all keys"
grep -q 'no DRAM traffic' "$tmp/text" || fail "DRAM traffic with everything on chip"
grep -q '"mac_per_dram_byte": null' "$tmp/json" || fail "an infinite intensity is not null"
[ "$(grep -c '(analytic estimate' "$tmp/text")" = 2 ] || fail "an SRAM without caveat"
[ "$(grep -c '"caveat": "analytic' "$tmp/json")" = 2 ] || fail "an SRAM without caveat in the JSON"

# The same bytes again; a target clock that is reached is the clock.
cost --dram lpddr4 --json >"$tmp/a"
cost --dram lpddr4 --json >"$tmp/b"
cmp "$tmp/a" "$tmp/b" || fail "not the same bytes"
cost --dram lpddr4 --mhz 50 | grep -q '^clock  *50.0 MHz, the target$' || fail "the target clock is not taken"
exit 0
