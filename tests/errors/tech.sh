# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# tech.sh -- for the cases of technology files: `cost FILTER...` runs tlut-cost with the shipped one after a filter.
cost()
{
    cd "$TMP" || exit
    "$@" <"$HERE/../../tech/osu018.xml" >"$TMP/a.xml"
    "$BIN/tlut-cost" --tech ./a.xml
}
HERE=$PWD
