// SPDX-License-Identifier: Apache-2.0
// combination.v -- the reference of all proofs: plain signed sums, written from the definition of a key
//
// What       w[0..Mu-1] in {-1, 0, +1}, first weight most significant: v = sum w[i] * 3^(Mu-1-i). So w[i] + 1 is a digit of
//            v + B in base 3, B = (3^Mu - 1) / 2. sum_o = sum w[i] * x[i], in W bits, which hold every sum.
// Why        knows nothing of tables, adders and their order
`default_nettype none

// The sum for one value v, a constant.
module formal_combination #(
  parameter integer Value = 0,   // -B..B
  parameter integer Mu    = 1,
  parameter integer ActW  = 4,
  parameter integer W     = 8
) (
  input  wire [Mu*ActW-1:0] act_i,   // activation i at [i*ActW +: ActW]
  output wire [W-1:0]       sum_o
);
  `include "digits.vh"

  localparam integer B = Mu == 1 ? 1 : Mu == 2 ? 4 : Mu == 3 ? 13 : Mu == 4 ? 40 : Mu == 5 ? 121 : 364;

  wire [(Mu+1)*W-1:0] part;
  assign part[0+:W] = {W{1'b0}};
  genvar i;
  generate
    for (i = 0; i < Mu; i = i + 1) begin : gen_term
      localparam integer CODE = digit(Value + B, Mu, i);  // w + 1
      wire [W-1:0] x = {{(W - ActW) {act_i[i*ActW+ActW-1]}}, act_i[i*ActW+:ActW]};
      if (CODE == 2) begin : gen_plus
        assign part[(i+1)*W+:W] = part[i*W+:W] + x;
      end else if (CODE == 0) begin : gen_minus
        assign part[(i+1)*W+:W] = part[i*W+:W] - x;
      end else begin : gen_zero
        assign part[(i+1)*W+:W] = part[i*W+:W];
      end
    end
  endgenerate
  assign sum_o = part[Mu*W+:W];
endmodule

// The sum that a key {sign, index} asks for: v = B - index, negated by the sign; index >= B is zero.
module formal_key_sum #(
  parameter integer Mu   = 1,
  parameter integer ActW = 4,
  parameter integer IdxW = 1,
  parameter integer W    = 8
) (
  input  wire [Mu*ActW-1:0] act_i,
  input  wire [IdxW:0]      key_i,
  output wire [W-1:0]       sum_o
);
  localparam integer B = Mu == 1 ? 1 : Mu == 2 ? 4 : Mu == 3 ? 13 : Mu == 4 ? 40 : Mu == 5 ? 121 : 364;

  wire [2*B*W-1:0] all;
  genvar j;
  generate
    for (j = 0; j < B; j = j + 1) begin : gen_value
      formal_combination #(.Value(B - j), .Mu(Mu), .ActW(ActW), .W(W)) u_plus (
        .act_i(act_i), .sum_o(all[j*W+:W]));
      formal_combination #(.Value(j - B), .Mu(Mu), .ActW(ActW), .W(W)) u_minus (
        .act_i(act_i), .sum_o(all[(B+j)*W+:W]));
    end
  endgenerate

  reg [W-1:0] sum;
  integer k;
  always @* begin
    sum = {W{1'b0}};
    for (k = 0; k < B; k = k + 1) begin
      if (key_i == {1'b0, k[IdxW-1:0]}) sum = all[k*W+:W];
      if (key_i == {1'b1, k[IdxW-1:0]}) sum = all[(B+k)*W+:W];
    end
  end
  assign sum_o = sum;
endmodule

`default_nettype wire
