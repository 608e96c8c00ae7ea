# SPDX-License-Identifier: Apache-2.0
# findings_summary.awk -- the findings in a sentence each (findings.awk). A figure is a measured one where both designs are measured.
function by(a, b) { return measured(a) && measured(b) ? "measured" : "by the model" }
function change(a, b) { return (by(a, b) == "measured" ? percent(real[a], real[b]) : percent(mod[a], mod[b])) " (" by(a, b) ")" }
function factor(a, b) { return (by(a, b) == "measured" ? times(real[a], real[b]) : times(mod[a], mod[b])) " times (" by(a, b) ")" }
# From which K on which group size is the best, by the model: "µ = 1, from K = 4 on µ = 2".
function steps(act,   k, m, last, text) {
  for (k = 1; k <= 128; k *= 2) {
    m = winner(act, k, 0)
    if (m != last) text = text == "" ? "µ = " m : text ", from K = " k " on µ = " m
    last = m
  }
  return text
}
function ablated(group, name, base) { return change(id("ablation", group "/" name), id("ablation", group "/" base)) }
function summary(   types, n, t, k, agree, decided, a, b, text, list, c, worst, done, missed, regret, published_count, above, both, proved) {
  n = split("int2 int3 int4 int5 int6 int7 int8 int9 int10 int11 int12 int13 int14 int15 int16 fp8_e4m3 fp8_e5m2 fp16 bf16", types, " ")
  for (t = 1; t <= n; t++)
    for (k = 1; k <= 128; k *= 2) { b = winner(types[t], k, 1); if (b) { decided++; if (b == winner(types[t], k, 0)) agree++ } }
  printf "1. **Group size.** By the model: int2 %s; int4 %s; int8 %s; int16 %s; fp8_e4m3 %s; fp16 %s; bf16 %s. Synthesis decides %d cells of that table and agrees in %d.\n",
    steps("int2"), steps("int4"), steps("int8"), steps("int16"), steps("fp8_e4m3"), steps("fp16"), steps("bf16"), decided, agree
  print "2. **Shape.** At equal accumulators and bandwidth the smallest int8 tile of 960 MAC/cycle is " smallest_shape("pass", "int8") ", the smallest fp16 tile " \
    smallest_shape("pass", "fp16") "; with R = 1, " smallest_shape("beat", "int8") " and " smallest_shape("beat", "fp16") " (activations by outputs, by the model)."
  a = id("claim", "ours/2"); b = id("claim", "ours/1")
  print "3. **µ = 1 for INT8** is published; in a tile of 24 by 24 the area of µ = 2 against that of µ = 1 is " change(a, b) \
    "; in the published manner " change(id("claim", "published/2"), id("claim", "published/1")) "."
  print "4. **Baselines.** int8, 24 by 8: signflip takes " factor(id("ratio", "int8/24/8/signflip"), id("ratio", "int8/24/8/mu 2")) ", a 2-bit multiplier " \
    factor(id("ratio", "int8/24/8/multiplier 2"), id("ratio", "int8/24/8/mu 2")) " and a full one " \
    factor(id("ratio", "int8/24/8/multiplier b"), id("ratio", "int8/24/8/mu 2")) " the area of µ = 2. fp16, 12 by 4: signflip " \
    factor(id("ratio", "fp16/12/4/signflip"), id("ratio", "fp16/12/4/mu 2")) ", a full multiplier " \
    factor(id("ratio", "fp16/12/4/multiplier b"), id("ratio", "fp16/12/4/mu 2")) ". Larger tiles are in the tables."
  for (k = 1; k <= sets["published"]; k++) {
    text = label["published", k]
    if (!sub(/\/analogue$/, "", text)) continue
    a = id("published", text "/analogue"); b = id("published", text "/smallest")
    if (!known(a) || !known(b)) continue
    published_count++
    if (mod[a] > 1.2 * mod[b]) above++
    if (measured(a) && measured(b)) { both++; if (real[a] > 1.2 * real[b]) proved++ }
  }
  a = id("claim", "published/2"); b = id("claim", "ours/2")
  printf "5. **Other parameters** save up to 1.2 times, it is published. By the model it is more for %d of %d analogues of published designs", above, published_count
  printf both ? ", by synthesis for %d of the %d that are measured" : "", proved, both
  print "; in a tile of 24 by 24 the published manner takes " factor(a, b) " the area of the present one at µ = 2."
  a = id("cores", "int8/256/16/1/8")
  print "6. **One core instead of tiles.** int8, 256 MAC/cycle: 16 tiles of 4 by 4 take " factor(id("cores", "int8/256/4/16/8"), a) \
    " the area of one of 16 by 16 at equal R, and " factor(id("cores", "int8/256/4/16/2"), a) " at equally many accumulators."
  print "7. **Features**, area against the base: early negation " ablated("int8-mu2", "early negation", "base") " at µ = 2; uniform widths " \
    ablated("int8-mu3", "uniform widths", "base") " at µ = 3; 32-bit accumulators " ablated("int8-mu2", "32-bit accumulators", "base") \
    "; a whole table " ablated("int8-mu2", "whole table instead of half", "base") "; sequential build " ablated("int8-mu3", "sequential build, 2 adders", "base") \
    " for int8 and " change(id("ablation", "fp16-mu3/base"), id("ablation", "fp16-mu3/parallel build")) " for fp16 at µ = 3; 4 lanes against 4 cores " \
    change(id("ablation", "int8-lanes/4 lanes on one key stream"), id("ablation", "int8-lanes/4 cores, each with its own keys")) \
    " and a quarter of the key bits; aligned arithmetic with a 24-bit window " ablated("fp16-aligned", "aligned, 24-bit window", "base") " against IEEE adders."
  n = classes(list)
  for (c = 1; c <= n; c++) {
    b = best_rival(list[c])
    if (!b || open_rivals) continue
    regret = real[id("verify", list[c] "/1")] / real[id("verify", list[c] "/" b)] - 1
    done++; if (regret > worst) worst = regret
    if (regret > 0.02) missed++
  }
  printf "8. **The sweep's best** was synthesized with its ten nearest rivals in %d of %d classes%s.\n", done, n, done ? sprintf("; regret is %.1f %% at most, and above 2 %% in %d",
    100 * worst, missed) : ""
}
function smallest_shape(set, type,   k, i, best, width) {
  for (k = 1; k <= 64; k *= 2) { i = id("shape", set "/" type "/" k); if (known(i) && (best == "" || mod[i] < mod[best])) { best = i; width = k } }
  return 960 / width " by " width
}
