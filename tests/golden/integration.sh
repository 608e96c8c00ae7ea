#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# integration.sh BIN_DIR -- the commands of docs/integration.md that stand in "sh" blocks work as they stand there; Python is
# compiled, and Tcl is complete. YAML is read.
set -euo pipefail
bin=$1
page=$(cd "$(dirname "$0")/../.." && pwd)/docs/integration.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

block() {
  awk -v language="$1" '$0 == "```" { on = 0 } on; $0 == "```" language { on = 1 }' "$page" >"$dir/block.$1"
  [ -s "$dir/block.$1" ] || { echo "error: no $1 block in $page" >&2; exit 1; }
}
block sh
(cd "$dir" && PATH=$bin:$PATH bash -euo pipefail block.sh >said 2>&1) || { cat "$dir/said" >&2; exit 1; }
block python
python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$dir/block.python"
block yaml
python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' "$dir/block.yaml"
# The ports that the LiteX module connects are the core's, all of them.
grep -oE '[io]_[a-z_]+=' "$dir/block.python" | sed -E 's/^[io]_//; s/=$//' | sort >"$dir/connected"
sed -n '/^module/,/^);/ s/^ *\(input\|output\) *wire \(\[.*\] \)\{0,1\}\([a-z_]*\),\{0,1\}$/\3/p' \
  "$dir/my_core/tlut_my_core.v" | sort >"$dir/ports"
diff "$dir/ports" "$dir/connected"
[ "$(wc -l <"$dir/ports")" -eq 15 ]
echo "$(grep -c . "$dir/block.sh") commands of docs/integration.md run"
