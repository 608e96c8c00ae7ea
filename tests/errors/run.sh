#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BIN_DIR CASE: one test of a message. The case is made of sibling files in this folder:
#
#   CASE.xml   the architecture, if there is one     CASE.args   further arguments of check_arch, one a line
#   CASE.cmd   instead of both: shell commands; $BIN is the folder of the programs, $TMP an empty folder
#   CASE.err   expected: everything on stderr, and a last line "[exit N]"
#
# Commands run in this folder, in the C locale unless LC_ALL is set. $TMP appears in .err as TMP.
# TLUT_UPDATE=1 rewrites CASE.err instead of comparing.
set -u
cd "$(dirname "$0")" || exit 1
BIN=$1 case=$2
TMP=$(mktemp -d) || exit 1
trap 'rm -rf "$TMP"' EXIT
export BIN TMP
export LC_ALL="${LC_ALL:-C}"

if [ -e "$case.cmd" ]; then
    sh -u "./$case.cmd" >/dev/null 2>"$TMP.err"
    status=$?
else
    set --
    if [ -e "$case.args" ]; then
        while IFS= read -r arg || [ -n "$arg" ]; do set -- "$@" "$arg"; done <"$case.args"
    fi
    if [ -e "$case.xml" ]; then set -- "$case.xml" "$@"; fi
    "$BIN/check_arch" "$@" >/dev/null 2>"$TMP.err"
    status=$?
fi
{ sed "s|$TMP|TMP|g" "$TMP.err"; echo "[exit $status]"; } >"$TMP/got"
rm -f "$TMP.err"

if [ "${TLUT_UPDATE:-0}" = 1 ]; then
    cp "$TMP/got" "$case.err"
elif ! diff -u "$case.err" "$TMP/got"; then
    echo "repair it, or accept the new text with: TLUT_UPDATE=1 ctest -R 'errors\\.$case\$'"
    exit 1
fi
