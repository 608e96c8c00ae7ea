# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# dse.sh -- for the cases of tlut-dse: a technology that depends on nothing, and a small sweep.
"$BIN/../tools/make_tech" >"$TMP/tech.xml"
small() {
    "$BIN/tlut-dse" --tech "$TMP/tech.xml" --mu 1..3 --luts 1..8 --fetchers 1..8 --network tree --pipe-fetch 0 --pipe-reduce 0 \
        --minimize area "$@"
}
