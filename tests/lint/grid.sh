#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# grid.sh [-s] [MU] -- the corner grid {1, 2, 3, max} of group size, tables, fetchers and reuse, one architecture a line for
# corners.sh: small cores as a whole, those with 256 tables or 512 fetchers in parts. A key beat has 2^20 bits at most, so
# that group size 6 with 256 tables and 512 fetchers is refused, and 409 fetchers are the corner.
#   MU  one quarter: this group size
#   -s  a slice: for each group size the 16 points of a Latin square, where any two values of two parameters meet once; of
#       those in parts only the largest, for group sizes 2 and 3
set -euo pipefail
slice=0
if [ "${1:-}" = -s ]; then
  slice=1
  shift
fi
luts=(1 2 3 256)
fetchers=(1 2 3 512)
reuse=(1 2 3 256)
shift_by=0
for mu in 1 2 3 6; do
  shift_by=$((shift_by + 1))
  [ "${1:-$mu}" = $mu ] || continue
  for i in 0 1 2 3; do
    for j in 0 1 2 3; do
      for k in 0 1 2 3; do
        [ $slice -eq 0 ] || [ $k -eq $(((i + j + shift_by) % 4)) ] || continue
        how=
        if [ $i -eq 3 ] || [ $j -eq 3 ]; then how="parts "; fi
        if [ "$slice$how" = "1parts " ] && [ $((i + j)) -lt 6 ] && { [ $mu -eq 2 ] || [ $mu -eq 3 ]; }; then continue; fi
        if [ "$mu $i $j" = "6 3 3" ]; then
          echo "refused E033 --mu 6 --luts 256 --fetchers 512 --reuse ${reuse[k]}"
          echo "parts --mu 6 --luts 256 --fetchers 409 --reuse ${reuse[k]}"
        else
          echo "$how--mu $mu --luts ${luts[i]} --fetchers ${fetchers[j]} --reuse ${reuse[k]}"
        fi
      done
    done
  done
done
