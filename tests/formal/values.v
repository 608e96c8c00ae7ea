// SPDX-License-Identifier: Apache-2.0
// values.v -- the arithmetic of the model of core.v, for integer cores: plain sums; float.v is the other one
//
// What a key beat adds to a row (lane t, output k) comes in parts, one a table: the sum of its products, in F_PART_W bits, which
// hold every sum of a beat.
`default_nettype none

module formal_add #(
  parameter integer W = 8
) (
  input  wire [W-1:0] a_i,
  input  wire [W-1:0] b_i,
  output wire [W-1:0] sum_o
);
  assign sum_o = a_i + b_i;
endmodule

// The sum of a beat, added to an accumulator, which wraps or saturates.
module formal_accumulate (
  input  wire [`F_ACC_W-1:0]  acc_i,
  input  wire [`F_PART_W-1:0] beat_i,
  output wire [`F_ACC_W-1:0]  acc_o
);
  localparam integer W = (`F_ACC_W > `F_PART_W ? `F_ACC_W : `F_PART_W) + 1;
  wire [W-1:0]         sum  = {{(W - `F_ACC_W) {acc_i[`F_ACC_W-1]}}, acc_i} + {{(W - `F_PART_W) {beat_i[`F_PART_W-1]}}, beat_i};
  wire [W-`F_ACC_W:0] top  = sum[W-1:`F_ACC_W-1];
  wire                 fits = top == 0 || &top;
  wire [`F_ACC_W-1:0] most = {1'b0, {(`F_ACC_W - 1) {1'b1}}};
  assign acc_o = `F_SATURATE != 0 && !fits ? most ^ {`F_ACC_W{sum[W-1]}} : sum[`F_ACC_W-1:0];
endmodule

// The part of one table: codes are weights + 1.
module formal_part (
  input  wire [`F_MU*`F_ACT_W-1:0] act_i,
  input  wire [2*`F_MU-1:0]        code_i,
  input  wire                       minus_i,   // of a zero: counts for floats only
  output wire [`F_PART_W-1:0]      part_o
);
  wire [(`F_MU+1)*`F_PART_W-1:0] sum;
  assign sum[0+:`F_PART_W] = {`F_PART_W{1'b0}};
  genvar c;
  generate
    for (c = 0; c < `F_MU; c = c + 1) begin : gen_column
      wire [`F_ACT_W-1:0]  a = act_i[c*`F_ACT_W+:`F_ACT_W];
      wire [`F_PART_W-1:0] x = {{(`F_PART_W - `F_ACT_W) {a[`F_ACT_W-1]}}, a};
      wire [1:0]           w = code_i[2*c+:2];
      wire [`F_PART_W-1:0] y = w == 2'd2 ? x : w == 2'd0 ? -x : {`F_PART_W{1'b0}};
      assign sum[(c+1)*`F_PART_W+:`F_PART_W] = sum[c*`F_PART_W+:`F_PART_W] + y;
    end
  endgenerate
  assign part_o = sum[`F_MU*`F_PART_W+:`F_PART_W];
endmodule

// A register that holds the entry of one value, a constant, while on_i; so many low bits of it.
module formal_register #(
  parameter integer Value = 0,
  parameter integer Width = 1
) (
  input  wire                       on_i,
  input  wire [`F_MU*`F_ACT_W-1:0] act_i,
  input  wire [Width-1:0]           reg_i,
  output wire                       ok_o
);
  localparam integer W = (Width > `F_ACT_W + 3 ? Width : `F_ACT_W + 3) + 1;
  wire [W-1:0] want;
  wire [W-1:0] have = {{(W - Width) {reg_i[Width-1]}}, reg_i};
  formal_combination #(.Value(Value), .Mu(`F_MU), .ActW(`F_ACT_W), .W(W)) u_sum (.act_i(act_i), .sum_o(want));
  assign ok_o = ~on_i | have == want;
endmodule

// A register of the sum tree: its number and the +1 that it owes.
module formal_node #(
  parameter integer Width = 1
) (
  input  wire [`F_PART_W-1:0] want_i,
  input  wire [Width-1:0]      reg_i,
  input  wire                  owed_i,
  output wire                  ok_o
);
  localparam integer W = (Width > `F_PART_W ? Width : `F_PART_W) + 1;
  wire [W-1:0] want = {{(W - `F_PART_W) {want_i[`F_PART_W-1]}}, want_i};
  wire [W-1:0] have = {{(W - Width) {reg_i[Width-1]}}, reg_i} + {{(W - 1) {1'b0}}, owed_i};
  assign ok_o = have == want;
endmodule

`default_nettype wire
