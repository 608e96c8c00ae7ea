#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# examples.sh BIN_DIR MAKE_TECH: the sweeps of examples/ are valid by schema and program, run, and say the same in canonical form.
set -u
bin=$1 make_tech=$2
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
"$make_tech" >"$tmp/tech.xml" || exit 1
fail() { echo "$*"; exit 1; }
for sweep in examples/sweeps/*.xml; do
    xmllint --noout --schema gen/schema/tlut_sweep.xsd "$sweep" 2>"$tmp/err" || fail "$(cat "$tmp/err")"
    "$bin/tlut-dse" "$sweep" --tech "$tmp/tech.xml" --print >"$tmp/one.xml" || fail "$sweep is refused"
    xmllint --noout --schema gen/schema/tlut_sweep.xsd "$tmp/one.xml" 2>"$tmp/err" || fail "$(cat "$tmp/err")"
    "$bin/tlut-dse" "$tmp/one.xml" --tech "$tmp/tech.xml" --print >"$tmp/two.xml" || fail "the canonical form of $sweep is refused"
    cmp "$tmp/one.xml" "$tmp/two.xml" || fail "$sweep: another canonical form the second time"
    "$bin/tlut-dse" "$sweep" --tech "$tmp/tech.xml" -j2 >"$tmp/out" || fail "$sweep does not run"
    grep -q ' on the front' "$tmp/out" || fail "$sweep: no front"
done
# every figure is in the schema, and nothing else
"$bin/tlut-dse" --figures | sed 's/^\(.\{30\}\).*/\1/' | tr -s ' ' '\n' | grep . | sort >"$tmp/figures"
sed -n '/name="figure"/,/<\/xs:simpleType>/p' gen/schema/tlut_sweep.xsd | grep -o 'enumeration value="[^"]*"' |
    sed 's/.*value="//; s/"//' | sort >"$tmp/schema"
diff "$tmp/figures" "$tmp/schema" || fail "the figures of the schema are not those of the program"
# the files of a folder read as docs/dse.md says
"$bin/tlut-dse" --tech "$tmp/tech.xml" --act int8 --macs-per-cycle 64 --minimize area -o "$tmp/o" >/dev/null || fail "no results"
points=$(($(wc -l <"$tmp/o/points.csv") - 1))
head -c 2000 "$tmp/o/points.bin" | grep -a -q "\"points\":$points," || fail "points.bin and points.csv disagree"
