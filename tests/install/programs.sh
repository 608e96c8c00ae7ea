# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# programs.sh -- functions of the tests of this folder; to be sourced. An installed tree is used as by a user who has nothing
# else: an empty environment but for PATH, and any current folder.

# in_empty FOLDER BIN COMMAND...: runs a command in a folder
in_empty() {
    (cd "$1" && bin=$2 && shift 2 && env -i PATH="$bin:/usr/bin:/bin" "$@")
}

# try_programs BIN SCRATCH: all programs from the root folder, a package, a simulation, figures, a sweep, keys
try_programs() {
    local bin=$1 scratch=$2 p
    for p in tlut-gen tlut-sim tlut-cost tlut-measure tlut-dse tlut-pack; do
        in_empty / "$bin" "$p" --version >/dev/null || return 1
    done
    in_empty / "$bin" tlut-gen --luts 4 --fetchers 4 --act int4 --name tried -o "$scratch/core" >/dev/null || return 1
    [ -s "$scratch/core/rtl/tlut_fetch.v" ] && [ -s "$scratch/core/sim/golden.c" ] || return 1
    in_empty / "$bin" tlut-sim --luts 4 --fetchers 4 --act int4 --shape 48x96 --simulator icarus --quiet >"$scratch/sim" || return 1
    grep -q 'bit-exact' "$scratch/sim" || { cat "$scratch/sim"; return 1; }
    in_empty / "$bin" tlut-cost --luts 4 --fetchers 4 --act int4 | grep 'um2' >/dev/null || return 1
    in_empty / "$bin" tlut-dse --act int8 --macs-per-cycle 64 --minimize area --no-report -o "$scratch/sweep" >/dev/null || return 1
    in_empty / "$bin" tlut-gen "$scratch/sweep/best.xml" --dump dims >/dev/null
}
