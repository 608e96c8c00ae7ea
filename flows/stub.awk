# SPDX-License-Identifier: Apache-2.0
# stub.awk -- a Verilog module (one a file, house style) with the same parameters and ports and nothing inside.
# Outputs are zero, inputs and parameters are used. With TLUT_LIST defined, an instance prints "@ module NAME=bits ...": the
# parameters that it was given, without the derived ones.
FNR == 1 { formats = values = inputs = outputs = parameters = ""; derived = inside = 0 }
/Derived/ { derived = 1 }
/^ *\/\// { next }
{ sub(/ *\/\/.*/, "") }
/^`/ { print }
/^module/ { inside = 1; name = $2; sub(/\(.*/, "", name) }
!inside { next }
{ print }
/^ *(parameter|input|output) / {
  text = $0
  sub(/ *=.*/, "", text)
  sub(/,? *$/, "", text)
  word = text
  sub(/.* /, "", word)
  if ($1 == "input") inputs = inputs ", " word
  else if ($1 == "output") outputs = outputs " " word
  else {
    parameters = parameters ", " word
    if (!derived) {
      formats = formats " " word "=%b"
      values = values ", " word
    }
  }
}
/^\);/ {
  print "  wire unused_stub = &{1'b0" parameters inputs "};"
  count = split(outputs, output, " ")
  for (i = 1; i <= count; i++) print "  assign " output[i] " = 0;"
  print "`ifdef TLUT_LIST\n  initial $display(\"@ " name formats "\"" values ");\n`endif"
  print "endmodule"
  inside = 0
}
