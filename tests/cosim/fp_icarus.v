// SPDX-License-Identifier: Apache-2.0
// fp_icarus.v -- the vectors of `fp_cosim --vectors` on fp_pairs and fp_unary, for a second simulator
//
// +vectors=FILE +count=N. Prints PASS only if every vector was read and agrees.
`timescale 1ns / 1ns
`default_nettype none
module fp_icarus;
  localparam W = 192 * 4 + 128 + 32 + 1152 + 1088 + 64 + 320;
  reg [W-1:0]     vector;
  reg [8*256-1:0] name;
  integer         file, count, n, got, bad;

  wire [191:0]  sum, product;
  wire [1151:0] converted;
  wire [1087:0] fixed;
  wire [50:0]   flags;
  wire [319:0]  value;
  fp_pairs u_pairs (.a_i(vector[191:0]), .b_i(vector[383:192]), .sum_o(sum), .product_o(product));
  fp_unary u_unary (
    .a_i(vector[191:0]), .sum_i(vector[895:768]), .nan_i(vector[896]), .converted_o(converted), .fixed_o(fixed),
    .flags_o(flags), .value_o(value));

  initial begin
    bad = 0;
    n   = 0;
    if (!$value$plusargs("vectors=%s", name) || !$value$plusargs("count=%d", count)) begin
      $display("FAIL: +vectors=FILE and +count=N are needed");
      $finish;
    end
    file = $fopen(name, "r");
    if (file == 0) begin
      $display("FAIL: cannot open %0s", name);
      $finish;
    end
    got = 1;
    while (got == 1) begin
      got = $fscanf(file, "%h\n", vector);
      if (got == 1) begin
        #1 n = n + 1;
        if ({value, 13'b0, flags, fixed, converted} !== vector[W-1:928] || {product, sum} !== vector[767:384]) begin
          bad = bad + 1;
          if (bad <= 10) $display("vector %0d differs: %h", n, vector);
        end
      end
    end
    if (bad == 0 && n == count && n > 0) $display("PASS: %0d vectors", n);
    else $display("FAIL: %0d of %0d vectors differ, %0d expected", bad, n, count);
    $finish;
  end
endmodule
`default_nettype wire
