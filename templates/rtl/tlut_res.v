// SPDX-License-Identifier: Apache-2.0
// tlut_res.v -- control of the result stream
//
// What       Two results deep, like tlut_skid, but the spare one stays in its accumulator: pending_o says that a result
//            waits in accumulator pend_slot_o, because it was made while the result register was taken.
// Why        READY of the keys depends on registers only, without a second result register
// Latency    1 cycle
// Rate       1 result per cycle
// Handshake  valid/ready towards m_*; room_o enables the key pipeline (a register), s_valid_i only with room_o
// Reset      synchronous, active low, on the two valid bits
// Example    consumer stalls while a result is made: pending_o rises, room_o falls; when the consumer takes the head, load_o
//            and pending_o move the accumulator to the result register, and room_o rises again
// Cost       2 + 2 x Width + SlotW flip-flops, a few gates
`default_nettype none

module tlut_res #(
  parameter integer SlotW = 1,
  parameter integer Width = 1   // what travels with a result beside the numbers
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  // a result at the output of the accumulators
  input  wire             s_valid_i,
  input  wire [Width-1:0] s_data_i,
  input  wire [SlotW-1:0] s_slot_i,
  output wire             room_o,
  // result registers: load; from the accumulator pend_slot_o if pending
  output wire             load_o,
  output wire             pending_o,
  output wire [SlotW-1:0] pend_slot_o,
  // result stream
  output wire             m_valid_o,
  input  wire             m_ready_i,
  output wire [Width-1:0] m_data_o
);

  reg             head_valid_q;
  reg [Width-1:0] head_data_q;
  reg             pending_q;
  reg [Width-1:0] pend_data_q;
  reg [SlotW-1:0] pend_slot_q;

  wire take = m_ready_i | ~head_valid_q;  // the head is free at the end of this cycle

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      pending_q    <= 1'b0;
    end else if (take) begin
      head_valid_q <= pending_q | s_valid_i;
      pending_q    <= 1'b0;
    end else begin
      pending_q <= pending_q | s_valid_i;
    end
  end

  always @(posedge clk_i) begin
    if (take) head_data_q <= pending_q ? pend_data_q : s_data_i;
  end

  always @(posedge clk_i) begin
    if (s_valid_i) begin
      pend_data_q <= s_data_i;
      pend_slot_q <= s_slot_i;
    end
  end

  assign room_o      = ~pending_q;
  assign load_o      = take & (pending_q | s_valid_i);
  assign pending_o   = pending_q;
  assign pend_slot_o = pend_slot_q;
  assign m_valid_o   = head_valid_q;
  assign m_data_o    = head_data_q;

endmodule

`default_nettype wire
