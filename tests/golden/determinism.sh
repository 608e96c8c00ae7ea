#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# determinism.sh TLUT-GEN -- same input, same bytes and modes: from another folder, in another locale, with another umask,
# from XML or flags, over an older package. Prints how long the example of the README takes.
set -euo pipefail
gen=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
args=(--mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8)

start=$(date +%s%N)
"$gen" "${args[@]}" -o "$tmp/a" >/dev/null
end=$(date +%s%N)
echo "tlut-gen: $(((end - start) / 1000000)) ms for the example of the README"
start=$(date +%s%N)
"$gen" --mu 6 --luts 16 --fetchers 64 -o "$tmp/large" >/dev/null
end=$(date +%s%N)
echo "tlut-gen: $(((end - start) / 1000000)) ms for mu = 6, L = 16, K = 64"

mkdir -p "$tmp/elsewhere/deep"
(
    cd "$tmp/elsewhere/deep"
    umask 077
    "$gen" --mu 2 -o ../b >/dev/null # an older package
    LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Tokyo "$gen" "${args[@]}" -o ../b >/dev/null
    "$gen" "$tmp/a/effective.xml" -o c >/dev/null
)
diff -r "$tmp/a" "$tmp/elsewhere/b"
diff -r "$tmp/a" "$tmp/elsewhere/deep/c"
modes() {
    (cd "$1" && find . -printf '%p %m\n' | sort)
}
diff <(modes "$tmp/a") <(modes "$tmp/elsewhere/b")

if grep -rIl -e "$tmp" -e "$(cd "$(dirname "$0")/../.." && pwd)" -e "$(date +%Y-%m-%d)" "$tmp/a"; then
    echo "error: these files name a folder or a date of today" >&2
    exit 1
fi
before=$(stat -c '%i %y' "$tmp/a")
"$gen" "${args[@]}" -o "$tmp/a" | grep -q unchanged
[ "$before" = "$(stat -c '%i %y' "$tmp/a")" ]
