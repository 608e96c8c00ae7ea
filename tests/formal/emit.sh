#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# emit.sh -- emits an architecture and writes what the proofs need to know of it. Sourced by run.sh.
#
#   emit_core DIR GEN OPTIONS...   DIR/core: the package, named t; DIR/defines: -DF_... of every number; sets the array files

# number FILE NAME: a number of the manifest
manifest() { sed -n "s/.*\"$2\": \([0-9-]*\).*/\1/p" "$1/manifest.json"; }
emit_core() {
  local dir=$1 gen=$2 core=$1/core
  shift 2
  rm -rf "$core"
  "$gen" "$@" --name t -o "$core" >/dev/null
  # shellcheck disable=SC2034
  mapfile -t files < <(grep -v '^//' "$core/files.f" | sed "s|^|$core/|")
  # Numbers of the manifest, and parameters as the emitted core hands them on (0 if it has none).
  awk '
    BEGIN {
      n = split("mu n act_w ent_w stored entries idx_w key_w leaf_w acc_w res_w outputs", plain, " ")
      for (i = 1; i <= n; i++) name[plain[i]] = toupper(plain[i])
      name["act_tdata_w"] = "ACT_TD"; name["key_tdata_w"] = "KEY_TD"; name["res_tdata_w"] = "RES_TD"
      name["core/@lanes"] = "LANES"; name["core/@reuse"] = "REUSE"; name["core/@cores"] = "CORES"
      name["PipeRegs"] = "PIPE"; name["AccRegs"] = "ACC_REGS"; name["Steps"] = "STEPS"; name["Stages"] = "BUILD_REGS"
      name["Saturate"] = "SATURATE"
      f["PIPE"] = f["ACC_REGS"] = f["STEPS"] = f["SATURATE"] = f["BUILD_REGS"] = f["EARLY"] = f["ENC"] = 0
      f["USER_W"] = 1
    }
    FILENAME ~ /manifest/ && match($0, /"[^"]*": /) {
      key = substr($0, RSTART + 1, RLENGTH - 4)
      value = substr($0, RSTART + RLENGTH)
      gsub(/[",]/, "", value)
      if (key in name) f[name[key]] = value
      if (key == "negate/@when" && value != "deferred") f["EARLY"] = 1
      if (key == "weights/@encoding") f["ENC"] = value == "trit2" ? 1 : value == "pack5" ? 2 : 0
      if (key == "activation/@range" && value != "full") print "-DF_SYMMETRIC"
    }
    FILENAME ~ /_core/ && match($0, /^ *\.[A-Za-z]* *\([0-9]*\)/) {
      split($0, part, /[. ()]+/)
      if (part[2] in name && !(part[2] in seen)) { f[name[part[2]]] = part[3]; seen[part[2]] = 1 }
    }
    / SLOT_W = / { sub(/.*= /, ""); sub(/;.*/, ""); f["SLOT_W"] = $0 }
    / USER_W = LANES/ { f["USER_W"] = f["LANES"] }
    END {
      f["LUTS"] = f["N"] / f["MU"]
      if (f["ENC"] != 0) print "-DF_PACKED"
      for (i in f) print "-DF_" i "=" f[i]
    }' "$core/manifest.json" "$core/tlut_t_core.v" | sort >"$dir/defines"
}

# value NAME: a number of DIR/defines
value() { sed -n "s/^-DF_$2=//p" "$1/defines"; }

# tie DIR: Yosys commands that tie the wires h_* of core_state.vh to registers of the flattened core 0
tie() {
  local dir=$1 core='\u_dut.gen_core[0].u_core' i total back slot pipe regs
  total=$(($(value "$dir" PIPE) + $(value "$dir" ACC_REGS)))
  slot=$(value "$dir" SLOT_W) pipe=$(value "$dir" PIPE) regs=$(value "$dir" ACC_REGS)
  back=$((slot + 2 + $(value "$dir" USER_W)))
  set_wire() { echo "connect -nomap -nounset -set $1 $core.$2"; }
  set_wire h_head_valid u_act.head_valid_q
  set_wire h_spare_valid u_act.spare_valid_q
  set_wire h_head u_act.head_q
  set_wire h_spare u_act.spare_q
  for ((i = 0; i < $(value "$dir" BUILD_REGS); i++)); do
    set_wire "h_flow_valid[$i]" "u_flow.gen_stage[$i].valid_q"
    set_wire "h_flow_last[$i]" "u_flow.gen_stage[$i].data_q[0]"
  done
  if [ "$(value "$dir" STEPS)" != 0 ]; then
    set_wire h_table_valid u_seq.valid_q
    set_wire h_table_last 'u_seq.data_q[0]'
    set_wire h_step u_seq.step_q
  fi
  set_wire h_cnt u_ctrl.cnt_q
  set_wire h_length u_ctrl.length_q
  set_wire h_first u_ctrl.first_q
  set_wire h_error u_ctrl.error_q
  set_wire h_res_valid u_res.head_valid_q
  set_wire h_res_data u_res.head_data_q
  set_wire h_pending u_res.pending_q
  set_wire h_pend_data u_res.pend_data_q
  set_wire h_pend_slot u_res.pend_slot_q
  for ((i = 0; i < total; i++)); do
    set_wire "h_v[$i]" "u_ctrl.gen_stages.v_q[$i]"
    set_wire "h_back[$(((i + 1) * back - 1)):$((i * back))]" "u_ctrl.u_back.gen_regs.gen_stage[$i].q"
  done
  for ((i = 0; i < pipe; i++)); do
    set_wire "h_front[$(((i + 1) * (slot + 1) - 1)):$((i * (slot + 1)))]" "u_ctrl.u_front.gen_regs.gen_stage[$i].q"
  done
  for ((i = 0; i < regs; i++)); do
    set_wire "h_busy[$i]" "u_ctrl.gen_hazard.gen_busy[$i].busy_q"
    set_wire "h_busy_slot[$(((i + 1) * slot - 1)):$((i * slot))]" "u_ctrl.gen_hazard.gen_busy[$i].slot_q"
  done
  if grep -q F_DATA "$dir/defines"; then tie_values "$dir"; fi
}
