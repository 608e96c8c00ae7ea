// SPDX-License-Identifier: Apache-2.0
// tlut_ctrl.v -- sequences key beats: groups, passes, accumulators, results
//
// What       A key beat is taken when a table is ready and the result buffer has room. Beat r of a group works on
//            accumulator r. TLAST of the keys ends the group and frees the table; the first group of a pass starts from
//            zero, the last one (activation TLAST) yields results.
// Why        all counts come from TLAST: no shape registers, no division
// Latency    PipeRegs enabled cycles from an accepted key beat to its accumulator controls
// Rate       1 key beat per cycle
// Handshake  key_ready_o depends on registers only (tab_valid_i and room_i are registers); tab_ready_o frees the table
// Reset      synchronous, active low: counters, valid bits and the sticky error
// Example    Reuse = 2, groups of 2 beats: rd_o = 00, 00 in the first group (start from zero), 01, 10 in the next
// Cost       control: log2(Reuse) counters, PipeRegs x (4 + log2 Reuse) flip-flops, a decoder of Reuse lines
//
// Group rule: every group of a pass has as many beats as its first one, at most Reuse. Otherwise group_error_o is set and
// stays; excess beats work on the last accumulator, the results of that pass mean nothing, and nothing hangs.
`default_nettype none

module tlut_ctrl #(
  parameter integer Reuse    = 4,
  parameter integer PipeRegs = 0,
  // Derived, do not override.
  parameter integer SlotW    = Reuse > 2 ? $clog2(Reuse) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  // table: valid while its entries can be read; last = final activation beat of the vector
  input  wire             tab_valid_i,
  input  wire             tab_last_i,
  output wire             tab_ready_o,
  // key stream
  input  wire             key_valid_i,
  input  wire             key_last_i,
  output wire             key_ready_o,
  // result stage: room for one more (it enables the whole pipeline), and a result that waits in its accumulator
  input  wire             room_i,
  input  wire             pending_i,
  input  wire [SlotW-1:0] pend_slot_i,
  // accumulator stage
  output wire [Reuse-1:0] rd_o,         // accumulator to add to; none: start from zero
  output wire [Reuse-1:0] we_o,         // accumulator to write
  output wire             beat_valid_o, // a beat is in this stage
  output wire             res_valid_o,  // it is a result
  output wire             res_last_o,
  output wire [SlotW-1:0] slot_o,
  output wire             group_error_o
);

  localparam integer LAST_BEAT = Reuse - 1;
  localparam integer BEAT_W = SlotW + 3;

  reg  [SlotW-1:0] cnt_q;     // beat within the group
  reg  [SlotW-1:0] length_q;  // beats of the pass's first group, less one
  reg              first_q;   // first group of a pass
  reg              error_q;

  wire fire    = key_valid_i & key_ready_o;
  wire at_end  = cnt_q == LAST_BEAT[SlotW-1:0];
  wire too_long = ~key_last_i & at_end;
  wire differs = key_last_i & ~first_q & (cnt_q != length_q);

  assign key_ready_o = tab_valid_i & room_i;
  assign tab_ready_o = fire & key_last_i;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      cnt_q   <= {SlotW{1'b0}};
      first_q <= 1'b1;
      error_q <= 1'b0;
    end else if (fire) begin
      if (key_last_i) begin
        cnt_q   <= {SlotW{1'b0}};
        first_q <= tab_last_i;
      end else if (!at_end) begin
        cnt_q <= cnt_q + {{(SlotW - 1) {1'b0}}, 1'b1};
      end
      error_q <= error_q | too_long | differs;
    end
  end

  always @(posedge clk_i) begin
    if (fire & key_last_i & first_q) length_q <= cnt_q;
  end

  // The beat on its way to the accumulator.
  wire [BEAT_W-1:0] beat = {first_q, tab_last_i, key_last_i, cnt_q};
  wire [BEAT_W-1:0] beat_q;
  wire              valid_q;

  tlut_delay #(
    .Width (BEAT_W),
    .Stages(PipeRegs)
  ) u_beat (
    .clk_i(clk_i),
    .en_i (room_i),
    .d_i  (beat),
    .q_o  (beat_q)
  );

  generate
    if (PipeRegs == 0) begin : gen_direct
      assign valid_q = fire;
    end else if (PipeRegs == 1) begin : gen_one
      reg v_q;
      always @(posedge clk_i) begin
        if (!rst_ni) v_q <= 1'b0;
        else if (room_i) v_q <= fire;
      end
      assign valid_q = v_q & room_i;
    end else begin : gen_stages
      reg [PipeRegs-1:0] v_q;
      always @(posedge clk_i) begin
        if (!rst_ni) v_q <= {PipeRegs{1'b0}};
        else if (room_i) v_q <= {v_q[PipeRegs-2:0], fire};
      end
      assign valid_q = v_q[PipeRegs-1] & room_i;
    end
  endgenerate

  wire             first = beat_q[BEAT_W-1];
  wire             emit  = beat_q[BEAT_W-2];
  wire [SlotW-1:0] slot  = beat_q[SlotW-1:0];
  // While a result is pending no beat moves, so the read port is free for it.
  wire [SlotW-1:0] read  = pending_i ? pend_slot_i : slot;

  genvar r;
  generate
    for (r = 0; r < Reuse; r = r + 1) begin : gen_slot
      assign rd_o[r] = (read == r[SlotW-1:0]) & (pending_i | ~first);
      assign we_o[r] = (slot == r[SlotW-1:0]) & valid_q;
    end
  endgenerate

  assign beat_valid_o  = valid_q;
  assign res_valid_o   = valid_q & emit;
  assign res_last_o    = beat_q[SlotW];
  assign slot_o        = slot;
  assign group_error_o = error_q;

endmodule

`default_nettype wire
