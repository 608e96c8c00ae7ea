// SPDX-License-Identifier: Apache-2.0
// mul_tb.v -- tlut_mul with whole integers as weights against Verilog's product: every pair of operands up to 6 bits, corners
// and random ones above. Ternary weights, which are all that cores get, would leave most of the array unused.
//
// Parameters are set with iverilog -P; prints "ok" and a count, or the first differences.
`default_nettype none

module mul_tb;
  parameter integer WordW = 4;
  parameter integer KeyW  = 4;
  parameter integer LeafW = 8;

  localparam integer PAIRS = WordW + KeyW <= 12 ? 1 << (WordW + KeyW) : 20000;

  reg  [WordW-1:0]         word;
  reg  [2*KeyW-1:0]        key;   // two products of one activation
  wire [2*LeafW-1:0]       leaf;
  wire [2:0]               flags;
  tlut_mul #(
    .NumKey(2),
    .Mode  (0),
    .WordW (WordW),
    .KeyW  (KeyW),
    .LeafW (LeafW)
  ) u_mul (
    .word_i (word),
    .key_i  (key),
    .leaf_o (leaf),
    .flags_o(flags)
  );

  integer i, k, checked, wrong;
  reg signed [63:0] x, w, product;
  initial begin
    checked = 0;
    wrong = 0;
    for (i = 0; i < PAIRS; i = i + 1) begin
      word = i;
      key = {~i[WordW+:KeyW], i[WordW+:KeyW]};
      if (WordW + KeyW > 12) begin
        word = $random;
        key = {$random, $random};
        if (i % 4 == 0) word = 1 << (i / 4 % WordW);           // also the most negative number
        if (i % 8 < 4) key[KeyW-1:0] = 1 << (i / 8 % KeyW);
        if (i % 16 == 1) word = {1'b0, {WordW - 1{1'b1}}};
        if (i % 16 == 9) word = {WordW{1'b1}};
      end
      #1;
      for (k = 0; k < 2; k = k + 1) begin
        x = $signed(word);
        w = $signed(key[k*KeyW+:KeyW]);
        w = (w <<< (64 - KeyW)) >>> (64 - KeyW);
        product = x * w;
        checked = checked + 1;
        if (leaf[k*LeafW+:LeafW] !== product[LeafW-1:0] || flags !== 3'b0) begin
          wrong = wrong + 1;
          if (wrong <= 5) $display("%0d * %0d: %h, not %h", x, w, leaf[k*LeafW+:LeafW], product[LeafW-1:0]);
        end
      end
    end
    if (wrong == 0) $display("ok %0d", checked);
    else $display("%0d of %0d wrong", wrong, checked);
  end
endmodule

`default_nettype wire
