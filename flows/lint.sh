#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh -- lint one architecture with Verilator (-Wall), Icarus (-Wall) and Yosys (check -assert), without waivers.
#
#   flows/lint.sh [-t TLUT_GEN] [-p CACHE] [-y BITS] -- ARCHITECTURE...
#
# Any message of any tool is a failure, and so is a breach of house style (tests/lint/vstyle.sh). Prints one line:
# seconds of Verilator, Icarus and Yosys.
#
# -p CACHE lints in parts, for cores that are too large as a whole. First the emitted wrapper and core, in full size, with
# stubs for the modules that they instantiate: same parameters, same ports (stub.awk). Then each of those modules by itself,
# with the parameters that this architecture gives it and with everything below it. CACHE, a folder, remembers which modules
# were found clean with which parameters. Not seen in parts: loops and drivers across the boundary of two modules.
# -y BITS: with -p, Yosys skips wrapper and core whose key beat has more bits; its time grows with the square. 0: Yosys
# skips the modules too.
# Exit 0 clean, 1 not, 2 bad command line, 3 the architecture is refused (tlut-gen's message on stderr).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
gen=tlut-gen
cache=
bits=
while getopts t:p:y: option; do
  case $option in
    t) gen=$OPTARG ;;
    p) cache=$OPTARG ;;
    y) bits=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "lint.sh: no architecture given" >&2; exit 2; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# One name for all, so that emitted modules of the same content are the same.
"$gen" "$@" --name t -o "$dir/core" >/dev/null || exit 3
cd "$dir/core"
mapfile -t files < <(grep -v '^//' files.f)
spent=(0 0 0)
"$root/tests/lint/vstyle.sh" -e tlut_t*.v >&2 || { echo "lint: $*: house style" >&2; exit 1; }

# run INDEX COMMAND...: adds the time to spent[INDEX]; no output and status 0, or the end.
run() {
  local index=$1 start=$EPOCHREALTIME status=0
  shift
  "$@" >"$dir/log" 2>&1 || status=$?
  spent[index]=$(bc <<<"${spent[index]} + $EPOCHREALTIME - $start")
  if [ $status -ne 0 ] || [ -s "$dir/log" ]; then
    echo "lint: ${arch:-}: ${1##*/} complains about $top (status $status):" >&2
    head -n 20 "$dir/log" >&2
    exit 1
  fi
}

# tools YOSYS FILE...: all three on module $top; YOSYS empty: without Yosys.
tools() {
  local yosys=$1
  shift
  run 0 verilator --lint-only -Wall --language 1364-2005 --top-module "$top" "$@"
  run 1 iverilog -g2005 -Wall -s "$top" -o "$dir/a.vvp" "$@"
  [ -z "$yosys" ] || run 2 yosys -q -p "read_verilog $*; hierarchy -check -top $top; proc; check -assert"
}

# The module of FILE with the parameters NAME=bits in the place of its defaults; and without comments.
with_parameters() {
  local file=$1
  shift
  awk -v given="$*" '
    BEGIN { n = split(given, pair, " "); for (i = 1; i <= n; i++) { split(pair[i], p, "="); value[p[1]] = p[2] } }
    { sub(/ *\/\/.*/, "") }
    /^ *parameter / {
      name = $0; sub(/ *=.*/, "", name); start = name; sub(/.* /, "", name)
      if (name in value) { comma = /, *$/ ? "," : ""; $0 = start " = " length(value[name]) "'"'"'b" value[name] comma }
    }
    $0 != "" { print }' "$file"
}

# The files of module $1 and of all modules below it.
cone() {
  local known=$1 before='' file name
  while [ "$known" != "$before" ]; do
    before=$known
    known=$(for file in "${files[@]}"; do
      name=${file##*/} name=${name%.v}
      case " $before " in
        *" $name "*) echo "$name"; sed -n 's/^ *\(tlut_[a-z0-9_]*\) \(#(\|u_\).*/\1/p' "$file" ;;
      esac
    done | sort -u | tr '\n' ' ')
  done
  for file in "${files[@]}"; do
    name=${file##*/}
    case " $known " in *" ${name%.v} "*) echo "$file" ;; esac
  done
}

arch=$*
top=tlut_t
if [ -z "$cache" ]; then
  tools yes "${files[@]}"
else
  mkdir -p "$cache" stubs
  whole=()
  for file in "${files[@]}"; do
    case $file in
      tlut_t.v | tlut_t_core.v) whole+=("$file") ;;
      *) awk -f "$root/flows/stub.awk" "$file" >"stubs/${file##*/}"; whole+=("stubs/${file##*/}") ;;
    esac
  done
  yosys=yes
key=$(sed -n 's/.*"key_tdata_w": \([0-9]*\).*/\1/p' manifest.json)
  [ -z "$bits" ] || [ "$key" -le "$bits" ] || yosys=
  tools "$yosys" "${whole[@]}"
  iverilog -g2005 -DTLUT_LIST -s tlut_t -o "$dir/a.vvp" "${whole[@]}"
  vvp -n "$dir/a.vvp" | sed -n 's/^@ //p' | sort -u >"$dir/parts"
  while read -r top parameters; do
    mkdir -p "$dir/$top"
    part=()
    for file in $(cone "$top"); do
      case $file in
        *"/$top.v" | "$top.v")
          # shellcheck disable=SC2086
          with_parameters "$file" $parameters >"$dir/$top/${file##*/}" ;;
        *) with_parameters "$file" >"$dir/$top/${file##*/}" ;;
      esac
      part+=("$dir/$top/${file##*/}")
    done
    stamp=$cache/$top-$(cat "${part[@]}" | sha256sum | cut -c 1-32)
    yosys=yes
    [ "$bits" != 0 ] || yosys=
    if [ ! -e "$stamp" ] && { [ -n "$yosys" ] || [ ! -e "$stamp-without-yosys" ]; }; then
      tools "$yosys" "${part[@]}"
      [ -n "$yosys" ] || stamp+=-without-yosys
      : >"$stamp"
    fi
    rm -r "${dir:?}/$top"
  done <"$dir/parts"
fi
printf '%.1f %.1f %.1f\n' "${spent[@]}"
