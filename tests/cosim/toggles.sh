#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# toggles.sh BIN_DIR -- tlut-sim --toggles counts right: a known circuit is put into the top module of a small core, and its
# toggles follow from the number of cycles. Nets within the instances are not counted, and reset is not; nothing but the
# clock toggles twice in a cycle, though inputs and registers both change.
set -euo pipefail
bin=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
arch=(--name counted --mu 2 --luts 2 --fetchers 1 --reuse 2 --act int4)
sim() { "$bin/tlut-sim" "${arch[@]}" --shape 5x9 --simulator icarus --quiet "$@"; }
fail() {
  echo "error: $*" >&2
  exit 1
}

"$bin/tlut-gen" "${arch[@]}" -o "$tmp/core" >/dev/null
cat >"$tmp/probe.v" <<'END'
  reg [3:0] probe, gray;
  reg [0:2] rising;
  reg unknown;
  wire [7:4] copy = probe;
  wire \odd.name[1] = !probe[1];
  wire glitch = probe[0] ^ probe[0];
  wire mixed = probe[0] ^ s_axis_key_tvalid ^ s_axis_act_tvalid;
  always @(posedge aclk) begin
    probe <= aresetn ? probe + 4'd1 : 4'd0;
    gray <= aresetn ? (probe + 4'd1) ^ ((probe + 4'd1) >> 1) : 4'd0;
    rising <= aresetn ? {rising[2], rising[0:1]} : 3'b100;
    if (!aresetn) unknown <= 1'bx;
    else if (probe == 4'd3) unknown <= 1'b1;  // from x: no toggle
    else if (probe == 4'd5 && unknown) unknown <= 1'bz;
  end
END
grep '^[^/]' "$tmp/core/files.f" | while read -r file; do
  if [ "$file" = tlut_counted.v ]; then # into the top module
    awk -v probe="$tmp/probe.v" '/^endmodule/ { while ((getline line <probe) > 0) print line } { print }' "$tmp/core/$file"
  else
    cat "$tmp/core/$file"
  fi
done >"$tmp/all.v"
sim --rtl "$tmp/all.v" --jobs 3 --stall 0.2 --toggles "$tmp/toggles" >"$tmp/log" || { cat "$tmp/log"; fail "the run failed"; }

cycles=$(sed -n '1s/^cycles \([1-9][0-9]*\)$/\1/p' "$tmp/toggles")
[ -n "$cycles" ] || fail "no line 'cycles N': $(head -n 1 "$tmp/toggles")"
sed 1d "$tmp/toggles" | LC_ALL=C sort -c -k 1,1 || fail "not sorted by name"
check() {
  local got
  got=$(awk -v name="$1" '$1 == name { print $2 }' "$tmp/toggles")
  [ "$got" = "$2" ] || fail "$1 has ${got:-no} toggles in $cycles cycles, expected $2"
}
check aclk $((2 * cycles))
check aresetn 0
for bit in 0 1 2 3; do
  check "probe[$bit]" $((cycles >> bit))
  check "copy[$((bit + 4))]" $((cycles >> bit))
done
check 'odd.name[1]' $((cycles / 2))
check 'gray[0]' $(((cycles + 1) / 2))
check 'gray[1]' $(((cycles + 2) / 4))
check 'gray[3]' $(((cycles + 8) / 16 + cycles / 16))
check 'rising[0]' $(((cycles + 2) / 3 + cycles / 3))
check unknown 0
check glitch 0
awk -v n="$cycles" 'NR > 1 && $1 != "aclk" && $2 > n { print "error: " $1 " changes more than once a cycle: " $2; bad = 1 }
  END { exit bad }' "$tmp/toggles" || exit 1
if grep -q -e '^u_' -e '\.u_' "$tmp/toggles"; then fail "nets of instances are counted"; fi

# As it is, and only if all is well: a failure leaves no file.
sim --toggles "$tmp/plain" >/dev/null
cmp -s <(sed -n 's/^aclk //p' "$tmp/plain") <(sed -n '1s/^cycles //p' "$tmp/plain" | awk '{ print 2 * $1 }') ||
  fail "the emitted RTL: the clock does not toggle twice a cycle"
sed 's/= s_axis_key_tdata\[/= ~s_axis_key_tdata[/' "$tmp/all.v" >"$tmp/bad.v"
if cmp -s "$tmp/all.v" "$tmp/bad.v"; then fail "nothing was changed"; fi
status=0
sim --rtl "$tmp/bad.v" --toggles "$tmp/none" >"$tmp/log" 2>&1 || status=$?
if [ $status -ne 1 ] || ! grep -q '^verdict  *FAILED' "$tmp/log"; then fail "a fault went unnoticed (status $status)"; fi
[ ! -e "$tmp/none" ] || fail "a failed run wrote its toggles"
echo "toggles of a known circuit in $cycles cycles: right"
