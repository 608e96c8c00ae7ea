#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fpga_dsp.sh BIN_DIR -- multiplier blocks: one for each of the 2 x 2 multipliers of a core of two copies on iCE40 UP5K, none with
# --no-dsp and none on devices without, where LUTs take their place.
set -euo pipefail
bin=$1
core=(--kind multiplier --luts 2 --fetchers 1 --reuse 1 --cores 2 --act int8)

# Numbers of multiplier blocks and LUTs.
count() {
  "$bin/tlut-cost" fpga "${core[@]}" --family ice40 --quiet "$@" | awk '$1 == "lut" { lut = $2 } $1 == "dsp" { print $2, lut }'
}
read -r blocks lut < <(count --device up5k)
read -r no_blocks more < <(count --device up5k --no-dsp)
read -r hx_blocks hx_lut < <(count)
echo "up5k: $blocks SB_MAC16, $lut LUTs; --no-dsp: $no_blocks, $more; hx8k: $hx_blocks, $hx_lut"
[ "$blocks" -eq 4 ] && [ "$no_blocks" -eq 0 ] && [ "$hx_blocks" -eq 0 ] && [ "$lut" -lt "$more" ] && [ "$more" -eq "$hx_lut" ]
