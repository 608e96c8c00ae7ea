// SPDX-License-Identifier: Apache-2.0
// fp_unary.v -- bench top: every conversion between formats, fixed-point words of several windows, and back to fp32
//
// Formats as in fp_pairs.v. converted_o: from*6 + to. fixed_o: point i in [i*64 +: 64], sign-extended; flags_o: {sat, inf,
// nan}. The points stand again in fp_cosim.c, in the same order.
`default_nettype none

module fp_unary_fixed #(
  parameter E = 5, M = 10, Rules = 0, Window = 41, Top = 15
) (
  input  wire [31:0] a_i,
  output wire [63:0] fixed_o,
  output wire [2:0]  flags_o
);
  wire [Window-1:0] word;
  tlut_fp_to_fixed #(.ExpWidth(E), .ManWidth(M), .Rules(Rules), .Window(Window), .Top(Top)) u_to_fixed (
    .a_i(a_i[E+M:0]), .word_o(word), .nan_o(flags_o[0]), .inf_o(flags_o[1]), .sat_o(flags_o[2]));
  assign fixed_o = {{(64 - Window){word[Window-1]}}, word};
endmodule

module fp_unary (
  input  wire [191:0]  a_i,
  input  wire [127:0]  sum_i,
  input  wire          nan_i,
  output wire [1151:0] converted_o,
  output wire [1087:0] fixed_o,
  output wire [50:0]   flags_o,
  output wire [319:0]  value_o
);
  genvar i, k;
  generate
    for (i = 0; i < 6; i = i + 1) begin : gen_from
      localparam FE = i == 0 || i == 5 ? 4 : i == 1 || i == 2 ? 5 : 8;
      localparam FM = i == 0 || i == 5 ? 3 : i == 1 ? 2 : i == 2 ? 10 : i == 3 ? 7 : 23;
      for (k = 0; k < 6; k = k + 1) begin : gen_to
        localparam TE = k == 0 || k == 5 ? 4 : k == 1 || k == 2 ? 5 : 8;
        localparam TM = k == 0 || k == 5 ? 3 : k == 1 ? 2 : k == 2 ? 10 : k == 3 ? 7 : 23;
        wire [TE+TM:0] value;
        tlut_fp_convert #(.FromExpWidth(FE), .FromManWidth(FM), .FromRules(i == 0 ? 1 : 0), .ToExpWidth(TE),
                          .ToManWidth(TM), .ToRules(k == 0 ? 1 : 0)) u_convert (
          .clk_i(1'b0), .en_i(1'b0), .a_i(a_i[i*32 +: 1+FE+FM]), .value_o(value));
        if (TE + TM < 31) begin : gen_pad
          assign converted_o[(i*6+k)*32 +: 32] = {{(31 - TE - TM){1'b0}}, value};
        end else begin : gen_full
          assign converted_o[(i*6+k)*32 +: 32] = value;
        end
      end
    end
  endgenerate

`define FIXED(N, F, E_, M_, R_, WIN, TOP_) \
  fp_unary_fixed #(.E(E_), .M(M_), .Rules(R_), .Window(WIN), .Top(TOP_)) u_fixed``N ( \
    .a_i(a_i[F*32 +: 32]), .fixed_o(fixed_o[N*64 +: 64]), .flags_o(flags_o[N*3 +: 3]));
  `FIXED(0, 0, 4, 3, 1, 19, 8)
  `FIXED(1, 0, 4, 3, 1, 12, 8)
  `FIXED(2, 0, 4, 3, 1, 5, 2)
  `FIXED(3, 0, 4, 3, 1, 24, 10)
  `FIXED(4, 1, 5, 2, 0, 33, 15)
  `FIXED(5, 1, 5, 2, 0, 16, 15)
  `FIXED(6, 1, 5, 2, 0, 4, 0)
  `FIXED(7, 2, 5, 10, 0, 41, 15)
  `FIXED(8, 2, 5, 10, 0, 24, 15)
  `FIXED(9, 2, 5, 10, 0, 24, 5)
  `FIXED(10, 2, 5, 10, 0, 12, -14)
  `FIXED(11, 2, 5, 10, 0, 50, 20)
  `FIXED(12, 3, 8, 7, 0, 32, 15)
  `FIXED(13, 3, 8, 7, 0, 24, 8)
  `FIXED(14, 3, 8, 7, 0, 41, 15)
  `FIXED(15, 3, 8, 7, 0, 9, -120)
  `FIXED(16, 3, 8, 7, 0, 60, 127)

`define SUM(N, WIDTH, LSB) \
  tlut_fp_from_fixed #(.SumWidth(WIDTH), .LsbExp(LSB)) u_sum``N ( \
    .clk_i(1'b0), .en_i(1'b0), .sum_i(sum_i[WIDTH-1:0]), .nan_i(nan_i), .value_o(value_o[N*32 +: 32]));
  `SUM(0, 54, -24)
  `SUM(1, 33, -9)
  `SUM(2, 16, -16)
  `SUM(3, 26, 0)
  `SUM(4, 2, 0)
  `SUM(5, 128, -24)
  `SUM(6, 40, -149)
  `SUM(7, 20, -170)
  `SUM(8, 60, 100)
  `SUM(9, 64, -145)
endmodule
`default_nettype wire
