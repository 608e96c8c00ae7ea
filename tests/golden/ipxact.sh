#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# ipxact.sh TLUT_GEN LIST -- component.xml of each architecture of LIST (flags, one a line) obeys the schema of IEEE 1685-2014,
# and broken ones do not. What the files promise about the package is checked by unit.ipxact, without the schema.
#
# The schema is not part of the project: TLUT_IPXACT=DIR names the folder that holds index.xsd; else it is looked for in
# ../shared/ipxact/1685-2014, beside the source tree.
set -euo pipefail
gen=$1
list=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
schema=${TLUT_IPXACT:-$root/../shared/ipxact/1685-2014}/index.xsd
if [ ! -f "$schema" ]; then
  echo "skipped: no schema of IEEE 1685-2014 in $(dirname "$schema"); TLUT_IPXACT=DIR names another folder"
  exit 77
fi
dir=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # tlut-gen waits for the disk, which is most of the time otherwise
trap 'rm -rf "$dir"' EXIT

# One run of xmllint for all: it takes longer to read the schema than the files.
count=0
files=()
while read -r line; do
  case $line in "" | "#"*) continue ;; esac
  count=$((count + 1))
  # The arguments are words without quotes.
  # shellcheck disable=SC2086
  "$gen" $line -o "$dir/$count" >/dev/null
  files+=("$dir/$count/component.xml")
done <"$list"
xmllint --nonet --noout --schema "$schema" "${files[@]}" 2>"$dir/said" || {
  grep -v ' validates$' "$dir/said" >&2
  exit 1
}
[ "$(grep -c ' validates$' "$dir/said")" -eq "$count" ]

# The schema is what refuses: a missing element, a wrong word, a reference to nothing, a second parameter of one name.
broken() {
  sed "$1" "$dir/1/component.xml" >"$dir/broken.xml"
  if cmp -s "$dir/broken.xml" "$dir/1/component.xml"; then
    echo "error: '$1' changes nothing" >&2
    exit 1
  fi
  if xmllint --nonet --noout --schema "$schema" "$dir/broken.xml" 2>"$dir/said"; then
    echo "error: the schema takes a file that is broken by '$1'" >&2
    exit 1
  fi
}
broken '/<ipxact:version>/d'
broken '0,/<ipxact:direction>in</s//<ipxact:direction>input</'
broken 's/>verilog<\/ipxact:componentInstantiationRef>/>vhdl<\/ipxact:componentInstantiationRef>/'
broken 's/parameterId="luts"/parameterId="mu"/'
echo "$count descriptions obey IEEE 1685-2014; 4 broken ones are refused"
