#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rtl_digest.sh TLUT_GEN <ARCHITECTURES -- for each line of flags the digest (16 hex digits) of the Verilog that they give: all
# files of the core in their order, without comments, white space at the end of lines, and the configuration's number. Measured
# figures are recorded with it; docs.recorded compares it with the RTL of the day.
set -euo pipefail
gen=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
while IFS= read -r flags; do
  rm -rf "$dir/t"
  # shellcheck disable=SC2086 # a list of flags
  "$gen" $flags --name t -o "$dir/t" >/dev/null
  (cd "$dir/t" && grep -v '^//' files.f | xargs sed -e 's://.*::' -e '/CONFIG_ID/d' -e 's/[ \t]*$//' -e '/^$/d') | sha256sum | cut -c 1-16
done
