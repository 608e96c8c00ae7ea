#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# findings_plot.sh POINTS.csv OUT.svg -- area by MAC and cycle against K for group sizes 1 to 3: the model as lines, syntheses as dots.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for act in int8 fp16; do
  for mu in 1 2 3; do
    awk -F';' -v act=$act -v mu=$mu '$1 == "grid" { split($2, p, "/"); if (p[1] == act && p[3] == mu)
      print p[2], $5 / $4, $9 == "measured" ? $10 / $4 : "nan" }' "$1" >"$work/$act.$mu"
  done
done
gnuplot <<PLOT
set terminal svg size 900,360 font "sans-serif,12" background "#ffffff"
set output "$work/out.svg"
set multiplot layout 1,2
set logscale x 2
set xlabel "K, outputs that read a table in a beat"
set ylabel "um2 by MAC and cycle"
set yrange [0:*]
set key top right
set grid ytics lc rgb "#dddddd"
do for [act in "int8 fp16"] {
  set title act . ": lines are the model, dots are syntheses"
  plot for [m=1:3] "$work/" . act . "." . m using 1:2 with lines lw 1.5 lc m title "µ = " . m, \
    for [m=1:3] "$work/" . act . "." . m using 1:3 with points pt 7 ps 0.7 lc m notitle
}
PLOT
mv "$work/out.svg" "$2"
