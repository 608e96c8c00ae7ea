# SPDX-License-Identifier: Apache-2.0
# findings_text.awk -- the tables and the sentences that depend on them (findings.awk).
function fragment(name, argument) {
  if (name == "summary") summary()
  else if (name == "best-mu") best_mu()
  else if (name == "scan") scan(argument)
  else if (name == "shape") shape(argument)
  else if (name == "claim") claim()
  else if (name == "ratio") ratio(argument)
  else if (name == "tiles") tiles_table()
  else if (name == "published") published()
  else if (name == "cores") cores(argument)
  else if (name == "ablation") ablation(argument)
  else if (name == "verify") verify()
  else if (name == "rivals") rivals(argument)
  else if (name == "agreement") agreement()
  else { print "findings.awk: no fragment " name > "/dev/stderr"; exit 1 }
}

# ---- group size

# The best group size of a cell of the grid: by the model, and by synthesis if the model's best and another one are measured.
function winner(act, k, synthesis,   m, i, best, least, count, value) {
  best = 0; count = 0
  for (m = 1; m <= 6; m++) {
    i = id("grid", act "/" k "/" m)
    if (!known(i) || (synthesis && !measured(i))) continue
    value = synthesis ? real[i] : mod[i]
    count++
    if (!best || value < least) { best = m; least = value }
  }
  if (synthesis && (count < 2 || !measured(id("grid", act "/" k "/" winner(act, k, 0))))) return 0
  return best
}
function best_mu(   types, t, n, k, by_model, by_synthesis, i, one, line, agree, differ, list, start) {
  n = split("int2 int3 int4 int5 int6 int7 int8 int9 int10 int11 int12 int13 int14 int15 int16 fp8_e4m3 fp8_e5m2 fp16 bf16", types, " ")
  line = "| activations |"
  for (k = 1; k <= 128; k *= 2) line = line " K = " k " |"
  print line; print "|---|---|---|---|---|---|---|---|---|"
  for (t = 1; t <= n; t++) {
    line = "| " types[t] " |"; start = ""
    for (k = 1; k <= 128; k *= 2) {
      by_model = winner(types[t], k, 0); by_synthesis = winner(types[t], k, 1)
      i = id("grid", types[t] "/" k "/" by_model); one = id("grid", types[t] "/" k "/1")
      line = line " " (by_synthesis ? "**" by_model "**" : by_model) (by_model > 1 ? " (" percent(mod[i], mod[one]) ")" : "")
      if (by_synthesis && by_synthesis != by_model) {
        line = line ", synthesis: **" by_synthesis "**"; differ++
        list = join(list, types[t] " at K = " k " (model " by_model ", synthesis " by_synthesis ", " \
          percent(real[id("grid", types[t] "/" k "/" by_model)], real[id("grid", types[t] "/" k "/" by_synthesis)]) " for the model's choice)")
      } else if (by_synthesis) agree++
      line = line " |"
    }
    print line
  }
  print ""
  printf "Bold: decided by synthesis too (%s). ", plural(agree + differ, "cell", "cells")
  if (!(agree + differ)) print "None is measured yet."
  else if (!differ) print "Model and synthesis agree in all of them."
  else printf "Model and synthesis agree in %d and **disagree in %d**: %s.\n", agree, differ, list
}
function scan(act,   k, m, i, line, a, b) {
  print "| K | µ = 1: model | measured | µ = 2: model | measured | µ = 3: model | measured | best by model | best by synthesis |"
  print "|---:|---:|---:|---:|---:|---:|---:|---|---|"
  for (k = 1; k <= 32; k *= 2) {
    line = "| " k " |"
    for (m = 1; m <= 3; m++) { i = id("grid", act "/" k "/" m); line = line " " model_of(i) " | " shown(i) " |" }
    a = winner(act, k, 0); b = winner(act, k, 1)
    print line " " a " | " (b ? b (b == a ? "" : ", **not the model's**") : "not decided") " |"
  }
}

# ---- shape

function shape(set,   n, types, t, k, i, best, line, width, words, some) {
  n = split("int2 int4 int8 int16 fp8_e4m3 fp16 bf16", types, " ")
  line = "| activations |"
  for (k = 1; k <= 64; k *= 2) line = line " K = " k " |"
  print line " smallest |"; print "|---|---:|---:|---:|---:|---:|---:|---:|---|"
  for (t = 1; t <= n; t++) {
    best = ""; some = 0
    for (k = 1; k <= 64; k *= 2) {
      i = id("shape", set "/" types[t] "/" k)
      if (known(i) && (best == "" || mod[i] < mod[best])) { best = i; width = k }
      if (measured(i) || state[i] == "not measured yet") some = 1
    }
    line = "| " types[t] " |"
    for (k = 1; k <= 64; k *= 2) { i = id("shape", set "/" types[t] "/" k); line = line " " (i == best ? "**" model_of(i) "**" : model_of(i)) " |" }
    print line " " code(best) " |"
    if (some) shape_measured(set, types[t])
    words = join(words, types[t] " " 960 / width " by " width, "; ")
    aspect[types[t]] = look(960 / width, width)
  }
  print ""
  print "Activations by outputs of the smallest, by the model: " words "."
  if (set == "beat")
    printf "Published: int8 has Lµ > K, FP16 has K > Lµ. Here int8 is %s, fp16 is %s. %s.\n", aspect["int8"], aspect["fp16"],
      aspect["int8"] ~ /^wide/ && aspect["fp16"] ~ /^high/ ? "That agrees" : "**That is another result** for " \
      (aspect["int8"] ~ /^wide/ ? "fp16" : aspect["fp16"] ~ /^high/ ? "int8" : "both")
}
function look(n, k) { return n > 1.25 * k ? "wide (Lµ > K)" : k > 1.25 * n ? "high (K > Lµ)" : "about square" }
function shape_measured(set, type,   k, i, line, best) {
  line = "| " type ", measured |"
  for (k = 1; k <= 64; k *= 2) { i = id("shape", set "/" type "/" k); if (measured(i) && (best == "" || real[i] < real[best])) best = i }
  for (k = 1; k <= 64; k *= 2) { i = id("shape", set "/" type "/" k); line = line " " (i == best ? "**" shown(i) "**" : state[i] == "model only" ? "" : shown(i)) " |" }
  print line (best == "" ? "" : " " code(best)) " |"
}

# ---- published claims

function claim(   styles, s, m, i, one, line, by_model, by_real, all, best, differ) {
  split("published ours", styles, " ")
  print "| manner | µ | model um2/MAC | against µ = 1 | measured um2/MAC | against µ = 1 |"
  print "|---|---:|---:|---:|---:|---:|"
  for (s = 1; s <= 2; s++) {
    one = id("claim", styles[s] "/1"); all = 1
    by_model = by_real = 0
    for (m = 1; m <= 3; m++) {
      i = id("claim", styles[s] "/" m)
      printf "| %s | %d | %s | %s | %s | %s |\n", styles[s], m, model_of(i), percent(mod[i], mod[one]), shown(i),
        measured(i) && measured(one) ? percent(real[i], real[one]) : ""
      if (!by_model || mod[i] < mod[id("claim", styles[s] "/" by_model)]) by_model = m
      if (!measured(i)) all = 0
      else if (!by_real || real[i] < real[id("claim", styles[s] "/" by_real)]) by_real = m
    }
    best[s] = all ? by_real : 0
    line = join(line, sprintf("in the %s manner µ = %d is the smallest by the model, %s", styles[s] == "ours" ? "present" : "published", by_model,
      all ? "µ = " by_real " by synthesis" (by_real == by_model ? "" : " (**they disagree**)") : "not decided by synthesis yet"), "; ")
  }
  for (s = 1; s <= 2; s++) {
    i = id("claim", s == 1 ? "signflip" : "multiplier 2")
    printf "| %s | | %s | %s | %s | %s |\n", s == 1 ? "signflip" : "2-bit multiplier", model_of(i), percent(mod[i], mod[one]), shown(i),
      measured(i) && measured(one) ? percent(real[i], real[one]) : ""
  }
  print ""
  print toupper(substr(line, 1, 1)) substr(line, 2) "."
  for (s = 1; s <= 2; s++)
    for (m = 2; m <= 3; m++) differ = join(differ, disagreement(id("claim", styles[s] "/" m), id("claim", styles[s] "/1"), "µ = " m " in the " \
      (s == 1 ? "published" : "present") " manner"), "; ")
  say_disagreement(differ)
  if (best[2] == 1) print "**Synthesis confirms the claim** that µ = 1 is best for INT8, for this tile."
  else if (best[2]) printf "**Synthesis contradicts the claim** that µ = 1 is best for INT8: µ = %d takes %s of the area of µ = 1.\n", best[2],
    sprintf("%.1f %%", 100 * real[id("claim", "ours/" best[2])] / real[id("claim", "ours/1")])
  if (best[1] && best[2])
    printf "The best core in the published manner takes %s times the area of the best one in the present manner (measured).\n",
      times(real[id("claim", "published/" best[1])], real[id("claim", "ours/" best[2])])
}
function ratio(tile,   n, types, t, j, rows, i, best, line, model_best, differ) {
  n = split("int4 int8 int16 fp8_e4m3 fp16 bf16", types, " ")
  print "| activations | smallest table core | model um2/MAC | measured | signflip: model | measured | 2-bit multiplier: model | measured | full multiplier: model | measured |"
  print "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
  for (t = 1; t <= n; t++) {
    split("mu 1,mu 2,mu 3,mu 3 sequential", rows, ",")
    best = model_best = ""
    for (j = 1; j <= 4; j++) {
      i = id("ratio", types[t] "/" tile "/" rows[j])
      if (!known(i)) continue
      if (model_best == "" || mod[i] < mod[model_best]) model_best = i
      if (measured(i) && (best == "" || real[i] < real[best])) best = i
    }
    line = "| " types[t] " | " code(best == "" ? model_best : best) (best != "" && best != model_best ? ", the model would take " code(model_best) : "") \
      " | " model_of(model_best) " | " (best == "" ? "not measured yet" : shown(best)) " |"
    split("signflip,multiplier 2,multiplier b", rows, ",")
    for (j = 1; j <= 3; j++) {
      i = id("ratio", types[t] "/" tile "/" rows[j])
      line = line (known(i) ? " " times(mod[i], mod[model_best]) " x | " (measured(i) && best != "" ? "**" times(real[i], real[best]) " x**" : shown(i)) : " | ") " |"
    }
    print line
    for (j = 1; j <= 3; j++) {
      i = id("ratio", types[t] "/" tile "/" rows[j])
      if (best != "" && measured(i) && far(mod[i] / mod[model_best], real[i] / real[best]))
        differ = join(differ, types[t] " " rows[j] " (" times(mod[i], mod[model_best]) " by the model, " times(real[i], real[best]) " measured)", "; ")
    }
  }
  if (differ != "") print "\n**Model and synthesis disagree** by more than 5 %: " differ "."
}
function far(a, b) { return a < 0.95 * b || a > 1.05 * b }
function tiles_table(   line, f, per, key, least, groups, order, g, n, kind, found) {
  while ((getline line < tiles) > 0) {
    split(line, f, ";")
    if (f[1] != tech || f[4] !~ /--act fp16/) continue
    per = f[5] / f[3]; key = f[2]
    if (!(key in least)) { order[++groups] = key; least[key] = 0 }
    kind = f[4] ~ /--kind signflip/ ? "signflip" : f[4] ~ /--kind multiplier/ ? "multiplier" : "lut"
    if (kind == "lut") { if (!least[key] || per < least[key]) least[key] = per }
    else found[key, kind] = per
  }
  print "| fp16 tile of 32 x 32 (measured, cells only) | table core um2/MAC | signflip | full multiplier |"
  print "|---|---:|---:|---:|"
  for (g = 1; g <= groups; g++) {
    key = order[g]
    printf "| %s | %.0f | %s | %s |\n", key, least[key], ((key, "signflip") in found) ? times(found[key, "signflip"], least[key]) " x" : "",
      ((key, "multiplier") in found) ? times(found[key, "multiplier"], least[key]) " x" : ""
  }
  print "| published, 16 nm | | 1.64 x | 2.2 x |"
  print ""
  key = order[1]
  if (((key, "signflip") in found) && ((key, "multiplier") in found))
    printf "So for %s the table core is %s times smaller than the full multiplier (published 2.2) and %s times smaller than signflip (published 1.64).\n",
      key, times(found[key, "multiplier"], least[key]), times(found[key, "signflip"], least[key])
}
function published(   j, name, a, b, f, top, low, above, done, n, proved, measured_line) {
  print "| analogue | um2/MAC by model | smallest for the same job, by model | factor by model | measured | measured | factor measured |"
  print "|---|---:|---:|---:|---:|---:|---:|"
  for (j = 1; j <= sets["published"]; j++) {
    name = label["published", j]
    if (!sub(/\/analogue$/, "", name)) continue
    a = id("published", name "/analogue"); b = id("published", name "/smallest")
    f = mod[a] / mod[b]; n++
    if (f > 1.2) above++
    if (!low || f < low) low = f
    if (f > top) top = f
    printf "| %s | %s | %s | %.2f | %s | %s | %s |\n", name, model_of(a), model_of(b), f, shown(a), shown(b),
      measured(a) && measured(b) ? "**" times(real[a], real[b]) "**" : ""
    if (measured(a) && measured(b)) { done++; if (real[a] / real[b] > 1.2) proved++; measured_line = join(measured_line, sprintf("%s %.2f against %.2f", name, real[a] / real[b], f)) }
  }
  print ""
  printf "By the model the factor is %.2f to %.2f, and above 1.2 for %d of %d. ", low, top, above, n
  print done ? "Measured against modelled: " measured_line "; above 1.2 for " proved + 0 " of " done "." : "None is measured yet."
  if (proved) print "**Synthesis shows more than the published 1.2** for those; what the analogues leave out and assume is in the same place."
}

# ---- one core against tiles

function cores(argument,   j, p, i, one, differ) {
  print "| tile and copies | R | outputs in a pass | model um2/MAC | against one core | measured um2/MAC | against one core |"
  print "|---|---:|---:|---:|---:|---:|---:|"
  for (j = 1; j <= sets["cores"]; j++) {
    if (index(label["cores", j], argument "/") != 1) continue
    split(label["cores", j], p, "/"); i = id("cores", label["cores", j])
    if (one == "") one = i
    printf "| %s of %d x %d | %d | %d | %s | %s | %s | %s |\n", p[4] == 1 ? "1" : p[4], p[3], p[3], p[5], p[3] * p[4] * p[5], model_of(i),
      times(mod[i], mod[one]) " x", shown(i), measured(i) && measured(one) ? "**" times(real[i], real[one]) " x**" : ""
    differ = join(differ, disagreement(i, one, p[4] " of " p[3] " x " p[3] " with R = " p[5]), "; ")
  }
  say_disagreement(differ)
}

# ---- ablations

# What to say of a change that model and synthesis see differently, or nothing.
function disagreement(i, base, name,   c, r) {
  if (!measured(i) || !measured(base)) return ""
  c = mod[i] / mod[base] - 1; r = real[i] / real[base] - 1
  if ((c - r) ^ 2 <= 0.05 ^ 2 && (c * r >= 0 || (c - r) ^ 2 <= 0.02 ^ 2)) return ""
  return name " (" percent(mod[i], mod[base]) " by the model, " percent(real[i], real[base]) " measured)"
}
function say_disagreement(list) {
  if (list != "") print "\n**Model and synthesis disagree** by more than 5 points, or in the sign: " list "."
}
function ablation(group,   j, name, i, base, both, list) {
  print "| change | model um2/MAC | change | measured um2/MAC | change | fmax measured, MHz | pJ/MAC by model | key bits a MAC |"
  print "|---|---:|---:|---:|---:|---:|---:|---:|"
  for (j = 1; j <= sets["ablation"]; j++) {
    name = label["ablation", j]
    if (index(name, group "/") != 1) continue
    i = id("ablation", name); name = substr(name, length(group) + 2)
    if (name == "base") base = i
    both = measured(i) && measured(base)
    printf "| %s | %s | %s | %s | %s | %s | %.2f | %.3g |\n", name == "base" ? "base: " code(i) : name, model_of(i), i == base ? "" : percent(mod[i], mod[base]),
      shown(i), i == base || !both ? "" : "**" percent(real[i], real[base]) "**", measured(i) ? sprintf("%.1f", mhz[i]) : "", pj[i], key_bits[i]
    list = join(list, disagreement(i, base, name), "; ")
  }
  say_disagreement(list)
}

# ---- the optimum

function classes(list) { return split("int8/60 int8/240 int8/960 fp16/60 fp16/120 fp16/240", list, " ") }
# The rank of the smallest by synthesis, 0 if not all that can be measured are; sets `open_rivals`, `rival_count`.
function best_rival(class,   r, i, best) {
  open_rivals = rival_count = 0
  for (r = 1; r <= 11; r++) {
    i = id("verify", class "/" r)
    if (!known(i)) continue
    rival_count++
    if (!measured(i)) open_rivals++
    else if (!best || real[i] < real[id("verify", class "/" best)]) best = r
  }
  return best
}
function verify(   list, n, c, best, first, regret, worst, done, line, p) {
  print "| class | MAC/cycle | the sweep's best | model um2/MAC | measured um2/MAC | measured of 11 | smallest by synthesis | its rank by model | regret |"
  print "|---|---:|---|---:|---:|---:|---|---:|---:|"
  n = classes(list)
  for (c = 1; c <= n; c++) {
    split(list[c], p, "/"); best = best_rival(list[c]); first = id("verify", list[c] "/1"); regret = ""
    if (measured(first) && best) {
      regret = real[first] / real[id("verify", list[c] "/" best)] - 1
      if (!open_rivals) { done++; if (regret > worst) worst = regret; if (regret > 0.02) line = join(line, list[c]) }
    }
    printf "| %s | %d | %s | %s | %s | %d | %s | %s | %s |\n", p[1], p[2], code(first), model_of(first), shown(first), rival_count - open_rivals,
      best ? code(id("verify", list[c] "/" best)) : "not measured yet", best,
      regret == "" ? "not measured yet" : sprintf("%.1f %%", 100 * regret) (open_rivals ? " so far" : "")
  }
  print ""
  if (!done) print "No class is measured as a whole yet."
  else {
    printf "Of the %d classes %d are measured as a whole; the worst regret is %.1f %%. ", n, done, 100 * worst
    print line == "" ? "**The goal of 2 % is met** in each of them." : "**The goal of 2 % is missed** in: " line "."
  }
}
function rivals(class,   r, i) {
  print "| rank | core | model um2/MAC | above the first | measured um2/MAC | error of the model | above the sweep's best, measured |"
  print "|---:|---|---:|---:|---:|---:|---:|"
  for (r = 1; r <= 11; r++) {
    i = id("verify", class "/" r)
    if (!known(i)) continue
    printf "| %d | %s | %s | %s | %s | %s | %s |\n", r, code(i), model_of(i), percent(mod[i], mod[id("verify", class "/1")]), shown(i),
      measured(i) ? percent(mod[i], real[i]) : "", measured(i) && measured(id("verify", class "/1")) ? percent(real[i], real[id("verify", class "/1")]) : ""
  }
}

# ---- how far the model can be trusted here

function kind_of(a) { return match(a, /--act [a-z0-9_]+/) ? substr(a, RSTART + 6, RLENGTH - 6) : "published designs" }
function agreement(   i, seen, t, e, n, sum, bias, worst, at, order, types, j, m, f, errors, clock, total, k) {
  for (i in real) {
    if ((mod[i], real[i]) in seen) continue # the same design in other words
    seen[mod[i], real[i]] = 1
    t = kind_of(arch[i]); e = mod[i] / real[i] - 1; m = e < 0 ? -e : e
    if (!(t in n)) order[++types] = t
    n[t]++; sum[t] += m; bias[t] += e
    if (m > worst[t]) { worst[t] = m; at[t] = arch[i] }
    f = mod_mhz[i] / mhz[i] - 1; clock[t] += f < 0 ? -f : f
    total++; errors += m
  }
  print "| activations | designs synthesized | mean error of the area, % | mean with its sign, % | worst, % | of | mean error of fmax, % |"
  print "|---|---:|---:|---:|---:|---|---:|"
  for (j = 2; j <= types; j++) { t = order[j]; for (k = j - 1; k > 0 && order[k] > t; k--) order[k + 1] = order[k]; order[k + 1] = t }
  for (j = 1; j <= types; j++) {
    t = order[j]
    printf "| %s | %d | %.1f | %+.1f | %.1f | `%s` | %.1f |\n", t, n[t], 100 * sum[t] / n[t], 100 * bias[t] / n[t], 100 * worst[t], at[t], 100 * clock[t] / n[t]
  }
  print ""
  if (total) printf "%d designs of this page are synthesized; the model misses their area by %.1f %% in the mean.\n", total, 100 * errors / total
}
