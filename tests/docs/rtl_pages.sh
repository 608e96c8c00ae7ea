#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# rtl_pages.sh TLUT_GEN [MODULES PAGES] -- each Verilog module has a page in docs/rtl, and the tables of a page name exactly the
# ports and parameters of its module. Then the figures, by flows/waves.sh -c. With MODULES and PAGES, folders, the figures are
# left out: the test of this test.
set -euo pipefail
gen=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
modules=${2:-$root/templates/rtl}
pages=${3:-$root/docs/rtl}
export LC_ALL=C
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# First column of the table under a heading, a name a line.
named() {
  awk -v heading="## $2" '
    /^## / { inside = $0 == heading; rows = 0; next }
    inside && /^\|/ && ++rows > 2 { split($0, cell, "|"); gsub(/[ `]/, "", cell[2]); gsub(/,/, "\n", cell[2]); if (cell[2] != "none") print cell[2] }
  ' "$1" | sort
}

page() {
  local file=$1 name=$2 doc=$pages/$2.md
  if [ ! -s "$doc" ]; then
    echo "$name has no page docs/rtl/$name.md" >&2
    failed=1
    return
  fi
  awk -f "$root/flows/vports.awk" "$file" >"$dir/head"
  awk '$1 == "port" { print $3 }' "$dir/head" | sort >"$dir/ports"
  awk '$1 == "param" || $1 == "derived" { print $2 }' "$dir/head" | sort >"$dir/parameters"
  [ -s "$dir/ports" ] || { echo "$file: no ports found" >&2; failed=1; }
  named "$doc" Ports | diff -u --label "ports of $name" --label "docs/rtl/$name.md" "$dir/ports" - >&2 || failed=1
  named "$doc" Parameters | diff -u --label "parameters of $name" --label "docs/rtl/$name.md" "$dir/parameters" - >&2 || failed=1
  for figure in ports wave; do
    grep -q "(figures/$name-$figure.svg)" "$doc" || { echo "docs/rtl/$name.md does not show figures/$name-$figure.svg" >&2; failed=1; }
  done
  grep -q "($name.md)" "$pages/README.md" || { echo "docs/rtl/README.md does not name $name" >&2; failed=1; }
}

count=0
for file in "$modules"/*.v; do
  page "$file" "$(basename "$file" .v)"
  count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "no modules in $modules" >&2; exit 1; }
if [ $# -eq 1 ]; then
  for role in build core wrapper; do
    # Flags are words.
    # shellcheck disable=SC2046
    "$gen" $(sed -n 's/^package //p' "$pages/$role.scene") --name doc -o "$dir/package" >/dev/null
    file=$dir/package/tlut_doc_$role.v
    [ "$role" = wrapper ] && file=$dir/package/tlut_doc.v
    page "$file" "$role"
  done
  "$root/flows/waves.sh" -c -t "$gen" || failed=1

  # What has to be found: a port, a parameter and a module that no page names.
  mkdir "$dir/mutant"
  sed 's/input  wire             clk_i,/&\n  input  wire forgotten_i,/' "$root/templates/rtl/tlut_acc.v" >"$dir/mutant/tlut_acc.v"
  sed 's/parameter integer Steps /parameter integer Forgotten = 1,\n  &/' "$root/templates/rtl/tlut_seq.v" >"$dir/mutant/tlut_seq.v"
  cp "$root/templates/rtl/tlut_skid.v" "$dir/mutant/tlut_forgotten.v"
  if "$0" "$gen" "$dir/mutant" "$pages" 2>"$dir/found"; then failed=1; fi
  for word in -forgotten_i -Forgotten tlut_forgotten.md; do
    grep -q -e "$word" "$dir/found" || { echo "$word was planted and not found" >&2; failed=1; }
  done
fi
exit $failed
