#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install-deps.sh -- installs the Debian packages that tlut needs and that are missing; run as root or with sudo.
# When nothing is missing it needs neither network nor rights, and takes a moment.
set -eu

packages="
gcc g++ make cmake pkg-config
libxml2-dev libxml2-utils libjansson-dev libmd-dev zlib1g-dev
libcunit1-dev libmpfr-dev
liblapacke-dev
verilator iverilog yosys nextpnr-ice40 z3 opensta gnuplot-nox chromium fonts-dejavu-core qflow-tech-osu018 qflow-tech-osu035
shellcheck locales python3 python3-yaml
man-db mandoc dpkg-dev debootstrap clang libclang-rt-dev
"

# One query for all; unknown packages only make it fail, and then stand in no line.
# shellcheck disable=SC2086
installed=" $(dpkg-query -W -f '${Package}:${db:Status-Status} ' $packages 2>/dev/null || true)"
missing=
for p in $packages; do
    case $installed in
    *" $p:installed "*) ;;
    *) missing="$missing $p" ;;
    esac
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "error: these packages are missing, and there is no apt-get to install them:$missing" >&2
    echo "help: install them with your system's package manager" >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "error: these packages are missing:$missing" >&2
        echo "help: run this as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo env DEBIAN_FRONTEND=noninteractive"
fi
export DEBIAN_FRONTEND=noninteractive

echo "installing:$missing"
# An old package list names versions that are gone, so a failed first attempt is repeated with a fresh one.
# $as_root and $missing are lists of words.
# shellcheck disable=SC2086
$as_root apt-get install -y --no-install-recommends $missing </dev/null >/dev/null 2>&1 && exit 0
# shellcheck disable=SC2086
$as_root apt-get update </dev/null >/dev/null
# shellcheck disable=SC2086
$as_root apt-get install -y --no-install-recommends $missing </dev/null >/dev/null || {
    echo "error: apt-get could not install:$missing" >&2
    exit 1
}
