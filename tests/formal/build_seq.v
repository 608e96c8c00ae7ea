// SPDX-License-Identifier: Apache-2.0
// build_seq.v -- a sequential table build, from any state of its registers
//
// The steps of one build follow each other as tlut_seq gives them, with activations that are free and then stay; after the
// swap every entry is the plain signed sum. The registers start with any values, so this is every build of every run. That
// shadow and active table stay while neither step nor swap comes is a statement of its own, over all time, with free inputs.
`default_nettype none

module formal_build_seq (
  input wire clk_i
);
  (* anyconst *) wire [`F_MU*`F_ACT_W-1:0] act;
  reg [9:0] cycle = 10'd0;
  always @(posedge clk_i) if (cycle != `F_STEPS + 1) cycle <= cycle + 10'd1;

  wire [`F_STEPS:0]             step = {{`F_STEPS{1'b0}}, 1'b1} << cycle;
  wire [`F_STORED*`F_ENT_W-1:0] ent;
  tlut_t_build u_build (
    .clk_i (clk_i),
    .step_i(step[`F_STEPS-1:0]),
    .swap_i(cycle == `F_STEPS),
    .act_i (act),
    .ent_o (ent)
  );

  wire equal;
  formal_entries u_entries (
    .act_i  (act),
    .ent_i  (ent),
    .equal_o(equal)
  );
  always @* if (cycle == `F_STEPS + 1) a_entries: assert (equal);
endmodule

module formal_build_hold (
  input wire                      clk_i,
  input wire [`F_STEPS-1:0]       step_i,
  input wire                      swap_i,
  input wire [`F_MU*`F_ACT_W-1:0] act_i
);
  wire [`F_STORED*`F_ENT_W-1:0] ent;
  tlut_t_build u_build (
    .clk_i (clk_i),
    .step_i(step_i),
    .swap_i(swap_i),
    .act_i (act_i),
    .ent_o (ent)
  );

  wire [`F_SHADOW_W-1:0] h_shadow;   // tied to the registers of the shadow table
  reg                         started = 1'b0, was_step, was_swap;
  reg [`F_SHADOW_W-1:0]       was_shadow;
  reg [`F_STORED*`F_ENT_W-1:0] was_ent;
  always @(posedge clk_i) begin
    started    <= 1'b1;
    was_step   <= |step_i;
    was_swap   <= swap_i;
    was_shadow <= h_shadow;
    was_ent    <= ent;
  end
  always @* if (started) begin
    if (!was_step) a_shadow_held: assert (h_shadow == was_shadow);
    if (!was_swap) a_table_held: assert (ent == was_ent);
  end
endmodule

`default_nettype wire
