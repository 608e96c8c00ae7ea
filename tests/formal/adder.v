// SPDX-License-Identifier: Apache-2.0
// adder.v -- the floating-point adder with register stages is the one without, later
//
// Operands are free in every cycle, the registers hold anything at first. What comes out after as many cycles as there are
// stages is the sum of the operands of the first cycle. The stages are enabled here; that each register keeps its value while
// they are not is a search in the netlist (run.sh), so a cycle without enable might as well not have been.
`default_nettype none

module formal_adder (
  input wire               clk_i,
  input wire [`F_W-1:0] a_i,
  input wire [`F_W-1:0] b_i
);
  wire [`F_W-1:0] sum, want;
  tlut_fp_add #(.ExpWidth(`F_EXP_W), .ManWidth(`F_MAN_W), .PipeRegs(`F_STEPS)) u_add (
    .clk_i(clk_i), .en_i(1'b1), .a_i(a_i), .b_i(b_i), .sum_o(sum));

  reg [3:0]        cycle = 4'd0;
  reg [`F_W-1:0] a_q, b_q;   // of the first cycle
  always @(posedge clk_i) begin
    if (cycle != 4'd15) cycle <= cycle + 4'd1;
    if (cycle == 4'd0) begin
      a_q <= a_i;
      b_q <= b_i;
    end
  end
  tlut_fp_add #(.ExpWidth(`F_EXP_W), .ManWidth(`F_MAN_W), .PipeRegs(0)) u_want (
    .clk_i(clk_i), .en_i(1'b1), .a_i(a_q), .b_i(b_q), .sum_o(want));
  always @* if (cycle == `F_STEPS) a_sum: assert (sum == want);
endmodule

`default_nettype wire
