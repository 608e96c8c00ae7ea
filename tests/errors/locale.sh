#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# locale.sh BIN_DIR: output and messages do not depend on the locale.
set -u
cd "$(dirname "$0")" || exit 1
run=$(mktemp -d) || exit 1
trap 'rm -rf "$run"' EXIT
LC_ALL=C "$1/check_arch" >"$run/c" --top auto --mhz 1234 2>&1
others=$(locale -a 2>/dev/null | grep -E '^(de_DE|fr_FR|tr_TR|C)\.utf-?8$')
for l in de_DE.UTF-8 $others; do # a locale that is not installed acts as C
    LC_ALL=$l "$1/check_arch" >"$run/other" --top auto --mhz 1234 2>&1
    cmp "$run/c" "$run/other" || exit 1
    LC_ALL=$l ./run.sh "$1" E011-numbers || exit 1
    LC_ALL=$l ./run.sh "$1" E012-utf8 || exit 1
done
