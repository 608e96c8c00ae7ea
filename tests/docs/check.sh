#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh GEN_REFERENCE BIN_DIR: compares docs/reference with what the tables say now. TLUT_UPDATE=1 rewrites the pages.
set -u
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export LC_ALL=C
"$1" parameters >"$tmp/parameters.md" || exit 1
"$1" memory >"$tmp/memory.md" || exit 1
"$1" figures >"$tmp/figures.md" || exit 1
"$1" diagnostics tests/errors >"$tmp/diagnostics.md" || exit 1
install/manual.sh "$2" markdown >"$tmp/programs.md" || exit 1
failed=0
for page in parameters memory figures diagnostics programs; do
    if [ "${TLUT_UPDATE:-0}" = 1 ]; then
        mkdir -p docs/reference && cp "$tmp/$page.md" "docs/reference/$page.md" || failed=1
    elif ! diff -u "docs/reference/$page.md" "$tmp/$page.md"; then
        echo "docs/reference/$page.md is out of date; repair it with: TLUT_UPDATE=1 ctest -R docs.reference"
        failed=1
    fi
done
exit $failed
