#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# findings_one.sh ARCHITECTURE -- one synthesis of docs/findings.md into its record, whole or not at all. findings.sh calls it,
# several at a time, and says by the environment with what: TLUT_BIN, TLUT_CACHE, TLUT_TECH, TLUT_LIB, TLUT_RECORD; TLUT_AGAIN=1:
# also if it is on record; TLUT_END: start nothing after that second of the epoch.
# A row: technology;architecture;cells' um2;buffers' um2;cells;flip-flops;MHz;digest of the RTL (rtl_digest.sh).
set -euo pipefail
export LC_ALL=C
arch=$1
[ "$TLUT_AGAIN" = 1 ] || ! grep -qF -- "$TLUT_TECH;$arch;" "$TLUT_RECORD" || exit 0
if [ "$(date +%s)" -ge "$TLUT_END" ]; then
  echo "findings.sh: the time is over, not measured: $arch" >&2
  exit 0
fi
# shellcheck disable=SC2086 # the architecture is a list of flags
row=$(nice -n 19 "$TLUT_BIN/tlut-measure" --liberty "$TLUT_LIB" --cache "$TLUT_CACHE" --timeout 3000 --json $arch </dev/null |
  awk -F'[:,] *' -v arch="$arch" -v tech="$TLUT_TECH" '
    /^  "[a-z_0-9]+": \{/ { gsub(/[ "]/, "", $1); group = $1; next }
    /^  }/ { group = ""; next }
    group == "area_um2" { area += $2 }
    group == "stage_ps" && $2 > slowest { slowest = $2 }
    group == "" && /^  "/ { gsub(/[ "]/, "", $1); v[$1] = $2 }
    END {
      if (!area || !slowest) exit 1
      printf "%s;%s;%.9g;%.9g;%d;%d;%.6g\n", tech, arch, area, v["buffer_area_um2"], v["cells"], v["flipflops"], 1e6 / slowest
    }') || { echo "findings.sh: no measurement of $arch" >&2; exit 1; }
row="$row;$("$(dirname "$0")/rtl_digest.sh" "$TLUT_BIN/tlut-gen" <<<"$arch")"
exec 9>>"$TLUT_CACHE/record.lock"
flock 9
{ head -n 1 "$TLUT_RECORD"; { tail -n +2 "$TLUT_RECORD" | grep -vF -- "$TLUT_TECH;$arch;" || true; echo "$row"; } | sort; } >"$TLUT_RECORD.new"
mv "$TLUT_RECORD.new" "$TLUT_RECORD"
echo "$(($(wc -l <"$TLUT_RECORD") - 1)) on record: $arch" >&2
