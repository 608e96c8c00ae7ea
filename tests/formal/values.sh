#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# values.sh -- what core_values.vh needs to know of the registers of a core's datapath. Sourced by run.sh, after emit.sh.
#
#   values DIR       DIR/registers.vh: a statement for each register of the emitted build; DIR/registers: width and name of
#                    these; DIR/stages: number, level, width, place and kind of each stage of the sum tree; more in DIR/defines
#   tie_values DIR   Yosys commands that tie the wires h_* of core_values.vh to registers of the flattened core 0 (set_wire)

# Registers of a build that is pipelined (e_<weights>_q<stage>) or sequential: shadow (e_<weights>), active table (..._q) and
# what the adders hold before the shadow takes it.
table_registers() {
  awk -v mu="$1" -v list="$2" '
    function statement(name, width, spelt, on, act,   v, i) {
      v = 0
      for (i = 1; i <= mu; i++) v = 3 * v + index("nzp", substr(spelt, i, 1)) - 2
      printf "formal_register #(.Value(%d), .Width(%d)) u_%d (\n", v, width, n
      printf "  .on_i(%s), .act_i(%s), .reg_i(h_table[REG+%d+:%d]), .ok_o(table_ok[OK+%d]));\n", on, act, at, width, n
      print width, name > list
      at += width
      n++
    }
    BEGIN { printf "" > list }
    /^  reg \[[0-9]*:0\] e_[pnz]*(_q[0-9]*)?;/ {
      gsub(/[];:[]/, " ")
      width = $2 + 1
      split($4, part, "_")
      if (part[3] ~ /^q[0-9]/) {
        stage = substr(part[3], 2) - 1
        statement($4, width, part[2], "h_flow_valid[" stage "]", "flow_act[" stage "*ACT_B+table*TAB_B+:TAB_B]")
      } else if (part[3] == "q") {
        statement($4, width, part[2], "h_table_valid", "read_act")
      } else {
        sum_w[part[2]] = width
      }
    }
    /^    \.Stages\(/ { stages = $0; gsub(/[^0-9]/, "", stages) }
    /^    if \(step_i\[[0-9]*\]\) e_[pnz]* <= sum/ {
      split($0, part, /[][ ;]+/)
      step = part[4]
      spelt = substr(part[6], 3)
      width = sum_w[spelt]
      statement(part[6], width, spelt, "|(h_step >> " step + 1 ")", "head_act")
      for (i = 0; i < stages; i++)
        statement("u_" part[8] ".gen_regs.gen_stage[" i "].q[" width - 1 ":0]", width, spelt,
          "h_step[" step - (stages - 1 - i) "]", "head_act")
    }
    END {
      if (n == 0) print "assign table_ok[OK] = 1\047b1;"
      print "-DF_TABLE_N=" (n == 0 ? 1 : n) > (list ".defines")
      print "-DF_TABLE_W=" (n == 0 ? 1 : at) > (list ".defines")
    }' "$3"
}

# Stages between fetch and accumulator, from the instances of the emitted core: the gate, registers behind a level of the tree,
# or (floats) behind the fetch and inside the adders.
tree_stages() {
  local dir=$1
  awk -v float="$(grep -c tlut_fp_reduce "$dir/core/tlut_t_core.v")" -v n="$(value "$dir" N)" -v act="$(value "$dir" ACT_W)" \
    -v leaf="$(value "$dir" LEAF_W)" -v luts="$(value "$dir" LUTS)" -v regs="$(value "$dir" ACC_REGS)" -v list="$dir/stages" '
    function numbers(text, to,   part, i, k) {
      sub(/.*\{/, "", text)
      k = split(text, part, /[^0-9d\047]+/)
      for (i = 1; i <= k; i++) if (part[i] ~ /^8\047d/) to[++to[0]] = substr(part[i], 4) + 0
    }
    function stage(level, kind, place) {
      print count + 0, level, w, place, kind > list
      levels = sprintf("%02x", level) levels
      widths = sprintf("%02x", w) widths
      count++
    }
    /\.LevelW *\(/ { numbers($0, width) }
    /\.RegAfter *\(/ { numbers($0, after) }
    /\) u_gate \(/ { gate = 1 }
    END {
      while (2 ^ top < luts) top++
      part = act
      if (!float) {
        for (part = act + 1; 2 ^ (part - act - 1) < n; part++);
        for (i = 1; i <= width[0]; i++) if (width[i] > part) part = width[i]
      }
      printf "" > list
      w = leaf
      if (gate) stage(0, "gate", 0)
      for (v = 0; v <= top; v++) {
        w = float ? act : width[width[0] - v]
        for (i = 0; i < after[after[0] - v]; i++) stage(v, !float ? "sum" : v == 0 ? "leaf" : "add", i)
      }
      for (i = 0; i < regs; i++) levels = sprintf("%02x", top) levels
      print "-DF_LEVELS=" top + 0
      print "-DF_PART_W=" part
      print "-DF_STAGE_LEVEL=512\047h0" levels
      print "-DF_STAGE_W=512\047h0" widths
    }' "$dir/core/tlut_t_core.v"
}

values() {
  local dir=$1 build=$1/core/tlut_t_build.v
  [ -e "$build" ] || build=/dev/null
  table_registers "$(value "$dir" MU)" "$dir/registers" "$build" >"$dir/registers.vh"
  tree_stages "$dir" >"$dir/stages.defines"
  cat "$dir/registers.defines" "$dir/stages.defines" >>"$dir/defines"
}

# node_register LUTS ROWS LEVEL WIDTH PLACE KIND ROW NODE: the register of a node, and that of its sign, if it has one
node_register() {
  local luts=$1 rows=$2 level=$3 width=$4 place=$5 kind=$6 row=$7 node=$8 nodes at name
  nodes=$(((luts + (1 << level) - 1) >> level))
  name="gen_row[$row].u_reduce.gen_level[$level]"
  at=0
  case $kind in
    gate)
      at=$((node * rows + row))
      echo "operand[$(((at + 1) * width - 1)):$((at * width))] operand_sign[$at]"
      return
      ;;
    sum)
      name+=".u_regs.gen_regs.gen_stage[$place].q"
      echo "${name}[$((nodes + (node + 1) * width - 1)):$((nodes + node * width))] ${name}[$node]"
      return
      ;;
    leaf)
      name+=.gen_leaves
      at=$((node * width))
      ;;
    add)
      # An odd node has no adder, but as many stages.
      name+=.gen_adders.gen_node[$node]
      nodes=$(((luts + (1 << (level - 1)) - 1) >> (level - 1)))   # of the level before
      if [ $((2 * node + 1)) -lt $nodes ]; then name+=.gen_add.u_add; else name+=.gen_pass; fi
      ;;
  esac
  echo "$name.u_regs.gen_regs.gen_stage[$place].q[$((at + width - 1)):$at]"
}

tie_values() {
  local dir=$1 acc luts outputs rows part at i j l level width place kind name number sign
  acc=$(value "$dir" ACC_W) luts=$(value "$dir" LUTS) outputs=$(value "$dir" OUTPUTS) part=$(value "$dir" PART_W)
  rows=$(($(value "$dir" LANES) * outputs))
  for ((i = 0; i < $(value "$dir" LANES) * luts; i++)); do
    at=$((i * $(value "$dir" TABLE_W)))
    while read -r width name; do
      set_wire "h_table[$((at + width - 1)):$at]" "gen_table[$((i % luts))].gen_lane[$((i / luts))].u_build.$name"
      at=$((at + width))
    done <"$dir/registers"
  done
  while read -r i level width place kind; do
    for ((j = 0; j < rows; j++)); do
      for ((l = 0; l < (luts + (1 << level) - 1) >> level; l++)); do
        read -r number sign < <(node_register "$luts" "$rows" "$level" "$width" "$place" "$kind" "$j" "$l")
        at=$(((i * rows + j) * luts + l))
        set_wire "h_node[$((at * part + width - 1)):$((at * part))]" "$number"
        [ -z "$sign" ] || set_wire "h_owed[$at]" "$sign"
      done
    done
  done <"$dir/stages"
  for ((j = 0; j < rows; j++)); do
    for ((i = 0; i < $(value "$dir" REUSE); i++)); do
      at=$(((i * rows + j) * acc))
      set_wire "h_acc[$((at + acc - 1)):$at]" "gen_row[$j].u_acc.gen_acc[$i].acc_q"
    done
    for ((i = 0; i < $(value "$dir" ACC_REGS); i++)); do
      at=$(((i * rows + j) * acc))
      set_wire "h_adder[$((at + acc - 1)):$at]" "gen_row[$j].u_acc.u_add.u_regs.gen_regs.gen_stage[$i].q"
    done
  done
}
