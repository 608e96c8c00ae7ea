#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# memory.sh BIN_DIR -- memory does not grow with the tensor, nor with what a header says.
set -euo pipefail
export LC_ALL=C
bin=$1
cd "$(dirname "$0")/../errors"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/errors/pack.sh
. ./pack.sh

# 400 MB of int8 (a hole in the file) in 100 MB of address space.
: | gguf 20000 20000 24 >"$tmp/w.gguf"
truncate -s $((96 + 400000000)) "$tmp/w.gguf"
(
    ulimit -v 100000
    "$bin/tlut-pack" keys "$tmp/w.gguf" --max-n 20000 --luts 16 --fetchers 64 --encoding pack5 --if raw -o "$tmp/keys"
)
echo "400 MB within 100 MB"

# Hostile headers ask for no memory: every case of tests/errors within 60 MB of address space, as the limits of E461 and
# E462 promise.
count=0
for case in E46[12]*.cmd; do
    mkdir "$tmp/$case"
    status=0
    (
        ulimit -v 60000
        BIN=$bin TMP=$tmp/$case sh -u "./$case"
    ) >/dev/null 2>"$tmp/err" || status=$?
    if [ $status != 1 ] || ! grep -q 'error\[E46[12]\]' "$tmp/err"; then
        echo "$case: exit status $status"
        cat "$tmp/err"
        exit 1
    fi
    count=$((count + 1))
done
echo "$count hostile headers within 60 MB"
