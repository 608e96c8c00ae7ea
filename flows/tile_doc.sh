#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tile_doc.sh [-c] -- puts the tables of docs/figures/tile_areas.csv into docs/areas.md; -c compares only (section.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
awk -f flows/tile_table.awk docs/figures/tile_areas.csv | flows/section.sh ${1:+"$1"} docs/areas.md tiles
