#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# manual.sh BIN_DIR FORM [PROGRAM] [DATE] -- prints what is made of the programs' option tables:
#
#   man PROGRAM DATE      a man page          overview - DATE    the man page tlut(7)
#   completion PROGRAM    for bash            markdown           docs/reference/programs.md
set -eu
bin=$1 form=$2 program=${3:-} date=${4:-}
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C
programs="tlut-gen tlut-sim tlut-cost tlut-measure tlut-dse tlut-pack"

# The tables of a program, and of the subcommands that its further forms begin with.
dump() {
    "$bin/$1" --dump-options
    "$bin/$1" --dump-options | awk -F '\t' '$1 == "usage" && ++n > 1 { sub(/ .*/, "", $2); print $2 }' |
        while read -r command; do "$bin/$1" "$command" --dump-options; done
}
manual() { awk -v form="$1" -v date="$date" -v examples="$here/examples.tsv" -f "$here/manual.awk"; }

case $form in
man) dump "$program" | manual man ;;
completion)
    technologies=$(cd "$here/../tech" && for t in *.xml; do printf '%s ' "${t%.xml}"; done)
    figures= # names and short names are the first two columns
    [ "$program" != tlut-dse ] || figures=$("$bin/$program" --figures | cut -c 1-30 | tr -s ' \n' ' ')
    dump "$program" | awk -v technologies="${technologies% }" -v figures="${figures% }" -f "$here/completion.awk"
    ;;
overview)
    names=$(for p in $programs; do dump "$p" | manual names; done)
    version=$("$bin/tlut-gen" --version)
    parameters=$(dump tlut-gen | manual parameters)
    NAMES=$names PARAMETERS=$parameters awk -v date="$date" -v version="$version" '
        /^@PROGRAMS@$/ { print ENVIRON["NAMES"]; next }
        /^@PARAMETERS@$/ { print ENVIRON["PARAMETERS"]; next }
        { sub(/@DATE@/, date); sub(/@VERSION@/, version); print }' "$here/tlut.7.in"
    ;;
markdown)
    cat "$here/programs.md.in"
    for p in $programs; do dump "$p" | manual markdown; done
    ;;
*)
    echo "error: unknown form '$form'" >&2
    exit 2
    ;;
esac
