#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tree.sh BUILD CMAKE -- installs into a folder and uses what is there: programs from / with an empty environment, the manual's
# examples, a C program by pkg-config and by CMake, each public header alone; and all of it again after the folder was moved.
set -euo pipefail
build=$1 cmake=$2
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
# shellcheck source=tests/install/programs.sh
. "$here/programs.sh"

"$cmake" --install "$build" --prefix "$tmp/first" >"$tmp/log"
mv "$tmp/first" "$tmp/at last" # with a blank in its name
root="$tmp/at last"
if grep -rIlF -e "$build" -e "$tmp/first" "$root"; then fail "these files name the folders of the build"; fi

# ---- programs
try_programs "$root/bin" "$tmp" || fail "a program"
mkdir "$tmp/examples"
while IFS=$'\t' read -r program how text command; do
    [ "$how" = run ] || continue
    in_empty "$tmp/examples" "$root/bin" sh -c "$command" >"$tmp/out" 2>&1 || fail "example of $program, $text: $(cat "$tmp/out")"
done <"$here/../../install/examples.tsv"
[ -s "$tmp/examples/my_core/manifest.json" ] || fail "the first example of tlut-gen has made no core"
for f in share/tlut/examples/annotated.xml share/tlut/examples/workloads/trilm-99M.xml share/tlut/tech/osu018.xml \
    share/tlut/schema/tlut_arch.xsd share/doc/tlut/LICENSE share/man/man7/tlut.7 share/man/man1/tlut-dse.1; do
    [ -s "$root/$f" ] || fail "$f is missing"
done
in_empty / "$root/bin" tlut-gen "$root/share/tlut/examples/annotated.xml" --dump dims >/dev/null || fail "an installed architecture"
in_empty / "$root/bin" tlut-dse "$root/share/tlut/examples/sweeps/smallest.xml" --print >/dev/null || fail "an installed sweep"

# ---- the pages lead nowhere else
while read -r page; do
    sed -n 's/](/\n](/gp' "$page" | sed -n 's/^](\([^)#]\{1,\}\).*/\1/p' | while read -r target; do
        case $target in http*) continue ;; esac
        [ -e "$(dirname "$page")/$target" ] || echo "$page: $target"
    done
done < <(find "$root/share/doc" -name '*.md') >"$tmp/dead"
[ ! -s "$tmp/dead" ] || fail "dead links of the installed documentation: $(cat "$tmp/dead")"

# ---- the library, by pkg-config (which escapes the blank) and by CMake
PKG_CONFIG_PATH=$(find "$root" -name pkgconfig)
export PKG_CONFIG_PATH
[ "tlut $(pkg-config --modversion tlut)" = "$("$root/bin/tlut-gen" --version)" ] || fail "pkg-config has another version than the programs"
flags=() libs=()
eval "flags=($(pkg-config --cflags tlut)) libs=($(pkg-config --libs tlut))"
compile() { cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$@"; }
# a library with sanitizers asks for them
sanitize=()
if nm "$(find "$root" -name libtlut.a)" | grep __asan_init >/dev/null; then sanitize=("-fsanitize=address,undefined"); fi
headers=0
for h in "$root"/include/tlut/*.h; do
    echo "#include <tlut/$(basename "$h")>" | compile "${flags[@]}" -fsyntax-only -x c - || fail "$(basename "$h") does not compile alone"
    headers=$((headers + 1))
done
[ "$headers" -gt 15 ] || fail "only $headers public headers"
compile "${flags[@]}" "$here/use.c" "${libs[@]}" "${sanitize[@]}" -o "$tmp/use"
echo '<tlut name="used"><table luts="4"/><core fetchers="4"/><activation type="int4"/></tlut>' >"$tmp/used.xml"
in_empty / "$root/bin" "$tmp/use" "$tmp/used.xml" "$tmp/used" >"$tmp/out" || fail "the C program"
cat "$tmp/out"
in_empty / "$root/bin" tlut-gen "$tmp/used.xml" -o "$tmp/same" >/dev/null
diff -r "$tmp/used" "$tmp/same" >/dev/null || fail "the library makes another package than tlut-gen"
in_empty / "$root/bin" tlut-sim "$tmp/used.xml" --shape 48x96 --simulator icarus --quiet --json >"$tmp/json"
cycles=$(sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' "$tmp/json" | head -1)
grep -q " $cycles cycles" "$tmp/out" || fail "simulated $cycles cycles, the library says $(cat "$tmp/out")"

mkdir "$tmp/project"
cat >"$tmp/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(tlut 0.1 REQUIRED)
add_executable(use ${USE_C})
target_link_libraries(use PRIVATE tlut::tlut)
END
{ "$cmake" -S "$tmp/project" -B "$tmp/project/build" -DCMAKE_PREFIX_PATH="$root" -DUSE_C="$here/use.c" -DCMAKE_EXE_LINKER_FLAGS="${sanitize[*]}" &&
    "$cmake" --build "$tmp/project/build"; } >"$tmp/log" 2>&1 || fail "find_package: $(cat "$tmp/log")"
"$tmp/project/build/use" "$tmp/used.xml" "$tmp/used" >"$tmp/out2" || fail "the program built by CMake"
diff "$tmp/out" "$tmp/out2"
echo "$headers headers"
