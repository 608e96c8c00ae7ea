// SPDX-License-Identifier: Apache-2.0
// float.v -- the arithmetic of the model of core.v, for floating-point cores, and the adder that the core has in these proofs
//
// What       tlut_fp_add and tlut_fp_convert of the core are replaced by the modules below: a function of the operands that
//            nothing is known of (declared without a body in the SMT file), then as many register stages. The model adds by
//            the same function, in the order that the golden model states.
// Proved     which operands are added, and in which order, for every function, and so for that of the real adder: each result
//            has the bits that this order of additions gives, whatever the operands, NaN and infinities too
// Not here   what the adder computes (MPFR, docs/fp.md); that its stages delay it and do nothing else (adder.v)
`default_nettype none

(* blackbox, smtlib2_module *)
module formal_float_add (
  input  wire [`F_ACT_W-1:0] a,
  input  wire [`F_ACT_W-1:0] b,
  (* smtlib2_comb_expr = "(float_add a b)" *)
  output wire [`F_ACT_W-1:0] sum
);
endmodule

// In the accumulator's format.
(* blackbox, smtlib2_module *)
module formal_float_accumulate (
  input  wire [`F_ACC_W-1:0] a,
  input  wire [`F_ACC_W-1:0] b,
  (* smtlib2_comb_expr = "(float_accumulate a b)" *)
  output wire [`F_ACC_W-1:0] sum
);
endmodule

(* blackbox, smtlib2_module *)
module formal_float_convert (
  input  wire [`F_ACT_W-1:0] a,
  (* smtlib2_comb_expr = "(float_convert a)" *)
  output wire [`F_ACC_W-1:0] value
);
endmodule

module tlut_fp_add #(
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  parameter integer PipeRegs = 0
) (
  input  wire                       clk_i,
  input  wire                       en_i,
  input  wire [ExpWidth+ManWidth:0] a_i,
  input  wire [ExpWidth+ManWidth:0] b_i,
  output wire [ExpWidth+ManWidth:0] sum_o
);
  wire [ExpWidth+ManWidth:0] sum;
  generate
    if (ExpWidth + ManWidth + 1 == `F_ACT_W) begin : gen_act
      formal_float_add u_add (.a(a_i), .b(b_i), .sum(sum));
    end else begin : gen_acc
      formal_float_accumulate u_add (.a(a_i), .b(b_i), .sum(sum));
    end
  endgenerate
  tlut_delay #(.Width(ExpWidth + ManWidth + 1), .Stages(PipeRegs)) u_regs (
    .clk_i(clk_i), .en_i(en_i), .d_i(sum), .q_o(sum_o));
endmodule

module tlut_fp_convert #(
  parameter integer FromExpWidth = 5,
  parameter integer FromManWidth = 10,
  parameter integer ToExpWidth   = 8,
  parameter integer ToManWidth   = 23
) (
  input  wire                               clk_i,
  input  wire                               en_i,
  input  wire [FromExpWidth+FromManWidth:0] a_i,
  output wire [ToExpWidth+ToManWidth:0]     value_o
);
  formal_float_convert u_convert (.a(a_i), .value(value_o));
endmodule

module formal_add #(
  parameter integer W = 16
) (
  input  wire [W-1:0] a_i,
  input  wire [W-1:0] b_i,
  output wire [W-1:0] sum_o
);
  formal_float_add u_add (.a(a_i), .b(b_i), .sum(sum_o));
endmodule

module formal_accumulate (
  input  wire [`F_ACC_W-1:0]  acc_i,
  input  wire [`F_PART_W-1:0] beat_i,
  output wire [`F_ACC_W-1:0]  acc_o
);
  generate
    if (`F_ACC_W == `F_ACT_W) begin : gen_same
      formal_float_add u_add (.a(acc_i), .b(beat_i), .sum(acc_o));
    end else begin : gen_wide
      wire [`F_ACC_W-1:0] wide;
      formal_float_convert u_convert (.a(beat_i), .value(wide));
      formal_float_accumulate u_add (.a(acc_i), .b(wide), .sum(acc_o));
    end
  endgenerate
endmodule

// The sum of the weighted activations but for its sign, which is that of the first weight that counts: the sums of both halves,
// added if both have such a weight. code_i: weights + 1.
module formal_half #(
  parameter integer Mu = 1
) (
  input  wire [Mu*`F_ACT_W-1:0] act_i,
  input  wire [2*Mu-1:0]         code_i,
  output wire [`F_ACT_W-1:0]    value_o,
  output wire                    sign_o,
  output wire                    zero_o   // no weight counts
);
  localparam integer W    = `F_ACT_W;
  localparam integer LEFT = (Mu + 1) / 2;
  generate
    if (Mu == 1) begin : gen_one
      assign value_o = act_i;
      assign sign_o  = code_i == 2'd0;
      assign zero_o  = code_i != 2'd0 && code_i != 2'd2;
    end else begin : gen_halves
      wire [W-1:0] left, right, sum;
      wire         left_sign, right_sign, left_zero, right_zero;
      formal_half #(.Mu(LEFT)) u_left (
        .act_i(act_i[0+:LEFT*W]), .code_i(code_i[0+:2*LEFT]), .value_o(left), .sign_o(left_sign), .zero_o(left_zero));
      formal_half #(.Mu(Mu - LEFT)) u_right (
        .act_i(act_i[LEFT*W+:(Mu-LEFT)*W]), .code_i(code_i[2*LEFT+:2*(Mu-LEFT)]), .value_o(right), .sign_o(right_sign),
        .zero_o(right_zero));
      formal_float_add u_add (.a(left), .b({right[W-1] ^ left_sign ^ right_sign, right[W-2:0]}), .sum(sum));
      assign value_o = left_zero ? right : right_zero ? left : sum;
      assign sign_o  = left_zero ? right_sign : left_sign;
      assign zero_o  = left_zero & right_zero;
    end
  endgenerate
endmodule

// The part of one table. A zero keeps the sign of its key.
module formal_part (
  input  wire [`F_MU*`F_ACT_W-1:0] act_i,
  input  wire [2*`F_MU-1:0]        code_i,
  input  wire                       minus_i,
  output wire [`F_ACT_W-1:0]       part_o
);
  wire [`F_ACT_W-1:0] value;
  wire                 sign, zero;
  formal_half #(.Mu(`F_MU)) u_sum (.act_i(act_i), .code_i(code_i), .value_o(value), .sign_o(sign), .zero_o(zero));
  assign part_o = zero ? {minus_i, {(`F_ACT_W - 1) {1'b0}}} : {value[`F_ACT_W-1] ^ sign, value[`F_ACT_W-2:0]};
endmodule

// A register that holds the entry of one value, a constant, while on_i.
module formal_register #(
  parameter integer Value = 0,
  parameter integer Width = 1
) (
  input  wire                       on_i,
  input  wire [`F_MU*`F_ACT_W-1:0] act_i,
  input  wire [Width-1:0]           reg_i,
  output wire                       ok_o
);
  `include "digits.vh"
  wire [2*`F_MU-1:0] code;
  wire [Width-1:0]    want;
  genvar i;
  generate
    for (i = 0; i < `F_MU; i = i + 1) begin : gen_code
      localparam integer CODE = digit(Value + `F_ENTRIES, `F_MU, i);
      assign code[2*i+:2] = CODE;
    end
  endgenerate
  formal_part u_part (.act_i(act_i), .code_i(code), .minus_i(1'b0), .part_o(want));
  assign ok_o = ~on_i | reg_i == want;
endmodule

// A register of the sum tree.
module formal_node #(
  parameter integer Width = 1
) (
  input  wire [`F_PART_W-1:0] want_i,
  input  wire [Width-1:0]      reg_i,
  input  wire                  owed_i,
  output wire                  ok_o
);
  assign ok_o = reg_i == want_i;
endmodule

`default_nettype wire
