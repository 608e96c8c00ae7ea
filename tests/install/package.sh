#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD CPACK -- makes the Debian packages in BUILD/packages, and runs what they hold out of a folder. Skipped
# where there is no dpkg.
set -euo pipefail
build=$1 cpack=$2
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "FAILED: $*"; exit 1; }
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/install/programs.sh
. "$here/programs.sh"

rm -f "$build"/packages/*.deb
"$cpack" --config "$build/CPackConfig.cmake" -B "$build/packages" >"$tmp/log" 2>&1 || fail "$(cat "$tmp/log")"
tools=$(echo "$build"/packages/tlut_*.deb) dev=$(echo "$build"/packages/libtlut-dev_*.deb)
depends=$(dpkg-deb -f "$tools" Depends)
for library in libc6 libxml2 libjansson4 libmd0 zlib1g liblapacke; do
    case $depends in *"$library"*) ;; *) fail "the package does not depend on $library: $depends" ;; esac
done
for p in libxml2-dev libjansson-dev libmd-dev zlib1g-dev; do
    case $(dpkg-deb -f "$dev" Depends) in *"$p"*) ;; *) fail "libtlut-dev does not depend on $p" ;; esac
done
dpkg-deb -x "$tools" "$tmp/root"
try_programs "$tmp/root/usr/bin" "$tmp" || fail "a program of the package"
dpkg-deb -x "$dev" "$tmp/root"
PKG_CONFIG_PATH=$tmp/root/usr/lib/pkgconfig pkg-config --exists tlut || fail "no pkg-config file"
# nothing in two packages, nothing outside /usr, everything readable
for deb in "$tools" "$dev"; do dpkg-deb -c "$deb" | awk '$6 !~ /\/$/ { print $6 }'; done | sort >"$tmp/files"
[ -z "$(uniq -d "$tmp/files")" ] || fail "in both packages: $(uniq -d "$tmp/files")"
if grep -v '^\./usr/' "$tmp/files"; then fail "files outside /usr"; fi
[ -z "$(find "$tmp/root" ! -perm -a+r)" ] || fail "not readable: $(find "$tmp/root" ! -perm -a+r)"
echo "$(wc -l <"$tmp/files") files"
