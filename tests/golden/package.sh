#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# package.sh TLUT-GEN CASE -- `make` in the package's folder builds and runs its harness, with nothing but Verilator and a
# compiler. In two of the cases: the harness finds a defect that is planted in the RTL, and a file of another package.
set -euo pipefail
gen=$1
case=$2
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The arguments are words without quotes.
# shellcheck disable=SC2046
"$gen" $(cat "$here/$case.args") -o "$tmp/out" >/dev/null
cd "$tmp/out"
make SEED=3 JOBS=1 OPT=-O0 >"$tmp/log" 2>&1 || {
    tail -n 40 "$tmp/log"
    exit 1
}
grep '^PASS ' "$tmp/log"
make lint >"$tmp/log" 2>&1 || {
    cat "$tmp/log"
    exit 1
}

case $case in
axis | multiplier) ;;
*) exit 0 ;; # twice is enough for the rest
esac

# A defect: the first addition of the table build drops an operand; without such an addition, all tables or multipliers get
# the same activations.
if ! grep -q ' = .* [+-] .*;' tlut_*_build.v 2>/dev/null; then
    sed -i 's/word\[(t\*LUTS+l)\*/word[(t*LUTS)*/' tlut_*_core.v
else
    sed -i '0,/ = \(.*\) [+-] .*;/s// = \1;/' tlut_*_build.v
fi
if make SEED=3 JOBS=1 OPT=-O0 >"$tmp/log" 2>&1 || ! grep -q '^FAIL ' "$tmp/log"; then
    tail -n 40 "$tmp/log"
    echo "error: the harness does not see a planted defect" >&2
    exit 1
fi
# A file of another configuration.
sed -i 's/[0-9a-f]\{64\}/0000000000000000000000000000000000000000000000000000000000000000/' tlut_*.h
if make >"$tmp/log" 2>&1 || ! grep -q 'belongs to another configuration' "$tmp/log"; then
    cat "$tmp/log"
    exit 1
fi
