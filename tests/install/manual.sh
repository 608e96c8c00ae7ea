#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# manual.sh BUILD -- man pages without a complaint by mandoc and groff, every option of --help in the page, and completion.
set -euo pipefail
build=$1
bin=$build/bin
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

# ---- what complains about a page, on standard output
complaints() {
    if command -v mandoc >/dev/null; then mandoc -T lint "$1" || true; fi
    if man --version 2>/dev/null | grep -q '^man 2'; then
        { MANWIDTH=80 man -l --warnings -Tutf8 -Z "$1" >/dev/null || true; } 2>&1
    fi
}
command -v mandoc >/dev/null || echo "no mandoc: the pages are checked by fewer tools"
pages=0
for page in "$build"/man/*.[17]; do
    complaints "$page" >"$tmp/said"
    [ ! -s "$tmp/said" ] || fail "$(basename "$page"): $(head -5 "$tmp/said")"
    pages=$((pages + 1))
done
[ $pages = 7 ] || fail "$pages pages"
sed 's/^\.SH OPTIONS/.SG OPTIONS/' "$build/man/tlut-gen.1" >"$tmp/broken.1"
if command -v mandoc >/dev/null; then
    complaints "$tmp/broken.1" >"$tmp/said"
    [ -s "$tmp/said" ] || fail "a page with an unknown macro is not noticed"
fi

# ---- every long option that --help lists stands in the page, and in the completion of - -
in_page() { # in_page PROGRAM [COMMAND]
    "$bin/$1" ${2+"$2"} --help | grep -oE '(^|[ ,])--[a-z][a-z0-9-]*' | grep -oE '\-\-[a-z0-9-]*' | sort -u >"$tmp/help"
    [ "$(wc -l <"$tmp/help")" -gt 4 ] || fail "$*: no options in --help"
    sed 's/\\f.//g; s/\\-/-/g' "$build/man/$1.1" | grep -oE '\-\-[a-z][a-z0-9-]*' | sort -u >"$tmp/page"
    missing=$(comm -23 "$tmp/help" "$tmp/page" | tr '\n' ' ')
    [ -z "$missing" ] || fail "$1.1 lacks $missing"
    complete_at "$1" ${2+"$2"} --
    missing=$(comm -23 "$tmp/help" <(printf '%s\n' "${COMPREPLY[@]%=}" | sort -u) | tr '\n' ' ')
    [ -z "$missing" ] || fail "completion of $* lacks $missing"
}

# complete_at WORD...: what completion offers for the last word
complete_at() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    "_${1//-/_}" 2>/dev/null || true # compopt needs a shell that is completing
}
offers() { # offers "WANTED..." WORD...
    local want=$1
    shift
    complete_at "$@"
    [ "${COMPREPLY[*]}" = "$want" ] || fail "completion of '$*' offers '${COMPREPLY[*]}', not '$want'"
}
for p in gen sim cost measure dse pack; do
    # shellcheck disable=SC1090
    . "$build/completions/tlut-$p"
    complete -p "tlut-$p" >/dev/null || fail "no completion for tlut-$p"
    in_page "tlut-$p"
done
in_page tlut-cost calibrate
in_page tlut-cost validate
in_page tlut-dse merge
in_page tlut-dse compare

mkdir "$tmp/files" "$tmp/files/folder"
touch "$tmp/files/arch.xml"
cd "$tmp/files"
offers 'tree chain naive' tlut-gen --network ''
offers 'chain' tlut-gen --network = c
offers 'verilator' tlut-sim --simulator = v
offers 'sky130hd' tlut-cost --tech sky
offers 'asap7 arch.xml' tlut-dse --tech = a
offers 'area-um2 area area-mm2' tlut-dse --minimize area
offers 'xilinx' tlut-cost fpga --family x
offers 'lp8k lp4k lp1k lp384' tlut-cost fpga --device = l
offers '' tlut-gen --tech sky
offers '--network=' tlut-gen --net
offers 'folder' tlut-gen -o f
offers 'arch.xml' tlut-gen a
offers 'calibrate' tlut-cost c
offers 'npy' tlut-pack n
offers 'arch.xml' tlut-dse --tech ar
offers 'arch.xml' tlut-dse compare ar
offers '' tlut-gen --mu ''
offers '--macs-per-cycle=' tlut-dse compare --m
offers 'x86 arm rows4' tlut-pack --i2s =
echo "$pages pages"
