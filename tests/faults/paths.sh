#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# paths.sh BIN_DIR -- folders whose names mean something to a shell, to make or to printf: for the package, for temporary files,
# for the cache. What the tools cannot do is said in a word; nothing in a name is ever executed.
set -uo pipefail
bin=$1
# shellcheck source=tests/faults/faults.sh
. "$(dirname "$0")/faults.sh"
cd "$tmp" || exit 1
core=(--mu 1 --luts 1 --fetchers 1 --reuse 1 --act int2 --name p)
# shellcheck disable=SC2016
names=('with space' "quote'" 'dquote"' 'dollar$HOME' 'back`touch fired`' 'semi;touch fired;' 'hash#' 'ü%d' 'back\slash' '$(touch fired)')

for name in "${names[@]}"; do
    mkdir -p "$name/t" && cd "$name" || exit 1
    export TMPDIR=$PWD/t
    "$bin/tlut-gen" "${core[@]}" -o "p $name" >out 2>&1 || fail "tlut-gen in '$name': $(cat out)"
    "$bin/tlut-sim" "p $name/effective.xml" --shape 2x2 --simulator icarus --quiet >out 2>&1 ||
        fail "icarus with TMPDIR in '$name': $(cat out)"
    grep -q '^verdict  *bit-exact' out || fail "icarus in '$name': $(cat out)"
    left=$(ls t)
    [ -z "$left" ] || fail "left behind in '$name': $left"
    cd "$tmp" || exit 1
done

# Yosys, with ABC and a shell between them: the worst name of all, and a relative one.
# shellcheck disable=SC2016 # a name, not a command
name='a b'"'"'"$(touch fired);c'
mkdir -p "$name"
for folder in "$tmp/$name" "$name"; do
    TMPDIR=$folder "$bin/tlut-cost" fpga "${core[@]}" --family ice40 --quiet >out 2>&1 || fail "yosys with TMPDIR=$folder: $(cat out)"
    grep -q '^lut ' out || fail "yosys with TMPDIR=$folder: $(cat out)"
    left=$(ls "$name")
    [ -z "$left" ] || fail "left behind in '$name': $left"
done

# The package's own make: Verilator's makefiles cannot have a space in the path, others they can.
unset TMPDIR
if make -C 'with space/p with space' >out 2>&1; then fail "make in a folder with a space"; fi
grep -q '^error: .* space in its path; move' out || fail "make in a folder with a space: $(cat out)"
[ ! -e 'with space/p with space/obj_dir' ] || fail "make in a folder with a space began to build"

found=$(find . -name fired)
[ -z "$found" ] || fail "a name was executed: $found"
