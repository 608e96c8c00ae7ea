#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh -- lint one architecture with Verilator (-Wall), Icarus (-Wall) and Yosys (check -assert), without waivers.
#
#   flows/lint.sh [-t TLUT_GEN] [-p CACHE] [-y SECONDS] -- ARCHITECTURE...
#
# Any message of any tool is a failure, and so is a breach of house style (tests/lint/vstyle.sh). Prints one line:
# seconds of Verilator, Icarus and Yosys, and how many modules Yosys did not take.
#
# -p CACHE lints in parts, for cores that are too large as a whole. First the emitted wrapper and core, in full size, with
# stubs for the modules that they instantiate: same parameters, same ports (stub.awk). Then each of those modules by itself,
# with the parameters that this architecture gives it and with everything below it. CACHE, a folder, remembers which modules
# were found clean with which parameters. Not seen in parts: loops and drivers across the boundary of two modules.
# -y SECONDS: with -p, Yosys, whose time grows with the square of the wiring, gives a module up after so many seconds of processor
# time; 0: without Yosys.
# Exit 0 clean, 1 not, 2 bad command line, 3 the architecture is refused (tlut-gen's message on stderr).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
gen=tlut-gen
cache=
seconds=unlimited
while getopts t:p:y: option; do
  case $option in
    t) gen=$OPTARG ;;
    p) cache=$OPTARG ;;
    y) seconds=$OPTARG ;;
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
tool=(Verilator Icarus Yosys)
left=0
"$root/tests/lint/vstyle.sh" -e tlut_t*.v >&2 || { echo "lint: $*: house style" >&2; exit 1; }

# run INDEX COMMAND...: adds the time to spent[INDEX]; no output and status 0, or the end.
run() {
  local index=$1 start=$EPOCHREALTIME status=0
  shift
  "$@" >"$dir/log" 2>&1 || status=$?
  spent[index]=$(bc <<<"${spent[index]} + $EPOCHREALTIME - $start")
  if [ $status -ne 0 ] || [ -s "$dir/log" ]; then
    echo "lint: ${arch:-}: ${tool[index]} complains about $top (status $status):" >&2
    head -n 20 "$dir/log" >&2
    exit 1
  fi
}

# tools FILE...: all three on module $top. Status 9: clean, but Yosys did not take it.
tools() {
  run 0 verilator --lint-only -Wall --language 1364-2005 --top-module "$top" "$@"
  run 1 iverilog -g2005 -Wall -s "$top" -o "$dir/a.vvp" "$@"
  [ "$seconds" != 0 ] || return 9
  rm -f "$dir/given-up"
  # 152: by SIGXCPU, of which bash would tell
  # shellcheck disable=SC2016
  run 2 bash -c 'exec 3>&1
    { (ulimit -St "$1"; exec yosys -q -p "$2" >&3 2>&3); } 2>/dev/null || { [ $? -eq 152 ] && : >"$3"; }' \
    yosys "$seconds" "read_verilog $*; hierarchy -check -top $top; proc; check -assert" "$dir/given-up"
  [ ! -e "$dir/given-up" ] || return 9
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
  tools "${files[@]}"
else
  mkdir -p "$cache" stubs
  whole=()
  for file in "${files[@]}"; do
    case $file in
      tlut_t.v | tlut_t_core.v) whole+=("$file") ;;
      *) awk -f "$root/flows/stub.awk" "$file" >"stubs/${file##*/}"; whole+=("stubs/${file##*/}") ;;
    esac
  done
  # taken STAMP FILE...: tools, unless the cache has it; it knows what Yosys did not take within the same time
  taken() {
    local stamp=$1-yosys-$seconds status=0
    shift
    if [ ! -e "${stamp%-yosys-*}" ] && [ ! -e "$stamp" ]; then
      tools "$@" || status=$?
      [ $status -eq 9 ] || stamp=${stamp%-yosys-*}
      : >"$stamp"
    fi
    [ -e "${stamp%-yosys-*}" ] || left=$((left + 1))
  }
  taken "$cache/$top-$(cat "${whole[@]}" | sed 's://.*::; /CONFIG_ID/d' | sha256sum | cut -c 1-32)" "${whole[@]}"
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
    taken "$cache/$top-$(cat "${part[@]}" | sha256sum | cut -c 1-32)" "${part[@]}"
    rm -r "${dir:?}/$top"
  done <"$dir/parts"
fi
printf '%.1f %.1f %.1f %d\n' "${spent[@]}" $left
