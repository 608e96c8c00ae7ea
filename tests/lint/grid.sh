#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# grid.sh [MU] -- the corner grid {1, 2, 3, max} of group size, tables, fetchers and reuse, one architecture a line for
# corners.sh; MU: one quarter of it. Small cores as a whole; those with 256 tables or 512 fetchers in parts. A key beat has
# 2^20 bits at most, so that group size 6 with 256 tables and 512 fetchers is refused, and 409 fetchers are the corner.
set -euo pipefail
for mu in ${1:-1 2 3 6}; do
  for luts in 1 2 3 256; do
    for fetchers in 1 2 3 512; do
      for reuse in 1 2 3 256; do
        how=
        if [ $luts -gt 3 ] || [ $fetchers -gt 3 ]; then how="parts "; fi
        if [ "$mu $luts $fetchers" = "6 256 512" ]; then
          echo "refused E033 --mu $mu --luts $luts --fetchers $fetchers --reuse $reuse"
          echo "$how--mu $mu --luts $luts --fetchers 409 --reuse $reuse"
        else
          echo "$how--mu $mu --luts $luts --fetchers $fetchers --reuse $reuse"
        fi
      done
    done
  done
done
