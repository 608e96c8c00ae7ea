// SPDX-License-Identifier: Apache-2.0
// fp_pipe_icarus.v -- every depth of pipeline (fp_pipe) against the modules without registers (fp_pairs, fp_unary), delayed by as
// many enabled cycles; random numbers, the enable low in a third of the cycles
//
// Prints PASS only if enough outputs were compared and all agree.
`timescale 1ns / 1ns
`default_nettype none
module fp_pipe_icarus;
  localparam CYCLES = 120;
  reg          clk, en;
  reg  [191:0] a, b;
  reg  [53:0]  sum;
  integer      seed, n, s, k, shift, compared, bad;

  wire [1535:0] sum_p;
  wire [767:0]  product_p;
  wire [63:0]   half_p;
  wire [127:0]  value_p;
  fp_pipe u_pipe (
    .clk_i(clk), .en_i(en), .a_i(a), .b_i(b), .sum_i(sum), .sum_o(sum_p), .product_o(product_p), .half_o(half_p), .value_o(value_p));

  wire [191:0]  sum_0, product_0;
  wire [1151:0] converted;
  wire [1087:0] fixed;
  wire [50:0]   flags;
  wire [319:0]  value;
  fp_pairs u_pairs (.a_i(a), .b_i(b), .sum_o(sum_0), .product_o(product_0));
  fp_unary u_unary (
    .a_i(a), .sum_i({74'b0, sum}), .nan_i(1'b0), .converted_o(converted), .fixed_o(fixed), .flags_o(flags), .value_o(value));
  wire [31:0] half_0  = converted[(4*6+2)*32+:32];  // fp32 to fp16
  wire [31:0] value_0 = value[31:0];                // 54 bits, from 2^-24

  // What the modules without registers said, s enabled cycles ago.
  reg [447:0] past [0:8];

  task compare(input integer stage);
    begin
      compared = compared + 1;
      if (sum_p[(stage-1)*192+:192] !== past[stage][191:0]) bad = bad + 1;
      if (stage <= 4 && product_p[(stage-1)*192+:192] !== past[stage][383:192]) bad = bad + 1;
      if (stage <= 4 && value_p[(stage-1)*32+:32] !== past[stage][415:384]) bad = bad + 1;
      if (stage <= 2 && half_p[(stage-1)*32+:32] !== past[stage][447:416]) bad = bad + 1;
    end
  endtask

  initial begin
    seed = 20261201;
    clk = 0;
    shift = 0;
    compared = 0;
    bad = 0;
    for (n = 0; n < CYCLES; n = n + 1) begin
      for (k = 0; k < 6; k = k + 1) begin
        a[k*32+:32] = $random(seed);
        b[k*32+:32] = $random(seed);
        // Every other time the operands are close: their sum cancels.
        if (n % 2) b[k*32+:32] = a[k*32+:32] ^ {29'b0, $random(seed)};
      end
      // Small exponents of fp32 now and then, so that it fits in fp16.
      a[4*32+23+:8] = n % 3 ? 8'd112 + (a[4*32+:32] % 32) : a[4*32+23+:8];
      sum = {$random(seed), $random(seed)};
      sum = $signed(sum) >>> (n % 50);
      en  = n < 12 || $random(seed) % 3 != 0;
      #1;
      if (en) begin
        for (s = 8; s > 1; s = s - 1) past[s] = past[s-1];
        past[1] = {half_0, value_0, product_0, sum_0};
        shift   = shift + 1;
      end
      clk = 1;
      #1;
      for (s = 1; s <= 8; s = s + 1) if (shift >= s) compare(s);
      clk = 0;
    end
    if (bad == 0 && compared > 7 * CYCLES) $display("PASS: %0d cycles, every depth", CYCLES);
    else $display("FAIL: %0d of %0d stages and cycles differ", bad, compared);
    $finish;
  end
endmodule
`default_nettype wire
