# SPDX-License-Identifier: Apache-2.0
# findings.awk -- reads docs/figures/findings_points.csv, then prints findings.in, where a line "@ NAME ARGUMENTS" stands for what
# findings_text.awk makes of the points. Areas are um2 with fan-out buffers, by MAC and cycle.
function id(set, label) { return set SUBSEP label }
function known(i) { return i in arch }
function measured(i) { return i in real }
# A measured area, or why there is none.
function shown(i) { return measured(i) ? sprintf("%.0f", real[i]) : known(i) ? state[i] : "" }
function model_of(i) { return known(i) ? sprintf("%.0f", mod[i]) : "" }
function percent(a, b) { return sprintf("%+.1f %%", 100 * (a / b - 1)) }
function times(a, b) { return sprintf("%.2f", a / b) }
# A list in words.
function join(list, more, mark) { return more == "" ? list : list == "" ? more : list (mark == "" ? ", " : mark) more }
function plural(n, one, many) { return n " " (n == 1 ? one : many) }
# `architecture` as a word of Markdown.
function code(i) { return "`" arch[i] "`" }

FNR == 1 { files++ }
files == 1 && FNR > 1 {
  i = id($1, $2)
  if (!($1 in sets)) sets[$1] = 0
  label[$1, ++sets[$1]] = $2
  arch[i] = $3; mac[i] = $4; mod[i] = $5 / $4; mod_mhz[i] = $6; pj[i] = $7; key_bits[i] = $8; state[i] = $9
  if ($9 == "measured") { real[i] = $10 / $4; cells[i] = $12; mhz[i] = $14 }
}
files == 2 && /^@ / { n = split(substr($0, 3), word, " "); fragment(word[1], word[2]); next }
files == 2 && !/^<!-- template/ { print }
