#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tutorial.sh BIN_DIR -- runs the commands of docs/tutorial.md, each block after the other in one scratch folder, and looks for the
# lines that the page shows: the block "text" behind a block "sh", line by line, in this order; "..." stands for any lines.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export LC_ALL=C XDG_CACHE_HOME=$dir/cache PATH=$bin:$root/flows:$PATH
mkdir "$dir/work"

awk -v dir="$dir" '
  /^```sh$/ { blocks++; file = dir "/" blocks ".sh"; next }
  /^```text$/ { file = dir "/" blocks ".text"; next }
  /^```$/ { if (file != "") close(file); file = ""; next }
  /^```/ { print "tutorial.md:" FNR ": a block that nobody runs" > "/dev/stderr"; exit 1 }
  file != "" { print > file }
  END { print blocks > (dir "/count") }' "$root/docs/tutorial.md"

# shown TEXT OUTPUT: fails with the first line that is not there, or not where it should be.
shown() {
  awk '
    FNR == NR { want[++n] = $0; next }
    { got[++m] = $0 }
    END {
      at = 1
      for (i = 1; i <= n; i++) {
        if (want[i] == "...") { gap = 1; continue }
        first = at
        while (gap && at <= m && got[at] != want[i]) at++
        if (at > m || got[at] != want[i]) {
          print "not in the output" (gap ? "" : " at line " first) ": " want[i]
          exit 1
        }
        at++
        gap = 0
      }
      if (!gap && at <= m) { print "more output: " got[at]; exit 1 }
    }' "$1" "$2" >&2
}

count=$(cat "$dir/count")
[ "$count" -ge 7 ] || { echo "only $count blocks found in docs/tutorial.md" >&2; exit 1; }
for ((i = 1; i <= count; i++)); do
  [ -s "$dir/$i.text" ] || { echo "block $i of docs/tutorial.md shows no output" >&2; exit 1; }
  if ! (cd "$dir/work" && bash -euo pipefail "$dir/$i.sh") >"$dir/$i.out" 2>"$dir/$i.err" </dev/null; then
    echo "block $i of docs/tutorial.md failed:" >&2
    cat "$dir/$i.sh" "$dir/$i.out" "$dir/$i.err" >&2
    exit 1
  fi
  if ! shown "$dir/$i.text" "$dir/$i.out"; then
    echo "block $i of docs/tutorial.md shows other lines than it prints now:" >&2
    cat "$dir/$i.sh" "$dir/$i.out" >&2
    exit 1
  fi
done

# The comparison must see one changed digit, a line too many, and a line that is missing.
sed 's/^cycles        18/cycles        19/' "$dir/2.text" >"$dir/wrong"
if shown "$dir/wrong" "$dir/2.out" 2>/dev/null; then echo "a wrong number was not found" >&2; exit 1; fi
grep -v '^mismatches' "$dir/2.out" >"$dir/short"
if shown "$dir/2.text" "$dir/short" 2>/dev/null; then echo "a missing line was not found" >&2; exit 1; fi
head -n 3 "$dir/4.text" | grep -v '^\.\.\.$' >"$dir/cut"
if shown "$dir/cut" "$dir/4.out" 2>/dev/null; then echo "output beyond the shown lines was not found" >&2; exit 1; fi
echo "$count blocks run, their output as shown"
