// SPDX-License-Identifier: Apache-2.0
// tlut_reduce.v -- the sum of the NumLut operands of one output
//
// What       balanced tree, neighbours first: level i holds ceil(NumLut / 2^i) sums. An operand whose sign bit is set
//            still lacks +1 (deferred negation). Each adder spends the sign of its left operand on its carry-in and
//            passes the right one on, so that one sign is left for the carry-in of the accumulator.
// Why        L operands owe L carries, and L - 1 tree adders plus the accumulator have exactly L carry-ins
// Latency    sum of RegAfter, in enabled cycles
// Rate       one sum per enabled cycle
// Handshake  none; en_i holds all stages
// Reset      none
// Example    NumLut = 3: level 1 holds l0 + l1 + s0 (owing s1) and l2 (owing s2), level 2 their sum + s1, owing s2
// Cost       (NumLut - 1) adders with carry-in, of LevelW[i] bits at level i; registers of RegAfter[i] stages of
//            LevelW[i] + 1 bits behind each sum of level i (level 0: behind the fetch)
`default_nettype none

module tlut_reduce #(
  parameter integer NumLut   = 4,
  parameter integer Levels   = 2,               // ceil(log2 NumLut)
  // per level i, at [8*i +: 8]: width of the sums; register stages behind them
  parameter [8*(Levels+1)-1:0] LevelW   = {8'd12, 8'd11, 8'd10},
  parameter [8*(Levels+1)-1:0] RegAfter = {8'd0, 8'd0, 8'd0},
  // Derived, do not override.
  parameter integer LeafW = {24'd0, LevelW[7:0]},
  parameter integer SumW  = {24'd0, LevelW[8*Levels+:8]}
) (
  input  wire                    clk_i,
  input  wire                    en_i,
  // operand of table l at [l*LeafW +: LeafW]; its sign at [l]
  input  wire [NumLut*LeafW-1:0] leaf_i,
  input  wire [NumLut-1:0]       sign_i,
  output wire [SumW-1:0]         sum_o,
  output wire                    sign_o
);

  genvar v;
  generate
    for (v = 0; v <= Levels; v = v + 1) begin : gen_level
      localparam integer CNT = (NumLut + (1 << v) - 1) >> v;
      localparam integer W   = {24'd0, LevelW[8*v+:8]};
      localparam integer REG = {24'd0, RegAfter[8*v+:8]};
      wire [CNT*W-1:0] sum;
      wire [CNT-1:0]   sign;
      wire [CNT*W-1:0] sum_q;
      wire [CNT-1:0]   sign_q;

      if (v == 0) begin : gen_leaves
        assign sum  = leaf_i;
        assign sign = sign_i;
      end else begin : gen_adders
        localparam integer PCNT = (NumLut + (1 << (v - 1)) - 1) >> (v - 1);
        localparam integer PW   = {24'd0, LevelW[8*(v-1)+:8]};
        wire [PCNT*PW-1:0] prev      = gen_level[v-1].sum_q;
        wire [PCNT-1:0]    prev_sign = gen_level[v-1].sign_q;
        reg  [CNT*W-1:0]   next;
        reg  [CNT-1:0]     next_sign;
        reg  [PW-1:0]      a;
        reg  [PW-1:0]      b;
        reg  [W:0]         t;
        integer i;
        always @* begin
          next      = {CNT * W{1'b0}};
          next_sign = {CNT{1'b0}};
          for (i = 0; i < CNT; i = i + 1) begin
            a = prev[2*i*PW+:PW];
            t = {{(W - PW + 1) {a[PW-1]}}, a[PW-2:0], 1'b1};
            b = {PW{1'b0}};
            next_sign[i] = prev_sign[2*i];
            if (2 * i + 1 < PCNT) begin
              // The lowest bit makes the carry-in: 1 + sign carries out exactly when sign is set.
              b = prev[(2*i+1)*PW+:PW];
              t = t + {{(W - PW + 1) {b[PW-1]}}, b[PW-2:0], prev_sign[2*i]};
              next_sign[i] = prev_sign[2*i+1];
            end
            next[i*W+:W] = t[W:1];
          end
        end
        assign sum  = next;
        assign sign = next_sign;
      end

      tlut_delay #(
        .Width (CNT * (W + 1)),
        .Stages(REG)
      ) u_regs (
        .clk_i(clk_i),
        .en_i (en_i),
        .d_i  ({sum, sign}),
        .q_o  ({sum_q, sign_q})
      );
    end
  endgenerate

  assign sum_o  = gen_level[Levels].sum_q;
  assign sign_o = gen_level[Levels].sign_q;

endmodule

`default_nettype wire
