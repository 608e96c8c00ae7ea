# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# faults.sh -- to be sourced: a scratch folder $tmp, seeded random moments, kills. TLUT_SEED=n repeats a run.
tmp=$(mktemp -d)
trap 'umount "$tmp/small" 2>/dev/null; rm -rf "$tmp"' EXIT
seed=${TLUT_SEED:-$(($(date +%s) % 32768))}
RANDOM=$seed
echo "seed $seed"
fail() { echo "FAILED: $*"; exit 1; }

# shoot COMMAND...: runs a command, and kills it at a random moment within $within milliseconds. $shot tells whether it was
# still there; the time adapts, because machines are busy or not: about every fourth run comes to its end.
shoot() {
    local pid
    (exec "$@" >"$tmp/shot.out" 2>&1) &
    pid=$!
    sleep "$(awk -v r=$((RANDOM * 32768 + RANDOM)) -v m="$within" 'BEGIN { printf "%.4f", m / 1000 * r / 1073741824 }')"
    shot=0
    kill -9 $pid 2>/dev/null && shot=1
    wait $pid 2>/dev/null
    within=$((shot ? within * 11 / 10 : within * 3 / 4))
    [ $within -ge 4 ] || within=4
}

# first_time COMMAND...: sets $within to the time that the command takes
first_time() {
    local start
    start=$(date +%s%3N)
    "$@" >/dev/null 2>&1 || fail "$*"
    within=$(($(date +%s%3N) - start))
}
