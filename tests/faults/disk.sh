#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# disk.sh BIN_DIR -- a full disk: exit status 3, a message (E2xx), no half file, and what was there before stays. Needs the
# right to mount a small tmpfs; standard output that cannot be written is tested in any case.
set -uo pipefail
bin=$1
# shellcheck source=tests/faults/faults.sh
. "$(dirname "$0")/faults.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$tmp" || exit 1
# shellcheck source=/dev/null
. "$here/../errors/npy.sh"
core=(--luts 2 --fetchers 2 --act int8)

# ---- standard output
full() { # full COMMAND...
    "$@" >/dev/full 2>err
    [ $? = 3 ] || fail "$* >/dev/full: another exit status than 3"
    grep -q 'E203' err || fail "$* >/dev/full: no E203 but $(cat err)"
}
if [ -w /dev/full ]; then
    head -c 6000 /dev/zero | tr '\0' '\1' | npy w.npy '|i1' '60, 100'
    full "$bin/tlut-gen" --dump arch
    full "$bin/tlut-gen" -o printed
    full "$bin/tlut-sim" "${core[@]}" --shape 4x4 --simulator icarus --quiet
    full "$bin/tlut-cost"
    full "$bin/tlut-cost" --json
    full "$bin/tlut-dse" --minimize area --print
    full "$bin/tlut-dse" compare "$here/../../examples/published/platinum.xml"
    full "$bin/tlut-pack" info w.npy
    for p in gen sim cost measure dse pack; do
        "$bin/tlut-$p" --dump-options >/dev/full
        [ $? = 3 ] || fail "tlut-$p --dump-options >/dev/full: no exit status 3"
    done
fi

# ---- files
mkdir small
if ! mount -t tmpfs -o size=48k none small 2>/dev/null; then
    echo "no tmpfs: the full disk is not tested"
    exit 0
fi
state() { (cd small && find . | LC_ALL=C sort && find . -type f -exec cat {} + | sha256sum); }
# refused COMMAND...: does not fit, and leaves the folder as it was
refused() {
    local before after
    before=$(state)
    "$@" >out 2>err
    [ $? = 3 ] || fail "$*: another exit status than 3: $(cat out err)"
    grep -qE 'error\[E2[0-9][0-9]\]' err || fail "$*: no message of an output: $(cat err)"
    after=$(state)
    [ "$before" = "$after" ] || fail "$*: the folder has changed: $(diff <(echo "$before") <(echo "$after"))"
}
# fits COMMAND...
fits() { "$@" >out 2>err || fail "$*: with room it fails: $(cat err)"; }
roomy() { mount -o remount,size=8m small || fail "cannot enlarge the tmpfs"; }
tight() { mount -o remount,size=48k small || fail "cannot shrink the tmpfs"; }

refused "$bin/tlut-gen" --name core -o small/core
roomy
fits "$bin/tlut-gen" --name core -o small/core
used=$(du -sk small | cut -f1)
mount -o remount,size=$((used + 60))k small || fail "cannot shrink the tmpfs"
refused "$bin/tlut-gen" --name core --mu 2 -o small/core # the old package stays, whole
roomy
fits "$bin/tlut-gen" --name core --mu 2 -o small/core
"$bin/tlut-gen" --name core --mu 2 -o same >/dev/null
diff -r same small/core || fail "another package after a full disk"
rm -rf small/core
tight

head -c 40000 /dev/zero | tr '\0' '\1' | npy w.npy '|i1' '200, 200'
seq 1 300 | head -c 200 | npy x.npy '|i1' '200,'
head -c 40000 /dev/zero >small/filler
refused "$bin/tlut-pack" npy w.npy -o small/w.npy
refused "$bin/tlut-pack" keys w.npy -o small/w.keys
head -c 6000 /dev/zero >small/filler2
sim=("$bin/tlut-sim" "${core[@]}" --simulator icarus --quiet --weights w.npy --acts x.npy)
head -c 2400 /dev/zero >small/filler3 2>/dev/null
refused "${sim[@]}" --out small/y.npy
refused "${sim[@]}" --toggles small/toggles
rm small/filler*
fits "${sim[@]}" --out small/y.npy
fits "$bin/tlut-pack" keys w.npy -o small/w.keys
fits "$bin/tlut-pack" check w.npy -o small/w.keys

# a technology, out of a judgement whose designs are on record already
lib=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
if [ -e $lib ]; then
    printf '%s\n' '--mu 1 --luts 1 --fetchers 1 --reuse 1 --act int2' '--mu 2 --luts 1 --fetchers 1 --reuse 1 --act int2' >designs
    judge=("$bin/tlut-cost" validate --points designs --liberty "$lib" --cache "$tmp/cache" --no-energy --quiet)
    "${judge[@]}" >judged 2>&1 # two designs are no judgement; they are measured
    rm -f small/*
    fill=$(($(df --output=avail -k small | tail -1) - 4))
    head -c "${fill}k" /dev/zero >small/filler
    "${judge[@]}" --record small/recorded.xml --csv small/judged.csv >out 2>err
    [ $? = 3 ] || fail "validate --record: another exit status than 3: $(cat err)"
    grep -q E203 err || fail "validate --record: no E203: $(cat err)"
    [ ! -e small/recorded.xml ] || fail "validate --record: half a technology"
    [ -z "$(find small -name '*.tmp*' -o -name '*.new*' -o -name '*-??????')" ] || fail "left behind: $(ls -A small)"
fi
echo "nothing torn"
