#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cost_doc.sh [-c] -- writes the errors that stand in tech/*.xml into docs/cost-model.md; -c compares only (section.sh).
set -eu
cd "$(dirname "$0")/.."
{
    echo "| technology | figure | designs | points | mean % | worst % | Kendall | regret % |"
    echo "|---|---|---|---:|---:|---:|---:|---:|"
    for tech in osu018 sky130hd asap7 osu035 sg13g2; do
        [ -e "tech/$tech.xml" ] || continue
        awk -v tech="$tech" '
            function get(name,   s) {
                if (!match($0, " " name "=\"[^\"]*\"")) return ""
                s = substr($0, RSTART, RLENGTH)
                gsub(/^[^"]*"|"$/, "", s)
                return s
            }
            /<error / {
                all = get("type") == "all" ? "**" : ""
                printf "| %s | %s | %s%s%s | %s | %s%s%s | %s%s%s | %s | %s |\n", tech, get("what"), all, get("type"), all,
                       get("points"), all, get("mean-percent"), all, all, get("worst-percent"), all, get("kendall"),
                       get("regret-percent")
            }' "tech/$tech.xml"
    done
} | flows/section.sh ${1:+"$1"} docs/cost-model.md errors
# Errors on designs of other seeds, from docs/figures/validate_TECH_seedN.csv.
{
    echo "| technology | seed | designs | area: mean %, worst % | fmax: mean %, worst % | energy: designs | mean %, worst % |"
    echo "|---|---:|---:|---:|---:|---:|---:|"
    for csv in docs/figures/validate_*_seed*.csv; do
        [ -e "$csv" ] || continue
        awk -F, -v file="${csv##*/}" '
            NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
            function off(model, real,   e) { e = 100 * (model / real - 1); return e < 0 ? -e : e }
            function take(what, e) { n[what]++; sum[what] += e; if (e > worst[what]) worst[what] = e }
            function both(what) { return sprintf("%.2f, %.2f", sum[what] / n[what], worst[what]) }
            $c["status"] == "ok" {
                take("area", off($c["area_model_um2"], $c["area_um2"]))
                take("fmax", off($c["period_ps"], $c["period_model_ps"]))
                if ($c["energy_fj"] > 0) take("energy", off($c["energy_model_fj"], $c["energy_fj"]))
            }
            END {
                split(file, part, /_seed|[.]/)
                sub(/^validate_/, "", part[1])
                printf "| %s | %s | %d | %s | %s | %d | %s |\n", part[1], part[2], n["area"], both("area"), both("fmax"), n["energy"],
                    both("energy")
            }' "$csv"
    done
} | flows/section.sh ${1:+"$1"} docs/cost-model.md seeds
