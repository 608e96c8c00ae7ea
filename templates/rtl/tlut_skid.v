// SPDX-License-Identifier: Apache-2.0
// tlut_skid.v -- two-entry buffer that cuts the READY path
//
// What       first in, first out; s_ready_o comes from a register, so that a stream can be stopped without a
//            combinational path from its consumer
// Why        READY on a tlut port depends on registers only; one entry alone would halve the throughput
// Latency    1 cycle
// Rate       1 beat per cycle
// Handshake  valid/ready on both sides; VALID never waits for READY, data are stable while stalled
// Reset      synchronous, active low, on the two valid bits; data registers have none
// Example    consumer stalls for one cycle while the producer sends: the beat goes to the spare entry, s_ready_o
//            falls for the next cycle
// Cost       2 x Width (flip-flop + enable) + Width 2:1 mux
`default_nettype none

module tlut_skid #(
  parameter integer Width = 8
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  // producer
  input  wire             s_valid_i,
  output wire             s_ready_o,
  input  wire [Width-1:0] s_data_i,
  // consumer
  output wire             m_valid_o,
  input  wire             m_ready_i,
  output wire [Width-1:0] m_data_o
);

  reg              head_valid_q;
  reg              spare_valid_q;
  reg  [Width-1:0] head_q;
  reg  [Width-1:0] spare_q;

  wire push = s_valid_i & ~spare_valid_q;
  wire take = m_ready_i | ~head_valid_q;  // the head is free at the end of this cycle

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      head_valid_q  <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (take) begin
      head_valid_q  <= spare_valid_q | push;
      spare_valid_q <= 1'b0;
    end else begin
      spare_valid_q <= spare_valid_q | push;
    end
  end

  always @(posedge clk_i) begin
    if (take) head_q <= spare_valid_q ? spare_q : s_data_i;
  end

  always @(posedge clk_i) begin
    if (push & ~take) spare_q <= s_data_i;
  end

  assign s_ready_o = ~spare_valid_q;
  assign m_valid_o = head_valid_q;
  assign m_data_o  = head_q;

endmodule

`default_nettype wire
