#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# section.sh [-c] PAGE MARK -- puts standard input into PAGE, between the lines "<!-- MARK -->" and "<!-- /MARK -->": all figures
# that programs write into the documentation go this way. -c only compares, and fails with the difference if the page says
# something else; with TLUT_UPDATE=1 it writes all the same, which is how a page is repaired.
set -euo pipefail
check=
if [ "${1:-}" = -c ]; then
  [ "${TLUT_UPDATE:-0}" = 1 ] || check=1
  shift
fi
page=$1 mark=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/text"
if ! grep -q '[^[:space:]]' "$dir/text"; then
  echo "section.sh: nothing to put into section '$mark' of $page" >&2
  exit 1
fi
awk -v mark="$mark" -v text="$dir/text" '
  $0 == "<!-- /" mark " -->" {
    ends += inside
    inside = 0
  }
  !inside { print }
  $0 == "<!-- " mark " -->" {
    starts++
    inside = 1
    print ""
    # Blank lines around the text are ours: one before, one after.
    while ((getline line <text) > 0)
      if (line ~ /[^ \t]/) {
        for (; printed && blank > 0; blank--) print ""
        blank = 0
        printed = 1
        print line
      } else
        blank++
    print ""
  }
  END { exit !(starts == 1 && ends == 1) }' "$page" >"$dir/page" || {
  echo "section.sh: $page has no section '$mark', or more than one, or its end is missing" >&2
  exit 1
}
cmp -s "$page" "$dir/page" && exit 0
if [ -n "$check" ]; then
  diff -u --label "$page" --label "as it is now" "$page" "$dir/page" || true
  echo "section '$mark' of $page is out of date; TLUT_UPDATE=1 and the same command repairs it" >&2
  exit 1
fi
cat "$dir/page" >"$page.new" # beside it, so that the page is whole at any time
mv "$page.new" "$page"
