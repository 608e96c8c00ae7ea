#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tile_doc.sh [-c] -- puts the tables of docs/figures/tile_areas.csv into docs/areas.md; -c compares only (section.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
status=0
for part in ratios table; do
  awk -f flows/tile_$part.awk docs/figures/tile_areas.csv | flows/section.sh ${1:+"$1"} docs/areas.md tile-$part || status=1
done
exit $status
