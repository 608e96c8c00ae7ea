// SPDX-License-Identifier: Apache-2.0
// fp_pipe.v -- bench top: the modules with 1..8 register stages, one shared enable
//
// Formats as in fp_pairs.v. sum_o: (stages-1)*6 + format, stages 1..8; product_o alike, stages 1..4; half_o: fp32 to fp16,
// stages 1..2; value_o: sum_i * 2^-24 as fp32, stages 1..4.
`default_nettype none
module fp_pipe (
  input  wire          clk_i,
  input  wire          en_i,
  input  wire [191:0]  a_i,
  input  wire [191:0]  b_i,
  input  wire [53:0]   sum_i,
  output wire [1535:0] sum_o,
  output wire [767:0]  product_o,
  output wire [63:0]   half_o,
  output wire [127:0]  value_o
);
  genvar i, p;
  generate
    for (p = 1; p <= 8; p = p + 1) begin : gen_stages
      for (i = 0; i < 6; i = i + 1) begin : gen_format
        localparam E = i == 0 || i == 5 ? 4 : i == 1 || i == 2 ? 5 : 8;
        localparam M = i == 0 || i == 5 ? 3 : i == 1 ? 2 : i == 2 ? 10 : i == 3 ? 7 : 23;
        localparam W = 1 + E + M;
        wire [31:0] sum, product;
        if (W < 32) begin : gen_pad
          assign sum[31:W]     = {(32 - W){1'b0}};
          assign product[31:W] = {(32 - W){1'b0}};
        end
        if (i == 0) begin : gen_none
          assign sum[W-1:0] = {W{1'b0}};
        end else begin : gen_add
          tlut_fp_add #(.ExpWidth(E), .ManWidth(M), .PipeRegs(p)) u_add (
            .clk_i(clk_i), .en_i(en_i), .a_i(a_i[i*32 +: W]), .b_i(b_i[i*32 +: W]), .sum_o(sum[W-1:0]));
        end
        assign sum_o[((p-1)*6+i)*32 +: 32] = sum;
        if (p <= 4) begin : gen_mul
          tlut_fp_mul #(.ExpWidth(E), .ManWidth(M), .Rules(i == 0 ? 1 : 0), .PipeRegs(p)) u_mul (
            .clk_i(clk_i), .en_i(en_i), .a_i(a_i[i*32 +: W]), .b_i(b_i[i*32 +: W]), .product_o(product[W-1:0]));
          assign product_o[((p-1)*6+i)*32 +: 32] = product;
        end
      end
      if (p <= 2) begin : gen_half
        tlut_fp_convert #(.FromExpWidth(8), .FromManWidth(23), .ToExpWidth(5), .ToManWidth(10), .PipeRegs(p)) u_convert (
          .clk_i(clk_i), .en_i(en_i), .a_i(a_i[128 +: 32]), .value_o(half_o[(p-1)*32 +: 16]));
        assign half_o[(p-1)*32+16 +: 16] = 16'b0;
      end
      if (p <= 4) begin : gen_value
        tlut_fp_from_fixed #(.SumWidth(54), .LsbExp(-24), .PipeRegs(p)) u_value (
          .clk_i(clk_i), .en_i(en_i), .sum_i(sum_i), .nan_i(1'b0), .value_o(value_o[(p-1)*32 +: 32]));
      end
    end
  endgenerate
endmodule
`default_nettype wire
