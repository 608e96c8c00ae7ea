#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# record.sh FILE HEAD ROW -- puts ROW into a table of records with semicolons between, in the place of the row with the same
# first field, or at the end; HEAD is the first line of a new file. The file is whole at any time.
set -euo pipefail
file=$1 head=$2 row=$3
[ -s "$file" ] || echo "$head" >"$file"
awk -F ';' -v row="$row" '
  BEGIN { split(row, new, ";") }
  $1 == new[1] { $0 = row; done = 1 }
  { print }
  END { if (!done) print row }' "$file" >"$file.new"
mv "$file.new" "$file"
