# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# tools.sh -- for the cases of failing tools: `fake NAME BODY` puts a program of that name in front of the others, which still
# tells its version; `designs LINE...` writes a file of designs; `measure` judges osu018 on it, without a cache; `filtered
# SED COMMAND...` runs a command, filters what it says on stderr, and keeps its status.
fake()
{
    mkdir -p "$TMP/bin"
    # shellcheck disable=SC2016 # that is for the program that is written
    printf '#!/bin/sh\ncase ${1-} in -V | -version | --version) echo "%s 1.0 (false)"; exit 0 ;; esac\n%s\n' "$1" "$2" >"$TMP/bin/$1"
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
    "$BIN/tlut-cost" validate --points designs --cache "$TMP/cache" --no-energy --quiet -j 1 "$@"
}
filtered()
{
    script=$1
    shift
    status=0
    "$@" 2>"$TMP/said" || status=$?
    sed "$script" "$TMP/said" >&2
    return $status
}
# shellcheck disable=SC2034 # for the cases
LIBRARY=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
# `counted JSON...`: a yosys that counts these cells, whatever it is given; `fpga` measures a small core for iCE40.
counted()
{
    fake yosys "echo '{\"modules\": {\"m\": {\"num_cells_by_type\": {$1}}}}' >cells.json; echo '{}' >netlist.json"
}
fpga()
{
    "$BIN/tlut-cost" fpga --mu 1 --luts 1 --fetchers 1 --act int2 --family ice40 --quiet "$@"
}
