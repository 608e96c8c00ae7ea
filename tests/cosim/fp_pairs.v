// SPDX-License-Identifier: Apache-2.0
// fp_pairs.v -- bench top: one adder and one multiplier of each format, combinational
//
// Number i of a vector of formats stands in [i*32 +: 32]: 0 e4m3 (OCP), 1 e5m2, 2 fp16, 3 bf16, 4 fp32, 5 the layout of
// e4m3 by IEEE rules. The adder has no OCP rules: sum_o of format 0 is zero.
`default_nettype none
module fp_pairs (
  input  wire [191:0] a_i,
  input  wire [191:0] b_i,
  output wire [191:0] sum_o,
  output wire [191:0] product_o
);
  genvar i;
  generate
    for (i = 0; i < 6; i = i + 1) begin : gen_format
      localparam E = i == 0 || i == 5 ? 4 : i == 1 || i == 2 ? 5 : 8;
      localparam M = i == 0 || i == 5 ? 3 : i == 1 ? 2 : i == 2 ? 10 : i == 3 ? 7 : 23;
      localparam W = 1 + E + M;
      wire [W-1:0] sum, product;
      if (i == 0) begin : gen_none
        assign sum = {W{1'b0}};
      end else begin : gen_add
        tlut_fp_add #(.ExpWidth(E), .ManWidth(M)) u_add (
          .clk_i(1'b0), .en_i(1'b0), .a_i(a_i[i*32 +: W]), .b_i(b_i[i*32 +: W]), .sum_o(sum));
      end
      tlut_fp_mul #(.ExpWidth(E), .ManWidth(M), .Rules(i == 0 ? 1 : 0)) u_mul (
        .clk_i(1'b0), .en_i(1'b0), .a_i(a_i[i*32 +: W]), .b_i(b_i[i*32 +: W]), .product_o(product));
      if (W < 32) begin : gen_pad
        assign sum_o[i*32 +: 32]     = {{(32 - W){1'b0}}, sum};
        assign product_o[i*32 +: 32] = {{(32 - W){1'b0}}, product};
      end else begin : gen_full
        assign sum_o[i*32 +: 32]     = sum;
        assign product_o[i*32 +: 32] = product;
      end
    end
  endgenerate
endmodule
`default_nettype wire
