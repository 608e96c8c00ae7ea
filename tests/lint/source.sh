#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# source.sh -- rules of the sources that no compiler knows: includes go one way between the layers of layers.txt, no file that
# people write has more than 500 lines. Faults that are planted into a copy have to be found.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
folders="gen tb costmodel measure calibrate dse pack"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# includes ROOT: prints what is wrong; status 1 if anything is.
includes() {
  # shellcheck disable=SC2086 # a list of folders
  (cd "$1" && find $folders -name '*.[ch]' -o -name '*.cpp' -o -name '*.def' | LC_ALL=C sort) >"$dir/files"
  awk -v root="$1" '
    function matches(path, glob) {
      gsub(/\./, "\\.", glob)
      gsub(/\*/, ".*", glob)
      return path ~ "^" glob "$"
    }
    function layer_of(path,   i, j, n, glob) {
      for (i = 1; i <= layers; i++) {
        n = split(files[i], glob, " ")
        for (j = 1; j <= n; j++) if (matches(path, glob[j])) return name[i]
      }
      return ""
    }
    function wrong(text) { print text; failed = 1 }
    # Where a quoted header lies: beside the file, or in the one folder that has it.
    function find(header, folder,   f, found) {
      if ((folder "/" header) in known) return folder "/" header
      for (f in known) if (substr(f, index(f, "/") + 1) == header) found = found (found ? " " : "") f
      return found
    }
    FILENAME ~ /layers.txt$/ {
      if (/^#/ || !NF) next
      colon = index($0, ":"); arrow = index($0, " ->")
      if (!colon || !arrow) { wrong("layers.txt: not a layer: " $0); next }
      name[++layers] = substr($0, 1, colon - 1)
      files[layers] = substr($0, colon + 1, arrow - colon - 1)
      rest = substr($0, arrow + 3)
      plus = index(rest, "+")
      below = " " (plus ? substr(rest, 1, plus - 1) : rest) " "
      libraries[name[layers]] = plus ? substr(rest, plus + 1) : ""
      n = split(below, each, " ")
      for (i = 1; i <= n; i++) {
        if (!(each[i] in seen)) wrong("layers.txt: " name[layers] " may include " each[i] ", which does not lie below it")
        may[name[layers], each[i]] = 1
      }
      seen[name[layers]] = 1
      may[name[layers], name[layers]] = 1
      next
    }
    { known[$0] = 1; order[++count] = $0 }
    END {
      split("libxml jansson lapacke verilated", library, " ")
      for (i = 1; i <= count; i++) {
        path = order[i]
        program = path ~ /\/tlut_[a-z]+\.c$/
        mine = layer_of(path)
        if (mine == "" && !program) { wrong(path ": in no layer of tests/lint/layers.txt"); continue }
        at = 0
        while ((getline line <(root "/" path)) > 0) {
          at++
          if (line !~ /^[ \t]*#[ \t]*include/) continue
          split(line, part, /["<>]/)
          header = part[2]
          for (l in library)
            if (!program && index(header, library[l]) == 1 && (" " libraries[mine] " ") !~ (" " library[l] " "))
              wrong(path ":" at ": layer " mine " does not use " library[l])
          if (line !~ /"/ || index(header, "verilated") == 1) continue
          target = find(header, substr(path, 1, index(path, "/") - 1))
          if (target ~ /\.c$/) { wrong(path ":" at ": includes a source, " target); continue }
          if (target == "" || target ~ / /) { wrong(path ":" at ": " header " is " (target == "" ? "nowhere" : target)); continue }
          if (!program && !((mine, layer_of(target)) in may))
            wrong(path ":" at ": layer " mine " may not include " target ", layer " layer_of(target))
        }
        close(root "/" path)
      }
      print count " files, " layers " layers"
      exit failed
    }' "$here/layers.txt" "$dir/files"
}

# Files on standard input that have more than 500 lines. Not those that a program writes.
long() {
  grep -vE '^(docs/figures/|docs/reference/|docs/findings\.md|tests/golden/.*\.out/|.*\.(svg|xml)$)' |
    while read -r f; do
      n=$(wc -l <"$f")
      [ "$n" -le 500 ] || echo "$f: $n lines, more than 500"
    done
}

includes . || exit 1
git ls-files | long >"$dir/long"
if [ -s "$dir/long" ]; then cat "$dir/long"; exit 1; fi

# planted FILE LINE EXPECTED: that line in a copy of the sources is found, and nothing else
planted() {
  rm -rf "$dir/copy"
  mkdir "$dir/copy"
  # shellcheck disable=SC2086 # a list of folders
  cp -r $folders "$dir/copy"
  echo "$2" >>"$dir/copy/$1"
  if includes "$dir/copy" >"$dir/said" || [ "$(wc -l <"$dir/said")" -ne 2 ] || ! grep -qF "$3" "$dir/said"; then
    echo "planted in $1, not found: $2"
    cat "$dir/said"
    exit 1
  fi
}
planted tb/golden.c '#include "arch_load.h"' "layer golden may not include gen/arch_load.h, layer read"
planted tb/schedule.h '#include "run.h"' "layer golden may not include tb/run.h, layer sim"
planted costmodel/cost_area.c '#include "xml_tree.h"' "layer cost may not include gen/xml_tree.h, layer xml"
planted costmodel/cost.c '#include <libxml/parser.h>' "layer cost does not use libxml"
planted gen/arch.h '#include "dims.h"' "layer arch may not include gen/dims.h, layer dims"
planted gen/dims.c '#include "emit.h"' "layer dims may not include gen/emit.h, layer emit"
planted gen/emit_rtl.c '#include "golden.h"' "layer emit may not include tb/golden.h, layer golden"
planted gen/buf.c '#include "nowhere.h"' "nowhere.h is nowhere"
seq 501 >"$dir/long.c"
[ -n "$(echo "$dir/long.c" | long)" ] || { echo "a file of 501 lines is not found"; exit 1; }
