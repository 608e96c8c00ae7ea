#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# vstyle.sh [-e] FILE.v... -- house rules of RTL that no linter checks. -e: emitted files, whose header is shorter.
#
#   header      "// <file> -- purpose", then the fields What Why Latency Rate Handshake Reset Example Cost, in that order
#               (-e: What Latency Rate Handshake Reset)
#   text        at most 125 columns (-e: 160 in comments, which hold names and numbers), ASCII, no tabs, no blanks at line ends
#   module      one a file, of the file's name, between `default_nettype none and wire; one parameter a line
#   code        no [-1:0], divide and modulo in parameters and on genvars only, no $signed() around a sum, no casex, casez,
#               initial, function, task, delay, X literal, and no lint or synthesis pragma
set -euo pipefail
emitted=0
if [ "${1:-}" = -e ]; then
  emitted=1
  shift
fi
LC_ALL=C awk -v emitted="$emitted" '
  function bad(text) { printf "%s:%d: %s\n", FILENAME, FNR, text; failed = 1 }
  function finish(    i) {
    if (file == "") return
    for (i = 1; i <= wanted; i++) if (!(field[i] in seen)) printf "%s:1: the header lacks %s\n", file, field[i]
    for (i = 1; i <= wanted; i++) if (!(field[i] in seen)) failed = 1
    if (modules != 1) { printf "%s:1: %d modules, not one\n", file, modules; failed = 1 }
    if (last != "`default_nettype wire") { printf "%s:1: the last line is not `default_nettype wire\n", file; failed = 1 }
  }
  BEGIN {
    wanted = split(emitted ? "What Latency Rate Handshake Reset" : "What Why Latency Rate Handshake Reset Example Cost", field, " ")
    for (i = 1; i <= wanted; i++) place[field[i]] = i
  }
  FNR == 1 {
    finish()
    file = FILENAME; base = file; sub(/.*\//, "", base)
    name = base; sub(/\.v$/, "", name)
    split("", seen); at = 0; modules = 0; titled = 0; nettype = 0; code = 0
  }
  { last = $0 }
  { most = emitted && /^ *\/\// ? 160 : 125 }
  length($0) > most { bad(length($0) " columns, " most " at most") }
  /\t/ { bad("a tab") }
  / $/ { bad("blanks at the end of the line") }
  /[^ -~\t]/ { bad("not ASCII") }
  /lint_off|translate_off|verilator |synopsys|full_case|parallel_case/ { bad("a pragma") }
  /^\/\/ / && !code {
    if ($2 == base && $3 == "--") titled = 1
    if ($2 in place && substr($0, 4, 1) != " ") {
      if (place[$2] < at) bad("header field " $2 " out of order")
      at = place[$2]; seen[$2] = 1
      if (NF < 3) bad("header field " $2 " is empty")
    }
  }
  { sub(/ *\/\/.*/, "") }
  $0 == "" { next }
  !code {
    code = 1
    if (!titled) bad("the header does not start with // " base " --")
    if ($0 != "`default_nettype none") bad("the first line of code is not `default_nettype none")
  }
  $1 == "module" { modules++; if ($2 != name && $2 != name "(") bad("module " $2 " in " base) }
  gsub(/parameter /, "&") > 1 { bad("more than one parameter on a line") }
  /\[-1:0\]|\[ *0 *- *1 *:/ { bad("an empty range") }
  { gsub(/\[[a-z][\/%][A-Z_]+\]/, "") }  # genvar by localparam
  /[\/%]/ && !/parameter|localparam|"/ { bad("divide or modulo") }
  /\$signed *\([^)]*[^ (,]+ *[-+]/ { bad("$signed around a sum") }
  /(^|[^a-z_.$])(casex|casez|initial|function|task)([^a-z_]|$)/ { bad("a word that house style avoids") }
  /(^|[^#]) #[0-9(]/ && !/#\($/ && !/# *\(\./ { bad("a delay") }
  /[0-9]*'"'"'[bhd][0-9a-fA-F_]*[xXzZ]/ { bad("an unknown literal") }
  END { finish(); exit failed }
' "$@"
