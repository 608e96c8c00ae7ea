# SPDX-License-Identifier: Apache-2.0
# tile_ratios.awk -- docs/figures/tile_areas.csv as one table: how many times the area of the smallest lookup-table core of its
# group a baseline takes, and the others of the tables, a multiply-accumulate each; a column for each technology.
BEGIN { FS = ";" }
NR == 1 { next }
{
  per = $5 / $3; group = $2
  core = match($4, /--kind [a-z]+( --weight-bits [0-9a-z]+)?/) ? substr($4, RSTART + 7, RLENGTH - 7) : "tables, " substr($4, index($4, "--mu"))
  sub(/ --luts.*(--build sequential).*/, ", sequential", core)
  sub(/ --luts.*/, "", core)
  sub(/ --weight-bits/, ", weight bits", core)
  sub(/--mu/, "mu", core)
  if (!($1 in column)) { column[$1] = ++technologies; technology[technologies] = $1 }
  if (!((group, core) in row)) { row[group, core] = ++rows; group_of[rows] = group; core_of[rows] = core }
  each[row[group, core], $1] = per
  if ($4 !~ /--kind/ && (!((group, $1) in best) || per < best[group, $1])) best[group, $1] = per
}
END {
  printf "| group | core |"; for (t = 1; t <= technologies; t++) printf " %s |", technology[t]; print ""
  printf "|---|---|"; for (t = 1; t <= technologies; t++) printf "---:|"; print ""
  for (r = 1; r <= rows; r++) {
    printf "| %s | %s |", group_of[r], core_of[r]
    for (t = 1; t <= technologies; t++)
      printf " %s |", (r, technology[t]) in each ? sprintf("%.2f", each[r, technology[t]] / best[group_of[r], technology[t]]) : "not measured"
    print ""
  }
}
