#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# modules.sh -- each static module lints by itself as it lies, with the default values of its parameters, and keeps house
# style; and vstyle.sh and lint.sh find what they are there to find.
# shellcheck disable=SC2016
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tests/lint
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root/templates/rtl"
"$here/vstyle.sh" ./*.v
failed=0 count=0

# tools TOP FILE...: 0 if no tool says anything.
tools() {
  local top=$1 status=0
  shift
  {
    verilator --lint-only -Wall --language 1364-2005 --top-module "$top" "$@" &&
      iverilog -g2005 -Wall -s "$top" -o "$dir/a.vvp" "$@" &&
      yosys -q -p "read_verilog $*; hierarchy -check -top $top; proc; check -assert"
  } >"$dir/log" 2>&1 || status=1
  [ $status -eq 0 ] && [ ! -s "$dir/log" ]
}

for file in *.v; do
  count=$((count + 1))
  if tools "${file%.v}" ./*.v; then continue; fi
  echo "error: $file:"
  head -n 10 "$dir/log"
  failed=1
done
[ $failed -eq 0 ]

# Each of these edits of tlut_skid.v has to be found: by vstyle.sh, or by the tools.
edits=0
edit() {
  edits=$((edits + 1))
  sed "$2" tlut_skid.v >"$dir/tlut_skid.v"
  if cmp -s tlut_skid.v "$dir/tlut_skid.v"; then
    echo "error: nothing to edit: $2"
    failed=1
  elif case $1 in style) "$here/vstyle.sh" "$dir/tlut_skid.v" >/dev/null ;; *) tools tlut_skid "$dir/tlut_skid.v" ;; esac; then
    echo "error: not found: $2"
    failed=1
  fi
}
edit style 's/\[Width-1:0\] s_data/[-1:0] s_data/'
edit style '/^\/\/ Cost/d'
edit style 's/^\/\/ Cost  .*/\/\/ Cost/'
edit style '/default_nettype none/d'
edit style '$d'
edit style 's/module tlut_skid/module tlut_x/'
edit style 's/^  reg .*/& \/\/ verilator lint_off WIDTH/'
edit style 's/wire push = /&2 \/ /'
edit style 's/wire push = /&$signed(s_valid_i + 1) \& /'
edit style 's/^  reg .* head_q;/& initial head_q = 0;/'
edit style 's/<= *1.b0;/<= #1 0;/'
edit style 's/<= *1.b0;/<= 1'\''bx;/'
edit style 's/begin$/begin /'
edit style 's/^module/\t&/'
edit tools 's/reg  \[Width-1:0\] head_q/reg  [Width:0] head_q/'   # width
edit tools 's/assign m_data_o .*//'                               # undriven
edit tools 's/^  wire take = .*/&\n  wire more = take;/'          # unused
edit tools 's/assign m_valid_o .*/& assign m_valid_o = push;/'    # two drivers
[ $failed -eq 0 ]
echo "$count modules as they lie, without a message; $edits of $edits planted faults found"
