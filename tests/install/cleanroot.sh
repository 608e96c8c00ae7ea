#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cleanroot.sh PACKAGES CACHE -- installs the Debian packages into a minimal Debian that debootstrap makes, and uses them
# there: programs, a simulation in Icarus Verilog, a C program with the library. The mirror is the one that this machine's
# apt uses. Skipped, with the reason, where that cannot be done. What is downloaded stays in CACHE.
set -euo pipefail
packages=$(cd "$1" && pwd)
mkdir -p "$2/debootstrap" "$2/apt"
cache=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*"; exit 1; }

[ "$(id -u)" = 0 ] || skip "debootstrap needs root"
for tool in debootstrap apt-get unshare chroot; do
    command -v $tool >/dev/null || skip "there is no $tool"
done
# mounts are seen by nobody else, and end with this script
if [ "${TLUT_CLEANROOT_INNER:-}" != 1 ]; then
    unshare --mount true 2>/dev/null || skip "no right to mount"
    TLUT_CLEANROOT_INNER=1 exec unshare --mount --propagation private "$0" "$@"
fi

codename=$(sed -n "s/^VERSION_CODENAME=//p" /etc/os-release)
# shellcheck disable=SC2016 # fields of apt
mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
    awk -v c="$codename" '$2 == c && $3 == "main" { print $1; exit }')
[ -n "$mirror" ] || skip "apt has no Debian mirror for '$codename'"

root=$(mktemp -d)
# In memory where there is enough of it: package tools sync every file.
if [ "$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)" -ge 6 ]; then mount -t tmpfs -o size=3g none "$root"; fi
trap 'umount -R "$root"/proc "$root"/var/cache/apt/archives 2>/dev/null || true; umount "$root" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --cache-dir="$cache/debootstrap" "$codename" "$root" "$mirror" >"$cache/log" 2>&1 ||
    skip "debootstrap: $(tail -1 "$cache/log")"
echo "clean root: $(cat "$root/etc/debian_version"), $(chroot "$root" dpkg-query -W | wc -l) packages"

cp /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump Acquire | grep -iE '^Acquire::https?::(Proxy|Timeout)' >"$root/etc/apt/apt.conf.d/90machine" || true
mount --bind "$cache/apt" "$root/var/cache/apt/archives"
mount -t proc none "$root/proc"
cp "$packages"/*.deb "$root/tmp/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get update >"$cache/log" 2>&1 || skip "no network in the clean root: $(tail -1 "$cache/log")"
install() { inside apt-get install -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true "$@" >"$cache/log" 2>&1 || fail "apt-get: $(tail -5 "$cache/log")"; }

# the programs alone
install "$(inside sh -c 'echo /tmp/tlut_*.deb')"
for p in tlut-gen tlut-sim tlut-cost tlut-measure tlut-dse tlut-pack; do
    inside "$p" --version >/dev/null || fail "$p"
done
inside tlut-gen --mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8 -o /tmp/core || fail "tlut-gen"
inside tlut-cost --mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8 >/dev/null || fail "tlut-cost"
inside tlut-dse --act int8 --macs-per-cycle 64 --minimize area --no-report -o /tmp/sweep >/dev/null || fail "tlut-dse"
if inside tlut-sim --luts 4 --fetchers 4 --act int4 --shape 48x96 --simulator icarus 2>"$cache/log"; then fail "a simulation without a simulator"; fi
grep -q 'iverilog' "$cache/log" || fail "no word about the missing simulator: $(cat "$cache/log")"

# with a simulator, a compiler and the library
install iverilog gcc libc6-dev pkg-config "$(inside sh -c 'echo /tmp/libtlut-dev_*.deb')"
inside tlut-sim --luts 4 --fetchers 4 --act int4 --shape 48x96 --simulator icarus --quiet || fail "tlut-sim"
cp "$here/use.c" "$root/tmp/"
echo '<tlut name="used"><table luts="4"/><core fetchers="4"/><activation type="int4"/></tlut>' >"$root/tmp/used.xml"
# a library with sanitizers asks for them
sanitize=
if inside sh -c 'nm /usr/lib/libtlut.a' | grep __asan_init >/dev/null; then sanitize=-fsanitize=address,undefined; fi
# shellcheck disable=SC2016 # of the shell inside
inside sh -c 'cc -Wall -Werror $1 /tmp/use.c $(pkg-config --cflags --libs tlut) -o /tmp/use && /tmp/use /tmp/used.xml /tmp/used' use "$sanitize" ||
    fail "a C program with libtlut-dev"
inside apt-get remove -y tlut libtlut-dev >/dev/null 2>&1
[ -z "$(inside sh -c 'ls /usr/bin/tlut-* /usr/include/tlut 2>/dev/null')" ] || fail "files are left after the removal"
echo "installed, used, removed"
