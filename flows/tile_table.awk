# SPDX-License-Identifier: Apache-2.0
# tile_table.awk -- docs/figures/tile_areas.csv as Markdown: area a multiply-accumulate, and how many times the smallest
# lookup-table core of its group that is.
BEGIN { FS = ";" }
NR == 1 { next }
{
  per = $5 / $3; key = $1 SUBSEP $2
  if (!(key in order)) { order[key] = ++groups; name[groups] = key }
  n = ++count[key]; arch[key, n] = $4; area[key, n] = $5; each[key, n] = per
  if ($4 !~ /--kind/ && (!(key in best) || per < best[key])) best[key] = per
}
END {
  for (g = 1; g <= groups; g++) {
    key = name[g]; split(key, part, SUBSEP)
    if (!(key in best)) continue
    printf "**%s, %s**\n\n| core | area, um2 | um2 a MAC and cycle | times the smallest table core |\n|---|---|---|---|\n", part[1], part[2]
    for (i = 1; i <= count[key]; i++)
      printf "| `%s` | %.0f | %.0f | %.2f |\n", arch[key, i], area[key, i], each[key, i], each[key, i] / best[key]
    print ""
  }
}
