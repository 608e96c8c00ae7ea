#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# system_tables.sh [-c] [BIN] -- writes the tables of docs/system.md by tlut-cost of BIN (default build/bin) and the files in
# tech/ as they are now. With -c it only compares, and fails if a figure is not that of this tree (section.sh). Seconds.
set -eu
export LC_ALL=C
check=
[ "${1:-}" != -c ] || { check=-c; shift; }
bin=${1:-build/bin}
case $bin in /*) ;; *) bin=$PWD/$bin ;; esac
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
model=examples/workloads/bitnet-b1.58-2B-4T.xml

# Runs tlut-cost and prints the named members of its JSON with blanks between; of those that stand in each layer and in the
# total, the total (the last one). Blanks in words become "_".
cost() {
    want=$1
    shift
    "$bin/tlut-cost" "$@" --json >"$dir/json"
    awk -v want="$want" '
        { line = $0; sub(/^ */, "", line); sub(/,$/, "", line) }
        match(line, /^"[a-z0-9_]*": /) {
            value = substr(line, RLENGTH + 1)
            gsub(/"/, "", value)
            gsub(/ /, "_", value)
            v[substr(line, 2, RLENGTH - 4)] = value
        }
        END {
            n = split(want, name, " ")
            for (i = 1; i <= n; i++)
                printf "%s%s", v[name[i]], i < n ? " " : "\n"
        }' "$dir/json"
}

cores="mu 3, L 16, K 32|--mu 3 --luts 16 --fetchers 32 --reuse 8 --act int8
mu 3, L 16, K 64|--mu 3 --luts 16 --fetchers 64 --reuse 8 --act int8
mu 3, L 16, K 64, 4 lanes|--mu 3 --luts 16 --fetchers 64 --reuse 8 --act int8 --lanes 4
mu 3, L 16, K 64, 16 lanes|--mu 3 --luts 16 --fetchers 64 --reuse 8 --act int8 --lanes 16
mu 5, L 10, K 64, keys of 5 a byte|--mu 5 --luts 10 --fetchers 64 --reuse 16 --act int8 --weights pack5
signflip, L 48, K 64|--kind signflip --luts 48 --fetchers 64 --reuse 8 --act int8 --weights pack5"

against_tokens() {
    tech=$1 dram=$2
    echo "**$tech, $dram, activations in an SRAM of 16 MiB.** Tokens/s, mJ a token, and what binds."
    echo
    echo "| core | mm2 | MHz | T = 1 | T = 8 | T = 64 | T = 512 |"
    echo "|---|---:|---:|---:|---:|---:|---:|"
    echo "$cores" | while IFS='|' read -r name flags; do
        row=
        for t in 1 8 64 512; do
            # shellcheck disable=SC2086 # a list of flags
            cost "core_area_um2 clock_mhz tokens_per_s j_per_token binds" $flags --tech "tech/$tech.xml" --workload $model --mhz 10000 \
                --dram "$dram" --act-sram 16MiB --tokens $t >"$dir/row"
            read -r area mhz rate joule binds <"$dir/row"
            [ -n "$row" ] || row=$(awk -v a="$area" -v m="$mhz" 'BEGIN { printf "| %.3g | %.0f |", a * 1e-6, m }')
            row="$row $(awk -v r="$rate" -v j="$joule" -v b="$binds" 'BEGIN { printf "%.4g, %.3g, %s |", r, j * 1e3, b }')"
        done
        echo "| $name $row"
    done
    echo
}

by_dram() {
    echo "**Decode (T = 1) by DRAM**: osu018, mu 3, L 16, K 64, R 8, activations through the DRAM."
    echo
    echo "| DRAM | GB/s | tokens/s | binds | roofline, tokens/s | mJ a token | core dynamic | core leakage | DRAM |"
    echo "|---|---:|---:|---|---:|---:|---:|---:|---:|"
    for dram in lpddr4 ddr4 lpddr5 gddr6 hbm2 hbm2e; do
        cost "dram_gb_per_s tokens_per_s binds roofline_tokens_per_s j_per_token core_dynamic_j_per_token
              core_leakage_j_per_token dram_j_per_token" --mu 3 --luts 16 --fetchers 64 --reuse 8 --act int8 --mhz 10000 \
            --tech tech/osu018.xml --workload $model --dram $dram |
            awk -v d=$dram '{ printf "| %s | %g | %.4g | %s | %.4g | %.4g | %.3g | %.2g | %.3g |\n", d, $1, $2, $3, $4, $5 * 1e3,
                              $6 * 1e3, $7 * 1e3, $8 * 1e3 }'
    done
    echo
}

by_sram() {
    echo "**Decode by weight SRAM**: the same core, lpddr5, activations in 64 KiB. *The SRAM is an analytic estimate, not validated;"
    echo "the core stays the one of osu018, whatever the node of the SRAM.*"
    echo
    echo "| node, nm | weight SRAM | area, mm2 | keys on chip | tokens/s | binds | mJ a token | of it SRAM | DRAM |"
    echo "|---:|---|---:|---:|---:|---|---:|---:|---:|"
    for node in 28 7; do
        for size in 1MiB 16MiB 128MiB 512MiB; do
            cost "keys_on_chip tokens_per_s binds j_per_token sram_j_per_token dram_j_per_token" \
                --mu 3 --luts 16 --fetchers 64 --reuse 8 --act int8 --mhz 10000 \
                --tech tech/osu018.xml --workload $model --dram lpddr5 --weight-sram $size --act-sram 64KiB --node $node >"$dir/row"
            area=$(awk '/"weight_sram": [{]/ { inside = 1 } inside && /"area_um2"/ { print $2 + 0; exit }' "$dir/json")
            awk -v n=$node -v s=$size -v a="$area" '
                { printf "| %s | %s | %.3g | %.3g %% | %.4g | %s | %.3g | %.3g | %.3g |\n", n, s, a * 1e-6, 100 * $1, $2, $3,
                         $4 * 1e3, $5 * 1e3, $6 * 1e3 }' "$dir/row"
        done
    done
    echo
}

# design | model | workload, or parameters in 1e9 | bits a weight and flags | GB/s | where from | tokens/s | W
published="TeLLMe v2, KV260 FPGA|BitNet 0.73B|bitnet_b1_58-large.xml|1.667 --mu 3|19.2|DDR4-2400 of 64 bits, board's data sheet, cited|25|4.8
TerEffic, U280 FPGA, HBM|MatMul-free 2.7B|2.7|1.6|460|HBM2 of the card's data sheet, cited|727|46
T-MAC, Raspberry Pi 5|BitNet 3B|bitnet_b1_58-3B.xml|2 --weights trit2|17.1|LPDDR4X-4267 of 32 bits, cited|11|
T-MAC, Surface Laptop 7, 4 cores|BitNet 3B|bitnet_b1_58-3B.xml|2 --weights trit2|135|LPDDR5X by the processor's data sheet, cited|48|
T-MAC, M2 Ultra, 8 threads|BitNet 3B|bitnet_b1_58-3B.xml|2 --weights trit2|800|by the vendor, cited|71|
bitnet.cpp, M2 Ultra|100B|100|2|800|by the vendor, cited|7.45|
TOM, ternary ROM|BitNet 2B|||no DRAM for weights||3306|5.33
ROMA, ROM on chip|not known|||no DRAM for weights||20000|
VitaLLM, 16 nm|not known|||not known||70.70|0.06597
T-SAR, CPU with instructions|Llama 8B|||not known||128.96|
TENET, 28 nm, 500 MHz|not known|||512|HBM2|not known|
Platinum, 28 nm, 500 MHz|BitNet 3B|||not known||not known|3.2
Slim-Llama, 28 nm|up to 3B|||1.6|of the chip|not known|"

against_published() {
    echo "| design | model | bits a weight | GB/s | bandwidth from | bound of the weights, tokens/s | published tokens/s | share | published mJ a token |"
    echo "|---|---|---:|---:|---|---:|---:|---:|---:|"
    echo "$published" | while IFS='|' read -r design name shapes key gbps source rate watt; do
        bound='not known'
        case $shapes in
        *.xml)
            # shellcheck disable=SC2086 # a list of flags
            bound=$(cost dram_s ${key#* } --luts 10 --fetchers 64 --act int8 --workload "examples/workloads/$shapes" \
                --dram-gbps "$gbps" --act-sram 1GiB --node 7 | awk '{ printf "%.4g", 1 / $1 }')
            ;;
        [0-9]*) bound=$(awk -v p="$shapes" -v b="${key%% *}" -v g="$gbps" 'BEGIN { printf "%.4g", g / (p * b / 8) }') ;;
        esac
        case $gbps in no*) [ "$gbps" = 'not known' ] || bound=none; source= ;; esac
        awk -v d="$design" -v n="$name" -v k="${key%% *}" -v g="$gbps" -v s="$source" -v b="$bound" -v r="$rate" -v w="$watt" '
            BEGIN {
                share = b + 0 > 0 && r + 0 > 0 ? sprintf("%.0f %%", 100 * r / b) : "not known"
                joule = w + 0 > 0 && r + 0 > 0 ? sprintf("%.3g", 1000 * w / r) : "not known"
                if (d ~ /^T-SAR/) joule = "616"
                if (d ~ /^ROMA/) { joule = "about 1"; r = "more than " r }
                printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", d, n, k, g, s, b, r, b == "none" ? "" : share, joule
            }'
    done
    echo
}

{
    for tech in osu018 sky130hd sg13g2 asap7; do
        [ -e "tech/$tech.xml" ] || continue
        against_tokens "$tech" lpddr5
        against_tokens "$tech" hbm2
    done
    by_dram
    by_sram
} >"$dir/system"
against_published >"$dir/published"

status=0
for section in system published; do
    flows/section.sh $check docs/system.md $section <"$dir/$section" || status=1
done
exit $status
