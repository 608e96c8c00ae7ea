#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# hostile.sh BIN_DIR: inputs made to hurt. Each must be refused within seconds, in 300 MB, with few lines of output;
# no file but the architecture is opened.
# shellcheck disable=SC3045 # dash and bash both have ulimit -v
set -u
check=$1/check_arch
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failed=0

fail() { echo "FAILED $1: $2"; failed=1; }

refuse() { # refuse CASE [WORD that must be in the message]
    (
        [ -n "${TLUT_NO_ULIMIT:-}" ] || ulimit -v 300000 2>/dev/null
        timeout 5 "$check" "$tmp/$1.xml" >"$tmp/out" 2>"$tmp/err"
    )
    status=$?
    [ "$status" = 1 ] || fail "$1" "exit status $status, expected 1"
    [ "$(wc -l <"$tmp/err")" -le 120 ] || fail "$1" "more than 120 lines of output"
    [ "$(wc -c <"$tmp/err")" -le 40000 ] || fail "$1" "more than 40000 bytes of output"
    [ -s "$tmp/out" ] && fail "$1" "output in spite of the error"
    grep -q "${2:-error}" "$tmp/err" || { fail "$1" "no '${2:-error}' in:"; head -5 "$tmp/err"; }
}

repeat() { awk -v s="$1" -v n="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", s }'; }

# Address sanitizers reserve terabytes of address space.
if ! (ulimit -v 300000 && "$check") >/dev/null 2>&1; then TLUT_NO_ULIMIT=1; fi

echo canary-7261 >"$tmp/secret"
printf '<!DOCTYPE tlut [<!ENTITY x SYSTEM "file://%s/secret">]>\n<tlut name="&x;">&x;</tlut>\n' "$tmp" >"$tmp/entity.xml"
refuse entity E002
printf '<!DOCTYPE tlut [<!ENTITY %% x SYSTEM "http://127.0.0.1:9/x">%%x;]>\n<tlut/>\n' >"$tmp/parameter.xml"
refuse parameter E002
printf '<!DOCTYPE tlut SYSTEM "file://%s/secret">\n<tlut/>\n' "$tmp" >"$tmp/external.xml"
refuse external E002
grep -q canary "$tmp/err" "$tmp/out" && fail external "the content of a foreign file was printed"
if command -v strace >/dev/null; then
    strace -f -o "$tmp/trace" -e trace=open,openat,connect "$check" "$tmp/entity.xml" >/dev/null 2>&1
    grep -E 'secret|connect' "$tmp/trace" && fail entity "a foreign file was opened"
fi

{
    echo '<!DOCTYPE tlut [<!ENTITY a0 "ha">'
    i=0
    while [ $i -lt 30 ]; do
        echo "<!ENTITY a$((i + 1)) \"&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;&a$i;\">"
        i=$((i + 1))
    done
    echo ']><tlut name="&a30;"/>'
} >"$tmp/laughs.xml"
refuse laughs E002

{ printf '<tlut>'; repeat '<table>' 10000; } >"$tmp/deep.xml"
refuse deep error
{ printf '<tlut>'; repeat '<a>' 200; repeat '</a>' 200; printf '</tlut>'; } >"$tmp/deep-closed.xml"
refuse deep-closed E005
{ printf '<tlut>'; repeat '<x/>' 200000; printf '</tlut>'; } >"$tmp/elements.xml"
refuse elements E005
{ printf '<tlut '; awk 'BEGIN { for (i = 0; i < 80000; i++) printf "a%d=\"\" ", i }'; printf '/>'; } >"$tmp/attributes.xml"
refuse attributes error
{ printf '<tlut name="'; repeat a 1000000; printf '"/>'; } >"$tmp/value.xml"
refuse value E013
{ printf '<tlut>'; repeat 'text ' 200000; printf '</tlut>'; } >"$tmp/text.xml"
refuse text E008
{ printf '<tlut><table '; repeat l 500000; printf '="1"/></tlut>'; } >"$tmp/longname.xml"
refuse longname error
{ printf '<tlut>'; repeat 'x' 2000000; printf '</tlut>'; } >"$tmp/large.xml"
refuse large E102
printf '<tlut name="\033[31mred\007"/>' >"$tmp/escape.xml"
refuse escape error
printf '<tlut na\302\233me="a"/>' >"$tmp/c1.xml"
refuse c1 error
printf '\377\376<\000t\000l\000u\000t\000/\000>\000' >"$tmp/utf16.xml"
refuse utf16 E003
ln -s /dev/zero "$tmp/zero.xml"
refuse zero E102

[ $failed = 0 ] && echo "all refused"
exit $failed
