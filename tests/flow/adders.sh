#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# adders.sh TLUT_GEN -- counts the adders of emitted table builds, and their depth, in the netlist that Yosys reads; compares
# the table of docs/verification.md.
#
# B - mu adders in tree and chain, B = (3^mu - 1) / 2, and no more: each entry with two or more non-zero weights needs one.
# Depth ceil(log2 mu) and mu - 1. With the whole table stored (half=false): 2B - mu, because the negative half takes one more
# for each entry, negated activations too, and one level for those. naive: each entry a chain of its own.
set -euo pipefail
gen=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# group size, network, half, adders, depth
cat >"$dir/expected" <<'END'
1 tree true 0 0
2 tree true 2 1
3 tree true 10 2
4 tree true 36 2
5 tree true 116 3
6 tree true 358 3
1 chain true 0 0
2 chain true 2 1
3 chain true 10 2
4 chain true 36 3
5 chain true 116 4
6 chain true 358 5
1 tree false 1 1
2 tree false 6 2
3 tree false 23 3
4 tree false 76 3
5 tree false 237 4
6 tree false 722 4
1 naive true 0 0
2 naive true 2 1
3 naive true 14 2
4 naive true 68 3
5 naive true 284 4
6 naive true 1094 5
END
script="proc; opt_clean;"
while read -r mu network half adders depth; do
  name=${network}_${half}_$mu
  for act in int8 int2; do
    "$gen" --mu "$mu" --luts 1 --fetchers 1 --act $act --network "$network" --half "$half" --name "${act}_$name" \
      -o "$dir/$act.$name" >/dev/null
    script="read_verilog $dir/$act.$name/tlut_${act}_${name}_build.v; $script stat tlut_${act}_${name}_build; ltp -noff tlut_${act}_${name}_build;"
    echo "tlut_${act}_${name}_build $adders $depth" >>"$dir/want"
  done
done <"$dir/expected"
yosys -p "$script" >"$dir/log" || { tail -n 20 "$dir/log" >&2; exit 1; }
# Adders by kind; anything else in the module is a surprise. The path of ltp runs through nothing but adders, then. Prints
# what was found, in the order of the list: group size, network, half, adders, depth.
awk '
  FILENAME ~ /expected$/ { order[++networks] = $2 "_" $3 "_" $1; line[networks] = $1 " " $2 " " $3; next }
  FILENAME ~ /want$/ { adders[$1] = $2; depth[$1] = $3; next }
  /^=== / { module = $2; found[module] = 0 }
  $1 ~ /^\$/ && NF == 2 && module != "" {
    if ($1 ~ /^\$(add|sub|neg)$/) found[module] += $2
    else { printf "%s: a cell %s\n", module, $1 >"/dev/stderr"; failed = 1 }
  }
  /^Longest topological path in/ { path[$5] = substr($6, 9) + 0 }
  END {
    for (m in adders) {
      if (!(m in found) || found[m] != adders[m]) { printf "%s: %d adders, not %d\n", m, found[m], adders[m] >"/dev/stderr"; failed = 1 }
      if (!(m in path) || path[m] != depth[m]) { printf "%s: depth %d, not %d\n", m, path[m], depth[m] >"/dev/stderr"; failed = 1 }
    }
    for (i = 1; i <= networks; i++) {
      m = "tlut_int8_" order[i] "_build"
      print line[i], found[m], path[m]
    }
    exit failed
  }' "$dir/expected" "$dir/want" "$dir/log" >"$dir/found"
# The table of docs/verification.md.
awk '
  { adders[$2, $3, $1] = $4; depth[$2, $3, $1] = $5; if ($1 > most) most = $1 }
  function row(title, table, network, half,   mu) {
    printf "| %s |", title
    for (mu = 1; mu <= most; mu++) printf " %d |", table == "adders" ? adders[network, half, mu] : depth[network, half, mu]
    print ""
  }
  END {
    printf "| group size |"; for (mu = 1; mu <= most; mu++) printf " %d |", mu; print ""
    printf "|---|"; for (mu = 1; mu <= most; mu++) printf "---|"; print ""
    row("adders, tree and chain (B - mu)", "adders", "tree", "true")
    row("adders, naive", "adders", "naive", "true")
    row("adders, tree, whole table (2B - mu)", "adders", "tree", "false")
    row("depth, tree (ceil(log2 mu))", "depth", "tree", "true")
    row("depth, chain (mu - 1)", "depth", "chain", "true")
    row("depth, tree, whole table", "depth", "tree", "false")
  }' "$dir/found" | "$root/flows/section.sh" -c "$root/docs/verification.md" adders
echo "$(wc -l <"$dir/found") networks of int8 and of int2: adders and depth as stated"
