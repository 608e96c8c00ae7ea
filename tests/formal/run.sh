#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh -- formal proofs of emitted RTL (tasks.txt) and faults that they have to find (mutants.txt)
#
#   run.sh [-t TLUT_GEN] [-w FOLDER] [-o CSV] [-m] [-q | -l | -s] [NAME...]
#
# Runs the tasks named, or all, one after the other; with -m mutants instead. One whose RTL, statements and method are those of
# its line in the CSV (digest) is not run again. -q: the quick slice of both. -l: the list of the tasks. -s: runs nothing, but
# compares the CSV with the tasks and the RTL of today. -w keeps the working folder.
# Exit 0 all proved (with -m: all found), 1 not, 2 bad command line.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/formal/emit.sh
. "$here/emit.sh"
# shellcheck source=tests/formal/values.sh
. "$here/values.sh"
gen=tlut-gen work='' csv='' mode=all mutants=''
while getopts t:w:o:qlsm option; do
  case $option in
    t) gen=$OPTARG ;;
    w) work=$OPTARG ;;
    o) csv=$OPTARG ;;
    q) mode=quick ;;
    l) mode=list ;;
    s) mode=stale ;;
    m) mutants=yes ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [ -z "$work" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
limit=${TLUT_FORMAL_LIMIT:-3600}   # seconds for one run of a solver
tools="yosys $(yosys -V | sed 's/Yosys \([0-9.]*\).*/\1/'), z3 $(z3 --version | sed 's/Z3 version \([0-9.]*\).*/\1/')"

# Small tables and cores, where a task does not say otherwise.
defaults="--luts 1 --fetchers 1 --reuse 1"

top_of() {
  case $1 in
    build*) echo formal_build ;;
    fetch*) echo formal_fetch ;;
    seq*) echo formal_build_seq ;;
    hold*) echo formal_build_hold ;;
    adder*) echo formal_adder ;;
    *) echo formal_core ;;
  esac
}

# emit DIR PROOF OPTIONS: the package, its defines, the sources for this proof in the array sources
emit() {
  local dir=$1 proof=$2 shadow
  mkdir -p "$dir"
  # shellcheck disable=SC2086
  emit_core "$dir" "$gen" $defaults $3
  case $proof in
    build) sources=("$here/combination.v" "$here/entries.v" "$here/build.v" "$dir/core/tlut_t_build.v") ;;
    fetch)
      sources=("$here/combination.v" "$here/fetch.v" "$dir/core/tlut_t_build.v")
      sources+=("$dir/core/rtl/tlut_decode.v" "$dir/core/rtl/tlut_fetch.v")
      ;;
    seq | hold)
      sources=("$here/combination.v" "$here/entries.v" "$here/build_seq.v" "$dir/core/tlut_t_build.v")
      sources+=("$dir/core/rtl/tlut_delay.v")
      shadow=$(sed -n 's/^  reg \[\([0-9]*\):0\] e_[pnz]*;/\1+1+/p' "$dir/core/tlut_t_build.v" | tr -d '\n')
      echo "-DF_SHADOW_W=$((${shadow}0))" >>"$dir/defines"
      ;;
    rules+data)
      sources=("$here/core.v" "$here/codes.v" "$here/combination.v" "$here/tree.v" "$here/values.v" "${files[@]}")
      values "$dir"
      ;;
    rules+data+float)
      mapfile -t files < <(printf '%s\n' "${files[@]}" | grep -v -e '/tlut_fp_add\.v$' -e '/tlut_fp_convert\.v$')
      sources=("$here/core.v" "$here/codes.v" "$here/tree.v" "$here/float.v" "${files[@]}")
      values "$dir"
      ;;
    rules | cover) sources=("$here/core.v" "${files[@]}") ;;
    structure) sources=("${files[@]}") ;;
    adder)
      sources=("$here/adder.v" "$dir/core/rtl/tlut_fp_add.v" "$dir/core/rtl/tlut_fp_cut.v")
      sed -i /F_STEPS=/d "$dir/defines"
      printf -- '-D%s\n' "F_EXP_W=$(manifest "$dir/core" exp_w)" "F_MAN_W=$(manifest "$dir/core" man_w)" \
        "F_W=$(value "$dir" ACT_W)" "F_STEPS=$(value "$dir" ACC_REGS)" >>"$dir/defines"
      ;;
  esac
  case $proof in *+data*) echo -DF_DATA >>"$dir/defines" ;; esac
}

# script DIR PROOF METHOD: the Yosys commands up to the flat circuit
script() {
  local dir=$1 proof=$2 method=$3 read msb name at
  case $method in pdr | ind | induction) [ "$proof" = hold ] || echo -DF_HELP >>"$dir/defines" ;; esac
  read="read_verilog -formal -I $here -I $dir $(tr '\n' ' ' <"$dir/defines")"
  echo "$read ${sources[*]}"
  echo "hierarchy -check -top $(top_of "$proof"); setattr -mod -unset keep_hierarchy *; proc; flatten"
  if grep -q F_HELP "$dir/defines"; then
    tie "$dir"
  elif [ "$proof" = hold ]; then
    at=0
    while read -r msb name; do
      echo "connect -nomap -nounset -set h_shadow[$((at + msb)):$at] \\u_build.$name"
      at=$((at + msb + 1))
    done < <(sed -n 's/^  reg \[\([0-9]*\):0\] \(e_[pnz]*\);/\1 \2/p' "$dir/core/tlut_t_build.v")
  fi
  # Undefined values are free values: nothing is proved by a lucky choice.
  echo "opt_clean; check; opt_expr -keepdc; opt_merge; opt_clean; setundef -undriven -anyseq"
  [ "$method" = cover ] || echo "chformal -cover -remove"
  echo "dffunmap"
}

# aiger DIR, smt2 DIR: the circuit for yosys-abc, for yosys-smtbmc
aiger() {
  echo "chformal -cover -remove; techmap; opt_expr; opt_clean; aigmap; write_aiger -zinit $1/a.aig" >>"$1/a.ys"
  yosys -q "$1/a.ys" >"$1/yosys.log" 2>&1
}
smt2() {
  echo "write_smt2 -wires $1/a.smt2" >>"$1/a.ys"
  yosys -q "$1/a.ys" >"$1/yosys.log" 2>&1 || return 1
  # Functions without a body (float.v): nothing is known of them.
  grep -q float_add "$1/a.smt2" || return 0
  {
    echo "(define-sort act () (_ BitVec $(value "$1" ACT_W)))"
    echo "(define-sort acc () (_ BitVec $(value "$1" ACC_W)))"
    echo "(declare-fun float_add (act act) act)"
    echo "(declare-fun float_accumulate (acc acc) acc)"
    echo "(declare-fun float_convert (act) acc)"
    cat "$1/a.smt2"
  } >"$1/b.smt2"
  mv "$1/b.smt2" "$1/a.smt2"
}
abc() { timeout "$limit" yosys-abc -c "read_aiger $1/a.aig; fold; strash; scleanup; $2" >"$1/log" 2>&1; }
smtbmc() {
  local dir=$1 logic=()
  shift
  if grep -q float_add "$dir/a.smt2"; then logic=(--logic QF_UFBV); fi
  timeout "$limit" yosys-smtbmc -s z3 --unroll --noprogress "${logic[@]}" "$@" "$dir/a.smt2" >>"$dir/log" 2>&1
}

# held DIR: every register of the adder keeps its value while en_i is low, and there are some
held() {
  yosys -q -p "read_verilog ${sources[*]:1}
    chparam -set ExpWidth $(value "$1" EXP_W) -set ManWidth $(value "$1" MAN_W) -set PipeRegs $(value "$1" STEPS) tlut_fp_add
    hierarchy -check -top tlut_fp_add; proc; flatten; opt_clean; opt_dff -nosdff; opt_clean
    select -set held w:en_i %co1:+\$dffe[EN] t:\$dffe %i
    select -assert-min 1 @held
    select -assert-none t:\$*ff* t:\$*latch* %u t:\$sr %u t:\$mem* %u @held %d" >"$1/yosys.log" 2>&1
}

# prove DIR PROOF METHOD DEPTH: sets note; status 0 if it holds
prove() {
  local dir=$1 proof=$2 method=$3 depth=$4
  note=''
  : >"$dir/yosys.log"
  : >"$dir/log"
  if [ "$method" = select ]; then
    {
      echo "read_verilog ${sources[*]}"
      echo "hierarchy -check -top tlut_t; setattr -mod -unset keep_hierarchy *; proc; flatten"
      echo "opt_clean; memory; opt -full; techmap; opt_clean"
      echo "select -assert-count 6 o:*"
      echo "select -set cone o:* %cie*"
      echo "select -assert-none @cone i:* %i"
    } >"$dir/a.ys"
    yosys -q "$dir/a.ys" >"$dir/log" 2>&1 && note="all outputs"
    return
  fi
  script "$dir" "$proof" "$method" >"$dir/a.ys"
  case $method in
    comb)
      aiger "$dir" && abc "$dir" iprove && grep -q UNSATISFIABLE "$dir/log"
      ;;
    unroll)
      { [ "$proof" != adder ] || held "$dir"; } && aiger "$dir" &&
        abc "$dir" "frames -F $(($(value "$dir" STEPS) + 2)) -i; iprove" && grep -q UNSATISFIABLE "$dir/log" &&
        note="$(value "$dir" STEPS) steps"
      ;;
    pdr)
      aiger "$dir" && abc "$dir" pdr && grep -q '^Property proved' "$dir/log" &&
        note="invariant of $(sed -n 's/.* : \([0-9]*\) clauses.*/\1/p' "$dir/log") clauses"
      ;;
    ind)
      aiger "$dir" && abc "$dir" "bmc3 -F $((depth + 1))" && grep -q "No output asserted in $((depth + 1)) frames" "$dir/log" &&
        abc "$dir" "orpos; strash; ind -F $((depth + 1))" && grep -q 'Networks are equivalent' "$dir/log"
      ;;
    smt) smt2 "$dir" && smtbmc "$dir" -t "$depth" ;;
    induction) smt2 "$dir" && smtbmc "$dir" -t "$((depth + 1))" && smtbmc "$dir" -i -t "$depth" ;;
    cover)
      smt2 "$dir" && smtbmc "$dir" -c -t "$depth" || return 1
      note="$(grep -c 'Reached cover' "$dir/log") situations"
      ;;
    *) echo "run.sh: no method '$method'" >&2; exit 2 ;;
  esac
}

# digest DIR PROOF METHOD DEPTH: of all that a result depends on but the tools; comments and the configuration's number left out
digest() {
  {
    echo "$2 $3 $4"
    cat "$1/defines"
    sed -e 's://.*::' -e '/CONFIG_ID/d' -e 's/[ \t]*$//' -e '/^$/d' "${sources[@]}" "$here/digits.vh"
    case $2 in rules*) sed 's://.*::' "$here/core_state.vh" ;; esac
    case $2 in *+data*) sed 's://.*::' "$here/core_values.vh" ;; esac
  } | sed "s|$1||g" | sha256sum | cut -c 1-16
}

failed=0 same=0 ran=0
# run_task NAME PROOF METHOD DEPTH OPTIONS
run_task() {
  local name=$1 proof=$2 method=$3 depth=$4 options=$5 dir=$work/$1 sum seconds result=proved status=0 bound
  emit "$dir" "$proof" "$options"
  sum=$(digest "$dir" "$proof" "$method" "$depth")
  ! known "$name" "$sum" || return 0
  TIMEFORMAT='%U %S'
  { time prove "$dir" "$proof" "$method" "$depth" || status=$?; } 2>"$dir/time"
  seconds=$(tail -n 1 "$dir/time" | awk '{ printf "%.1f", $1 + $2 }')
  ran=$((ran + 1))
  if [ $status -ne 0 ]; then
    result=FAILED
    failed=1
    tail -n 5 "$dir/log" "$dir/yosys.log" >&2
  fi
  case $method in
    cover) bound=$depth ;;
    ind | induction) bound="k=$depth" ;;
    *) bound=complete ;;
  esac
  echo "$name: $result ($method, $bound${note:+, $note}; $seconds s)"
  if [ -n "$csv" ] && [ $result = proved ]; then
    record "$name;$proof;$method;$bound;$note;$result;$seconds;$tools;$sum;$options" \
      "task;proof;method;depth;note;result;cpu_s;tools;digest;architecture" < <(tasks | cut -d '|' -f 1)
  fi
  return 0
}

# record ROW HEADER: into the CSV, which appears whole: header, then the rows in the order of the names on standard input
record() {
  local name
  [ -e "$csv" ] || echo "$2" >"$csv"
  {
    echo "$2"
    while read -r name; do
      if [ "$name" = "${1%%;*}" ]; then echo "$1"; else grep "^$name;" "$csv" || true; fi
    done
  } >"$csv.new"
  mv "$csv.new" "$csv"
}

# known NAME DIGEST: the CSV has this result; counts it. With -s, a result of other RTL or statements is a failure, none is not.
known() {
  if [ -n "$csv" ] && grep -q "^$1;.*;$2;" "$csv" 2>/dev/null; then
    same=$((same + 1))
  elif [ "$mode" = stale ]; then
    grep -q "^$1;" "$csv" || return 0
    echo "formal: the result for $1 in $csv is not of the RTL and the statements as they are now: make formal" >&2
    failed=1
  else
    return 1
  fi
}

# NAME|PROOF|METHOD|DEPTH|OPTIONS of all tasks; tasks quick: those of the quick slice
tasks() {
  if [ "${1:-}" = quick ]; then
    sed -n '/^[^#|]*\*|/s/\*|/|/p' "$here/tasks.txt"
  else
    sed -n '/^[^#]/s/^\([^|]*\)\*|/\1|/; /^[^#]/p' "$here/tasks.txt"
  fi
}

# A mutant is one substitution in one emitted file; the proof of the task has to fail, and z3 to find a run from the reset in
# which the named statement fails.
# run_mutant NAME TASK STATEMENT CYCLES FILE SUBSTITUTION
run_mutant() {
  local name=$1 task=$2 want=$3 depth=$4 file=$5 edit=$6 dir=$work/mutant-$1 line proof method found sum statements=smt
  line=$(tasks | grep "^$task|") || { echo "run.sh: mutant $name: no task '$task'" >&2; exit 2; }
  proof=$(cut -d '|' -f 2 <<<"$line") method=$(cut -d '|' -f 3 <<<"$line")
  emit "$dir" "$proof" "$(cut -d '|' -f 5 <<<"$line")"
  cp "$dir/core/$file" "$dir/before"
  sed -i "$edit" "$dir/core/$file"
  if cmp -s "$dir/before" "$dir/core/$file"; then
    echo "mutant $name: the substitution found nothing in $file" >&2
    failed=1
    return 0
  fi
  sum=$(digest "$dir" "$proof" "$method" "$depth $want")
  ! known "$name" "$sum" || return 0
  ran=$((ran + 1))
  if prove "$dir" "$proof" "$method" "$(cut -d '|' -f 4 <<<"$line")"; then
    echo "mutant $name: NOT FOUND by $task" >&2
    failed=1
    return 0
  elif [ "$proof" = structure ]; then
    found=path
  elif [ "$want" = held ]; then
    found=$(held "$dir" || echo held)
  else
    # That it is the fault which fails, and not a tool.
    : >"$dir/log"
    case $want in a_interlock | h_*) statements=induction ;; esac
    sed -i /F_HELP/d "$dir/defines"
    script "$dir" "$proof" $statements >"$dir/a.ys"
    smt2 "$dir" || { echo "mutant $name: its statements cannot be written" >&2; failed=1; return 0; }
    found=''
    smtbmc "$dir" -t "$depth" || found=$(sed -n 's/.*Assert failed in [^:]*: //p' "$dir/log" | sed 's|.*/\([^ ]*\) (.*|\1|' |
      sort -u | tr '\n' ' ')
  fi
  case " $found " in
    *"$want"*)
      echo "mutant $name: found by $task (${found% })"
      [ -z "$csv" ] || record "$name;$task;${found% };$tools;$sum;$file" "mutant;task;statement;tools;digest;file" \
        < <(mutants | cut -d '|' -f 2)
      ;;
    "  ") echo "mutant $name: $task fails, but no counterexample within $depth cycles" >&2; failed=1 ;;
    *) echo "mutant $name: found by $task, but by '$found' and not '$want'" >&2; failed=1 ;;
  esac
}

# SLICE|NAME|TASK|STATEMENT|CYCLES|FILE|SUBSTITUTION of all mutants
mutants() { sed -n '/^[qa]|/p' "$here/mutants.txt"; }

run_mutants() {
  local slice name task want depth file edit
  while IFS='|' read -r slice name task want depth file edit; do
    [ "$mode" != quick ] || [ "$slice" = q ] || continue
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    run_mutant "$name" "$task" "$want" "$depth" "$file" "$edit"
  done < <(mutants)
}

run_tasks() {
  local name proof method depth options
  while IFS='|' read -r name proof method depth options; do
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    run_task "$name" "$proof" "$method" "$depth" "$options"
  done < <(if [ "$mode" = quick ]; then tasks quick; else tasks; fi)
}

case $mode$mutants in
  list) tasks; exit 0 ;;
  quick) run_tasks; run_mutants ;;
  *yes) run_mutants "$@" ;;
  *) run_tasks "$@" ;;
esac
echo "formal: $ran run, $same as recorded, $([ $failed -eq 0 ] && echo "all well" || echo "NOT all well")"
exit $failed
