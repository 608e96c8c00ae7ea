// SPDX-License-Identifier: Apache-2.0
// tlut_fp_reduce.v -- the sum of the NumLut floating-point operands of one output
//
// What       balanced tree of tlut_fp_add, neighbours first; an odd operand passes on with the same delay. One rounding per
//            addition, in this order: the golden model replays it.
// Why        floating-point addition is not associative, so the order is part of the contract
// Latency    sum of RegAfter, in enabled cycles
// Rate       one sum per enabled cycle
// Handshake  none; en_i holds all stages
// Reset      none
// Example    NumLut = 3: (x0 + x1) + x2
// Cost       (NumLut - 1) tlut_fp_add; RegAfter[0] x NumLut x W flip-flops behind the fetch
`default_nettype none

module tlut_fp_reduce #(
  parameter integer NumLut   = 4,
  parameter integer Levels   = 2,               // ceil(log2 NumLut)
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  // register stages at [8*i +: 8]: i = 0 behind the fetch, i > 0 inside the adders of level i
  parameter [8*(Levels+1)-1:0] RegAfter = {8'd0, 8'd0, 8'd0},
  // Derived, do not override.
  parameter integer W = ExpWidth + ManWidth + 1
) (
  input  wire                clk_i,
  input  wire                en_i,
  // operand of table l at [l*W +: W]
  input  wire [NumLut*W-1:0] leaf_i,
  output wire [W-1:0]        sum_o
);

  genvar v, i;
  generate
    for (v = 0; v <= Levels; v = v + 1) begin : gen_level
      localparam integer CNT = (NumLut + (1 << v) - 1) >> v;
      localparam integer REG = {24'd0, RegAfter[8*v+:8]};
      wire [CNT*W-1:0] sum;
      if (v == 0) begin : gen_leaves
        tlut_delay #(
          .Width (CNT * W),
          .Stages(REG)
        ) u_regs (
          .clk_i(clk_i),
          .en_i (en_i),
          .d_i  (leaf_i),
          .q_o  (sum)
        );
      end else begin : gen_adders
        localparam integer PCNT = (NumLut + (1 << (v - 1)) - 1) >> (v - 1);
        for (i = 0; i < CNT; i = i + 1) begin : gen_node
          if (2 * i + 1 < PCNT) begin : gen_add
            tlut_fp_add #(
              .ExpWidth(ExpWidth),
              .ManWidth(ManWidth),
              .PipeRegs(REG)
            ) u_add (
              .clk_i(clk_i),
              .en_i (en_i),
              .a_i  (gen_level[v-1].sum[2*i*W+:W]),
              .b_i  (gen_level[v-1].sum[(2*i+1)*W+:W]),
              .sum_o(sum[i*W+:W])
            );
          end else begin : gen_pass
            tlut_delay #(
              .Width (W),
              .Stages(REG)
            ) u_regs (
              .clk_i(clk_i),
              .en_i (en_i),
              .d_i  (gen_level[v-1].sum[2*i*W+:W]),
              .q_o  (sum[i*W+:W])
            );
          end
        end
      end
    end
  endgenerate

  assign sum_o = gen_level[Levels].sum;

endmodule

`default_nettype wire
