#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# findings_points.sh BIN_DIR TECH WORK -- the designs that docs/findings.md compares: priority;set;label;architecture. What sweeps
# found stands in WORK/swept.csv with the model's figures. Called by findings.sh.
set -euo pipefail
bin=$1 tech=$2 work=$3
ints="int2 int3 int4 int5 int6 int7 int8 int9 int10 int11 int12 int13 int14 int15 int16"
floats="fp8_e4m3 fp8_e5m2 fp16 bf16"
: >"$work/swept.csv"

# sweep FLAGS: its folder is WORK/s. csv NAME: its rows as architecture;MAC/cycle;um2;MHz;pJ/MAC;key bits a MAC.
sweep() {
  rm -rf "$work/s"
  "$bin/tlut-dse" --tech "$tech" --quiet --no-report -j 1 -o "$work/s" "$@" >"$work/sweep.log" 2>&1 || {
    cat "$work/sweep.log" >&2
    exit 1
  }
}
csv() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
    { printf "%s;%s;%s;%s;%s;%.6g\n", $c["tlut_gen_flags"], $c["mac_per_cycle"], $c["area_um2"], $c["fmax_mhz"], $c["pj_per_mac"],
        $c["key_gbits"] / $c["gmacs"] }' "$work/s/$1.csv"
}

# ---- group size against K: one tile of 24 activations, R = 8, both builds. The smallest build of each.
priority() { # of ACT K MU: which of the grid are synthesized
  case $1/$2/$3 in
    int8/[1248]/[123] | int8/16/[123] | int8/32/[123]) echo 2 ;;
    fp16/[1248]/[123]) echo 4 ;;
    int8/16/4 | fp16/8/4) echo 5 ;;
    int2/16/[12] | int4/[48]/[123] | int4/16/[123] | int16/[248]/[123] | int16/16/[123]) echo 6 ;;
    fp8_e4m3/[248]/[123] | bf16/[48]/[123]) echo 7 ;;
    *) echo 0 ;;
  esac
}
for act in $ints $floats; do
  for mu in 1 2 3 4 6; do
    builds=(--build "parallel,sequential" --build-adders "1,2,4,8,16,32")
    [ $mu != 1 ] || builds=(--build parallel)
    for k in 1 2 4 8 16 32 64 128; do
      sweep --act "$act" --mu $mu --luts $((24 / mu)) --fetchers $k --network tree "${builds[@]}" --pipe-fetch 0 --pipe-reduce 0 \
        --macs-per-cycle $((24 * k)) --minimize area --best 1 --no-points
      csv top >"$work/least"
      cat "$work/least" >>"$work/swept.csv"
      echo "$(priority "$act" $k $mu);grid;$act/$k/$mu;$(cut -d';' -f1 "$work/least")"
    done
  done
done

# ---- the shape of 960 MAC/cycle. First with 256 outputs in a pass whatever K is (R = 256 / K): accumulators and the bandwidth of
# activations are equal. Then with R = 1, as published: K outputs in a pass, new activations in each cycle.
for set in pass beat; do
  for act in int2 int4 int8 int16 fp8_e4m3 fp16 bf16; do
    for k in 1 2 4 8 16 32 64; do
      r=1
      [ $set = beat ] || r=$((256 / k))
      sweep --act "$act" --mu 1..6 --luts 1..256 --fetchers $k --reuse $r --network tree --build parallel,sequential \
        --build-adders 1,2,4,8,16,32,64 --pipe-fetch 0 --pipe-reduce 0 --macs-per-cycle 960 --minimize area --best 1 --no-points
      csv top >"$work/least"
      cat "$work/least" >>"$work/swept.csv"
      case $act/$k in int8/8 | int8/16 | int8/32 | int8/64) p=8 ;; *) p=0 ;; esac
      echo "$p;shape;$set/$act/$k;$(cut -d';' -f1 "$work/least")"
    done
  done
done

# ---- the optimum and its rivals: the eleven smallest of a sweep. Classes that every group size can meet.
for class in 1/int8/60 1/fp16/60 2/int8/240 2/fp16/120 2/int8/960 2/fp16/240; do
  IFS=/ read -r order act macs <<<"$class"
  sweep --act "$act" --mu 1..6 --luts 1..256 --fetchers 1..512 --network tree --build parallel,sequential --build-adders 1,2,4,8,16 \
    --pipe-fetch 0 --pipe-reduce 0 --macs-per-cycle "$macs" --minimize area --best 11 --no-points
  csv top | tee -a "$work/swept.csv" | cut -d';' -f1 | awk -v p="$order" -v c="$act/$macs" '{ printf "%d;verify;%s/%d;%s\n", p, c, NR, $0 }'
done

# ---- published claims: square tiles of 24 x 24 with R = 1; entries, negation and sums as published against ours
i8="--act int8 --fetchers 24 --reuse 1"
for mu in 1 2 3; do
  echo "2;claim;published/$mu;$i8 --mu $mu --luts $((24 / mu)) --widths uniform --negate early --acc int32"
  echo "2;claim;ours/$mu;$i8 --mu $mu --luts $((24 / mu))"
done
echo "2;claim;signflip;$i8 --kind signflip --luts 24"
echo "5;claim;multiplier 2;$i8 --kind multiplier --weight-bits 2 --luts 24"

# ---- baselines: tiles of 24 x 8 and 12 x 4, R = 8
for tile in 24/8 12/4; do
  n=${tile%/*} k=${tile#*/}
  for act in int4 int8 int16 fp8_e4m3 fp16 bf16; do
    case $tile/$act in 12/4/*) p=6 ;; */int8) p=3 ;; */fp16) p=4 ;; *) p=7 ;; esac
    base="--act $act --fetchers $k --reuse 8"
    for mu in 1 2 3; do
      echo "$p;ratio;$act/$tile/mu $mu;$base --mu $mu --luts $((n / mu))"
    done
    [ "$act" != fp16 ] && [ "$act" != bf16 ] ||
      echo "$p;ratio;$act/$tile/mu 3 sequential;$base --mu 3 --luts $((n / 3)) --build sequential --build-adders 2"
    echo "$p;ratio;$act/$tile/signflip;$base --kind signflip --luts $n"
    echo "$p;ratio;$act/$tile/multiplier 2;$base --kind multiplier --weight-bits 2 --luts $n"
    echo "$p;ratio;$act/$tile/multiplier b;$base --kind multiplier --luts $n"
  done
done

# ---- published designs: the analogue and the smallest core for the same job, as tlut-dse compare finds it
for file in examples/published/*.xml; do
  name=$(basename "$file" .xml)
  "$bin/tlut-dse" compare "$file" --tech "$tech" --json | awk -v file="$file" -v name="$name" '
    /"analogue": / { analogue = 1 } /"smallest": / { smallest = 1; set = ""; next } /"most_frugal": / { smallest = 0 }
    smallest && /^ +"[a-z]+\/@/ { gsub(/[ ",]/, ""); set = set " --set " $0 }
    END {
      p = name ~ /^(micas_int8|bitnet_cpp_tl1|bitnet_cpp_tl2)$/ ? 8 : 9
      printf "%d;published;%s/analogue;%s\n%d;published;%s/smallest;%s\n", p, name, file, p, name, set
    }' | sed 's/; /;/'
done

# ---- one core against tiles: 256 and 1024 MAC/cycle; R equal, or outputs of all cores in a pass equal
for act in int8 fp16; do
  [ $act = int8 ] && p=3 || p=8
  for tile in 16/1/8 8/4/8 4/16/8 8/4/4 4/16/2; do
    IFS=/ read -r n c r <<<"$tile"
    echo "$p;cores;$act/256/$n/$c/$r;--act $act --mu 2 --luts $((n / 2)) --fetchers $n --reuse $r --cores $c"
  done
  for tile in 32/1/8 16/4/8 8/16/8 4/64/8 16/4/4 8/16/2 4/64/1; do
    IFS=/ read -r n c r <<<"$tile"
    echo "0;cores;$act/1024/$n/$c/$r;--act $act --mu 2 --luts $((n / 2)) --fetchers $n --reuse $r --cores $c"
  done
done

# ---- ablations: one change a row, from a core of 24 activations; R = 8. The first of a group is what the others are compared with.
ablate() { # PRIORITY GROUP LABEL FLAGS
  echo "$1;ablation;$2/$3;$4"
}
a="--act int8 --fetchers 16 --reuse 8"
b2="$a --mu 2 --luts 12" b3="$a --mu 3 --luts 8"
ablate 2 int8-mu2 "base" "$b2"
ablate 2 int8-mu2 "early negation" "$b2 --negate early"
ablate 2 int8-mu2 "uniform widths" "$b2 --widths uniform"
ablate 2 int8-mu2 "32-bit accumulators" "$b2 --acc int32"
ablate 2 int8-mu2 "uniform widths, early negation, 32-bit accumulators" "$b2 --widths uniform --negate early --acc int32"
ablate 3 int8-mu2 "whole table instead of half" "$b2 --half false"
ablate 3 int8-mu2 "sequential build, 1 adder" "$b2 --build sequential --build-adders 1"
ablate 3 int8-mu2 "symmetric activations (no -128)" "$b2 --range symmetric"
ablate 3 int8-mu2 "R = 1" "$a --mu 2 --luts 12 --reuse 1"
ablate 3 int8-mu2 "zero gate" "$b2 --zero-gate on --pipe-fetch 1"
ablate 3 int8-mu2 "one register behind the fetch" "$b2 --pipe-fetch 1"
ablate 3 int8-mu2 "one register in the tree" "$b2 --pipe-reduce 1"
ablate 3 int8-mu2 "keys of 5 weights a byte" "$b2 --weights pack5"
ablate 3 int8-mu3 "base" "$b3"
ablate 3 int8-mu3 "sequential build, 1 adder" "$b3 --build sequential --build-adders 1"
ablate 3 int8-mu3 "sequential build, 2 adders" "$b3 --build sequential --build-adders 2"
ablate 3 int8-mu3 "network: chain" "$b3 --network chain"
ablate 3 int8-mu3 "network: naive" "$b3 --network naive"
ablate 3 int8-mu3 "early negation" "$b3 --negate early"
ablate 3 int8-mu3 "uniform widths" "$b3 --widths uniform"
l="--act int8 --mu 2 --luts 12 --fetchers 4 --reuse 8"
ablate 3 int8-lanes "base" "$l"
ablate 3 int8-lanes "4 lanes on one key stream" "$l --lanes 4"
ablate 3 int8-lanes "4 cores, each with its own keys" "$l --cores 4"
ablate 3 int8-lanes "4 times the outputs a beat" "--act int8 --mu 2 --luts 12 --fetchers 16 --reuse 8"
f="--act fp16 --fetchers 8 --reuse 8"
f2="$f --mu 2 --luts 12" f3="$f --mu 3 --luts 8"
ablate 5 fp16-mu3 "base" "$f3 --build sequential --build-adders 2"
ablate 5 fp16-mu3 "parallel build" "$f3"
ablate 5 fp16-mu3 "1 build adder instead of 2" "$f3 --build sequential --build-adders 1"
ablate 5 fp16-mu3 "group size 2, sequential, 1 adder" "$f2 --build sequential --build-adders 1"
ablate 5 fp16-mu3 "group size 2, parallel" "$f2"
ablate 5 fp16-mu3 "fp16 accumulators" "$f3 --build sequential --build-adders 2 --acc fp16"
ablate 5 fp16-aligned "base" "$f2"
ablate 5 fp16-aligned "aligned, exact (40-bit words)" "$f2 --arith aligned"
ablate 5 fp16-aligned "aligned, 24-bit window" "$f2 --arith aligned --window 24"
ablate 5 fp16-aligned "aligned, 16-bit window" "$f2 --arith aligned --window 16"
ablate 5 fp16-aligned "aligned, 12-bit window" "$f2 --arith aligned --window 12"
ablate 5 fp16-aligned "24-bit window, early negation" "$f2 --arith aligned --window 24 --negate early"
ablate 5 fp16-aligned "24-bit window, uniform widths" "$f2 --arith aligned --window 24 --widths uniform"
