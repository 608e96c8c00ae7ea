# SPDX-License-Identifier: Apache-2.0
# findings_flags.awk -- one wording for each design: the flags in column `at` in alphabetical order, of one given twice the last.
# Files of architectures and --set stay as they are.
BEGIN { FS = OFS = ";" }
$at ~ /^--/ && $at !~ /--set/ {
  n = split($at, word, " "); count = 0
  split("", value)
  for (i = 1; i < n; i += 2) {
    if (!(word[i] in value)) name[++count] = word[i]
    value[word[i]] = word[i + 1]
  }
  for (i = 2; i <= count; i++) { w = name[i]; for (j = i - 1; j > 0 && name[j] > w; j--) name[j + 1] = name[j]; name[j + 1] = w }
  line = ""
  for (i = 1; i <= count; i++) line = line (i == 1 ? "" : " ") name[i] " " value[name[i]]
  $at = line
}
{ print }
