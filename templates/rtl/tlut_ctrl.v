// SPDX-License-Identifier: Apache-2.0
// tlut_ctrl.v -- sequences key beats: groups, passes, accumulators, results
//
// What       A key beat is taken when a table is ready and the result buffer has room. Beat r of a group works on
//            accumulator r. TLAST of the keys ends the group and frees the table; the first group of a pass starts from
//            zero, the last one (activation TLAST) yields results.
// Why        all counts come from TLAST: no shape registers, no division
// Latency    PipeRegs enabled cycles from an accepted key beat to rd_o, AccRegs more to we_o and the result
// Rate       1 key beat per cycle
// Handshake  key_ready_o depends on registers only (tab_valid_i and room_i are registers); tab_ready_o frees the table
// Reset      synchronous, active low: counters, valid bits and the sticky error
// Example    Reuse = 2, groups of 2 beats: rd_o = 00, 00 in the first group (start from zero), 01, 10 in the next
// Cost       control: log2(Reuse) counters, (PipeRegs + AccRegs) x (4 + UserW + log2 Reuse) flip-flops, two decoders of
//            Reuse lines; AccRegs comparators of log2 Reuse bits
//
// Interlock: an adder with AccRegs stages still holds the accumulators of the last AccRegs beats. A beat that would read
// one of them is not taken until it is written; a group of more than AccRegs beats never waits.
//
// Group rule: every group of a pass has as many beats as its first one, at most Reuse. Otherwise group_error_o is set and
// stays; excess beats work on the last accumulator, the results of that pass mean nothing, and nothing hangs.
`default_nettype none

module tlut_ctrl #(
  parameter integer Reuse    = 4,
  parameter integer PipeRegs = 0,  // from the key beat to the operands of the accumulator's adder
  parameter integer AccRegs  = 0,  // inside that adder
  parameter integer UserW    = 1,
  // Derived, do not override.
  parameter integer SlotW    = Reuse > 2 ? $clog2(Reuse) : 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  // table: valid while its entries can be read; last = final activation beat of the vector
  input  wire             tab_valid_i,
  input  wire             tab_last_i,
  input  wire [UserW-1:0] tab_user_i,   // travels with the beat to the result
  output wire             tab_ready_o,
  // key stream
  input  wire             key_valid_i,
  input  wire             key_last_i,
  output wire             key_ready_o,
  output wire             key_fire_o,   // a key beat is taken
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
  output wire [UserW-1:0] res_user_o,
  output wire [SlotW-1:0] slot_o,
  output wire             group_error_o
);

  localparam integer LAST_BEAT = Reuse - 1;
  localparam integer TOTAL     = PipeRegs + AccRegs;
  localparam integer FRONT_W   = SlotW + 1;
  localparam integer BACK_W    = SlotW + 2 + UserW;

  reg  [SlotW-1:0] cnt_q;     // beat within the group
  reg  [SlotW-1:0] length_q;  // beats of the pass's first group, less one
  reg              first_q;   // first group of a pass
  reg              error_q;
  wire             hazard;

  wire fire     = key_valid_i & key_ready_o;
  wire at_end   = cnt_q == LAST_BEAT[SlotW-1:0];
  wire too_long = ~key_last_i & at_end;
  wire differs  = key_last_i & ~first_q & (cnt_q != length_q);

  assign key_ready_o = tab_valid_i & room_i & ~hazard;
  assign key_fire_o  = fire;
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

  // ---- accumulators in the adder: a copy of what it holds, kept at its distance from the key beat
  generate
    if (AccRegs == 0) begin : gen_no_hazard
      assign hazard = 1'b0;
    end else begin : gen_hazard
      wire [AccRegs-1:0] busy;
      genvar h;
      for (h = 0; h < AccRegs; h = h + 1) begin : gen_busy
        reg             busy_q;
        reg [SlotW-1:0] slot_q;
        wire            busy_d;
        wire [SlotW-1:0] slot_d;
        if (h == 0) begin : gen_first
          assign busy_d = fire;
          assign slot_d = cnt_q;
        end else begin : gen_next
          assign busy_d = gen_busy[h-1].busy_q;
          assign slot_d = gen_busy[h-1].slot_q;
        end
        always @(posedge clk_i) begin
          if (!rst_ni) busy_q <= 1'b0;
          else if (room_i) busy_q <= busy_d;
        end
        always @(posedge clk_i) begin
          if (room_i) slot_q <= slot_d;
        end
        assign busy[h] = busy_q & (slot_q == cnt_q);
      end
      assign hazard = ~first_q & (|busy);
    end
  endgenerate

  // ---- the beat on its way: to the operands of the adder, and on to its sum
  wire [FRONT_W-1:0] front;
  wire [BACK_W-1:0]  back;
  wire               valid_q;

  tlut_delay #(
    .Width (FRONT_W),
    .Stages(PipeRegs)
  ) u_front (
    .clk_i(clk_i),
    .en_i (room_i),
    .d_i  ({first_q, cnt_q}),
    .q_o  (front)
  );

  tlut_delay #(
    .Width (BACK_W),
    .Stages(TOTAL)
  ) u_back (
    .clk_i(clk_i),
    .en_i (room_i),
    .d_i  ({tab_user_i, tab_last_i, key_last_i, cnt_q}),
    .q_o  (back)
  );

  generate
    if (TOTAL == 0) begin : gen_direct
      assign valid_q = fire;
    end else begin : gen_stages
      reg  [TOTAL-1:0] v_q;
      wire [TOTAL:0]   v_d = {v_q, fire};
      always @(posedge clk_i) begin
        if (!rst_ni) v_q <= {TOTAL{1'b0}};
        else if (room_i) v_q <= v_d[TOTAL-1:0];
      end
      assign valid_q = v_d[TOTAL] & room_i;
    end
  endgenerate

  wire             emit = back[SlotW+1];
  wire [SlotW-1:0] slot = back[SlotW-1:0];
  // While a result is pending no beat moves, so the read port is free for it.
  wire [SlotW-1:0] read = pending_i ? pend_slot_i : front[SlotW-1:0];

  genvar r;
  generate
    for (r = 0; r < Reuse; r = r + 1) begin : gen_slot
      assign rd_o[r] = (read == r[SlotW-1:0]) & (pending_i | ~front[SlotW]);
      assign we_o[r] = (slot == r[SlotW-1:0]) & valid_q;
    end
  endgenerate

  assign beat_valid_o  = valid_q;
  assign res_valid_o   = valid_q & emit;
  assign res_last_o    = back[SlotW];
  assign res_user_o    = back[BACK_W-1:SlotW+2];
  assign slot_o        = slot;
  assign group_error_o = error_q;

endmodule

`default_nettype wire
