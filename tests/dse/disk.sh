#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# disk.sh BIN_DIR MAKE_TECH: a full disk keeps what was written; with room, the same command goes on. Needs a small tmpfs,
# and the right to mount one; without it, only the estimate is tested.
set -u
bin=$1 make_tech=$2
tmp=$(mktemp -d) || exit 1
trap 'umount "$tmp/small" 2>/dev/null; rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
"$make_tech" >tech.xml || exit 1
fail() { echo "$*"; exit 1; }
# below the size that is estimated beforehand, so that the disk really fills
sweep() {
    "$bin/tlut-dse" --tech ./tech.xml --act int8 --mu 1..5 --luts 1..64 --fetchers 1..64 --reuse 1,4 --network tree \
        --pipe-fetch 0,1 --pipe-reduce 0,1 --minimize area "$@"
}
sweep --max-points 100000 --luts 1..256 --fetchers 1..256 -o refused >/dev/null 2>err && fail "--max-points is ignored"
grep -q 'E545.*more than --max-points 100000' err || fail "no estimate: $(cat err)"
if [ -e refused ] || [ -e refused.partial ]; then fail "a refused sweep leaves something behind"; fi

mkdir small
if ! mount -t tmpfs -o size=2m none small 2>/dev/null; then
    echo "no tmpfs: the full disk is not tested"
    exit 0
fi
sweep --luts 1..256 --fetchers 1..256 -o small/out >/dev/null 2>err && fail "an estimate beyond the disk is ignored"
grep -q 'E545.*free' err || fail "no estimate of the disk: $(cat err)"
sweep -j2 -o small/out >/dev/null 2>err
[ $? = 3 ] || fail "a full disk does not give exit status 3: $(cat err)"
grep -q 'E203.*No space left' err || fail "no E203: $(cat err)"
grep -q 'blocks are done and kept' err || fail "nothing said about what is kept: $(cat err)"
[ ! -e small/out ] || fail "half an output"
[ -s small/out.partial/journal ] || fail "the work is lost"
kept=$(wc -c <small/out.partial/journal)
mount -o remount,size=64m small || fail "cannot enlarge the tmpfs"
# full at the end, while results are written: nothing of them is left, the work is
sweep -j2 -o small/out >/dev/null 2>err || fail "with room it does not go on: $(cat err)"
[ "$kept" -gt 100000 ] || fail "hardly anything was kept: $kept bytes"
sweep -j2 -o plain >/dev/null || fail "the plain run failed"
diff -r small/out plain || fail "other results after a full disk"

rm -rf small/out
mount -o remount,size=14m small || fail "cannot shrink the tmpfs"
sweep -j2 -o small/out >/dev/null 2>err && fail "results fit into 14 MB"
grep -q E203 err || fail "no E203: $(cat err)"
if [ -e small/out ] || [ -e small/out.partial/result ]; then fail "half results are left behind"; fi
mount -o remount,size=64m small
sweep -j1 -o small/out >/dev/null || fail "with room it does not finish"
diff -r small/out plain || fail "other results after a disk full of results"
