#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# golden.sh TLUT-GEN CASE -- compares the files that are rendered from templates with CASE.out/. The copied sources (rtl/,
# sim/) and their hashes in the manifest are left out: they are compared with the source tree instead.
# TLUT_UPDATE=1 rewrites CASE.out/; look at the difference before committing it.
set -euo pipefail
gen=$1
case=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The arguments are words without quotes.
# shellcheck disable=SC2046
"$gen" $(cat "$here/$case.args") -o "$tmp/out" >"$tmp/stdout"

for f in "$tmp"/out/rtl/*.v; do
    cmp "$f" "$root/templates/rtl/$(basename "$f")"
done
for f in "$tmp"/out/sim/*; do
    for source in "$root"/{gen,tb,templates/sim}/"$(basename "$f")"; do
        [ ! -f "$source" ] || cmp "$f" "$source"
    done
done
(cd "$tmp/out" && sed -n 's/^ *"\(.*\)": "\([0-9a-f]\{64\}\)",\{0,1\}$/\2  \1/p' manifest.json | grep -v '  digest$' |
    sha256sum --check --quiet)

rm -r "$tmp/out/rtl" "$tmp/out/sim"
sed -i '/^ *"\(rtl\|sim\)\//d' "$tmp/out/manifest.json"
grep -v '^  folder ' "$tmp/stdout" >"$tmp/out/stdout"
if [ "${TLUT_UPDATE:-}" ]; then
    rm -rf "$here/$case.out"
    cp -r "$tmp/out" "$here/$case.out"
fi
diff -ru "$here/$case.out" "$tmp/out" || {
    echo "help: if the change is intended: TLUT_UPDATE=1 ctest --test-dir build -L golden" >&2
    exit 1
}
