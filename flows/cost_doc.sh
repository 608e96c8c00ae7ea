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
