# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# tools.sh -- for the cases of failing tools: `fake NAME BODY` puts a program of that name in front of the others;
# `designs LINE...` writes a file of designs; `measure` judges osu018 on it, without a cache.
fake()
{
    mkdir -p "$TMP/bin"
    printf '#!/bin/sh\n%s\n' "$2" >"$TMP/bin/$1"
    chmod +x "$TMP/bin/$1"
    PATH="$TMP/bin:$PATH"
    export PATH
}
designs()
{
    printf '%s\n' "$@" >"$TMP/designs"
}
measure()
{
    cd "$TMP" || exit
    "$BIN/tlut-cost" validate --tech osu018 --points designs --cache "$TMP/cache" --no-energy --quiet -j 1 "$@"
}
