// SPDX-License-Identifier: Apache-2.0
// tlut_seq.v -- sequences the sequential table build
//
// What       While an activation beat waits in front (s_valid_i), step_o walks through Steps steps, one a cycle: the shadow
//            tables fill. When they are full and the active tables are free, swap_o moves the shadow over and takes the
//            activation beat. One controller serves all tables of a core.
// Why        P adders a table do the work of B - mu; building hides behind the reading of the table before
// Latency    Steps + 1 cycles from s_valid_i to m_valid_o
// Rate       one table per Steps + 1 cycles
// Handshake  valid/ready on both sides; s_data_i and the activations stay while s_valid_i waits
// Reset      synchronous, active low: the step and the valid bit
// Example    Steps = 3: step_o = 001, 010, 100, then swap_o as soon as m_ready_i or no table is active
// Cost       Steps + 2 + Width flip-flops
`default_nettype none

module tlut_seq #(
  parameter integer Steps = 3,
  parameter integer Width = 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  // activations, held until s_ready_o
  input  wire             s_valid_i,
  input  wire [Width-1:0] s_data_i,
  output wire             s_ready_o,
  // build modules
  output wire [Steps-1:0] step_o,   // one-hot; none while there is nothing to build
  output wire             swap_o,
  // active tables
  output wire             m_valid_o,
  output wire [Width-1:0] m_data_o,
  input  wire             m_ready_i
);

  reg [Steps:0]   step_q;   // one-hot; the top bit: the shadow is full
  reg             valid_q;
  reg [Width-1:0] data_q;

  wire swap = step_q[Steps] & (m_ready_i | ~valid_q);

  always @(posedge clk_i) begin
    if (!rst_ni) step_q <= {{Steps{1'b0}}, 1'b1};
    else if (swap) step_q <= {{Steps{1'b0}}, 1'b1};
    else if (s_valid_i & ~step_q[Steps]) step_q <= {step_q[Steps-1:0], 1'b0};
  end

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= swap | (valid_q & ~m_ready_i);
  end

  always @(posedge clk_i) begin
    if (swap) data_q <= s_data_i;
  end

  assign step_o    = step_q[Steps-1:0] & {Steps{s_valid_i}};
  assign swap_o    = swap;
  assign s_ready_o = swap;
  assign m_valid_o = valid_q;
  assign m_data_o  = data_q;

endmodule

`default_nettype wire
