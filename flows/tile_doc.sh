#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tile_doc.sh -- puts the table of docs/figures/tile_areas.csv between the marks of docs/areas.md.
set -euo pipefail
page=docs/areas.md
table=$(awk -f flows/tile_table.awk docs/figures/tile_areas.csv)
awk -v table="$table" '/<!-- tiles -->/ { print; print ""; print table; skip = 1 } /<!-- \/tiles -->/ { skip = 0 } !skip || /<!-- \/tiles/ {
  if (!/<!-- tiles -->/) print }' "$page" >"$page.new"
mv "$page.new" "$page"
