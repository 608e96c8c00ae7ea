#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# waves.sh [-c] [-t TLUT_GEN] [NAME...] -- makes the figures of docs/rtl: ports out of the Verilog, waveforms out of simulation.
#
# docs/rtl/NAME.scene is played on the module in Icarus (flows/scene_tb.awk describes scenes); what was seen becomes
# docs/rtl/NAME.json5, which WaveDrom draws. "package FLAGS" in a scene: NAME is the module of that package with this role:
# wrapper, core or build.
#
# -c compares instead: ports and waveforms are made again; pictures of waveforms hold the hash of their source, and are drawn
# again only if there is a `wavedrom` (or $WAVEDROM names one). Without -c, one that is missing is run through npm.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
gen=$root/build/bin/tlut-gen
check=0
while getopts ct: option; do
  case $option in
    c) check=1 ;;
    t) gen=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
cd "$root"
export LC_ALL=C
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

wavedrom() {
  if [ -n "${WAVEDROM:-}" ]; then "$WAVEDROM" --input "$1"
  elif type -P wavedrom >/dev/null; then command wavedrom --input "$1"
  elif [ "$check" = 1 ]; then return 3
  else npm exec --yes --package wavedrom@3.7.0 -- wavedrom --input "$1"; fi
}

# WaveDrom gives every picture all of its bricks, on transparent ground: only those in use stay, and a light ground for dark pages.
slim() {
  sed 's/<g id="/\n&/g; s/<\/defs>/\n&\n/' "$1" | awk -v hash="$2" '
    { line[NR] = $0; rest = $0
      while (match(rest, /href="#[^"]*"/)) { used[substr(rest, RSTART + 7, RLENGTH - 8)] = 1; rest = substr(rest, RSTART + RLENGTH) } }
    END {
      for (i = 1; i <= NR; i++) {
        s = line[i]
        if (i == 1) s = "<!-- source " hash " -->" s
        if (!after && s ~ /^<g id="/) { split(s, part, "\""); if (!(part[2] in used)) continue }
        if (after == 1) { s = "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fff\"/>" s; after = 2 }
        if (s ~ /^<\/defs>/) after = 1
        print s
      }
    }'
}

# put NEW OLD: replaces, or with -c compares.
put() {
  if [ "$check" = 0 ]; then cp "$1" "$2"
  elif ! cmp -s "$1" "$2"; then
    echo "$2 is not what the Verilog and the scene say now; repair it with flows/waves.sh" >&2
    failed=1
  fi
}

one() {
  local name=$1 scene=docs/rtl/$1.scene file=templates/rtl/$1.v sources=(templates/rtl/*.v) hash
  local flags
  flags=$(sed -n 's/^package //p' "$scene")
  if [ -n "$flags" ]; then
    rm -rf "$dir/package"
    # shellcheck disable=SC2086
    "$gen" $flags --name doc -o "$dir/package" >/dev/null
    file=$dir/package/tlut_doc_$name.v
    [ "$name" = wrapper ] && file=$dir/package/tlut_doc.v
    sources+=("$dir"/package/tlut_doc*.v)
  fi
  awk -f flows/vports.awk "$file" >"$dir/ports"
  awk -f flows/vports_svg.awk "$dir/ports" >"$dir/ports.svg"
  put "$dir/ports.svg" "docs/rtl/figures/$name-ports.svg"
  awk -f flows/scene_tb.awk "$dir/ports" "$scene" >"$dir/tb.v"
  iverilog -g2005 -s tb -o "$dir/tb" "$dir/tb.v" "${sources[@]}"
  vvp -n "$dir/tb" | awk -f flows/scene_json.awk >"$dir/wave.json5"
  put "$dir/wave.json5" "docs/rtl/$name.json5"
  hash=$(sha256sum <"$dir/wave.json5" | cut -c 1-16)
  if wavedrom "$dir/wave.json5" >"$dir/raw.svg"; then
    slim "$dir/raw.svg" "$hash" >"$dir/wave.svg"
    put "$dir/wave.svg" "docs/rtl/figures/$name-wave.svg"
  elif [ "$check" = 0 ] || ! grep -q "<!-- source $hash -->" "docs/rtl/figures/$name-wave.svg"; then
    echo "docs/rtl/figures/$name-wave.svg is not drawn from docs/rtl/$name.json5; repair it with flows/waves.sh" >&2
    failed=1
  fi
}

mkdir -p docs/rtl/figures
if [ $# -eq 0 ]; then
  for scene in docs/rtl/*.scene; do one "$(basename "$scene" .scene)"; done
else
  for name; do one "$name"; done
fi
exit $failed
