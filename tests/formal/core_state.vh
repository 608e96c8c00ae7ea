// SPDX-License-Identifier: Apache-2.0
// core_state.vh -- what the registers of a core mean, in terms of the model of core.v; included by it
//
// The wires h_* are tied to registers inside the core after flattening (run.sh, by their hierarchical names); the RTL is not
// touched. All statements here are proved along with the others; nothing is assumed.

// ---- activation beats: the spare one, the head, the stages of the table build or the table itself
localparam integer SKID_W = ACT_B + 1;
wire                        h_head_valid, h_spare_valid;
wire [SKID_W-1:0]           h_head, h_spare;   // {last, data}
wire [`F_BUILD_REGS:0]      h_flow_valid;      // stage s at [s]; the top bit is unused
wire [`F_BUILD_REGS:0]      h_flow_last;
wire                        h_table_valid, h_table_last;   // of a sequential build
integer s;
reg                   acts_ok;
reg [3:0]             p;
reg [CAP_A-1:0]       left_last;   // what the registers seen so far do not hold
reg [CAP_A*ACT_B-1:0] left_data;
reg [(`F_BUILD_REGS+1)*ACT_B-1:0] flow_act;   // the beat at stage s of the build at [s]; the top one is unused
always @* begin
  flow_act = {(`F_BUILD_REGS + 1) * ACT_B{1'b0}};
  acts_ok = 1'b1;
  p = an;
  left_last = aq_last;
  left_data = aq_data;
  for (s = `F_BUILD_REGS - 1; s >= 0; s = s - 1) begin
    if (h_flow_valid[s]) begin
      acts_ok = acts_ok & p != 0 & h_flow_last[s] == left_last[0];
      flow_act[s*ACT_B+:ACT_B] = left_data[ACT_B-1:0];
      p = p - 4'd1;
      left_last = left_last >> 1;
      left_data = left_data >> ACT_B;
    end
  end
  if (`F_STEPS != 0 && h_table_valid) begin
    acts_ok = acts_ok & p != 0 & h_table_last == left_last[0];
    p = p - 4'd1;
    left_last = left_last >> 1;
    left_data = left_data >> ACT_B;
  end
  if (h_head_valid) begin
    acts_ok = acts_ok & p != 0 & h_head == {left_last[0], left_data[ACT_B-1:0]};
    p = p - 4'd1;
    left_last = left_last >> 1;
    left_data = left_data >> ACT_B;
  end
  if (h_spare_valid) begin
    acts_ok = acts_ok & p != 0 & h_head_valid & h_spare == {left_last[0], left_data[ACT_B-1:0]};
    p = p - 4'd1;
  end
  if (started) h_acts: assert (acts_ok && p == 0);
end

// ---- the step of a sequential build
wire [`F_STEPS:0] h_step;   // one-hot
always @* if (started && `F_STEPS != 0) begin
  h_one_step: assert (h_step != 0 && (h_step & (h_step - 1)) == 0);
  if (!h_step[0]) h_step_held: assert (h_head_valid);
end

// ---- groups
localparam integer SLOT_W = `F_SLOT_W;
wire [SLOT_W-1:0] h_cnt, h_length;
wire              h_first, h_error;
always @* if (started) begin
  h_groups: assert (h_cnt == (beat < R ? beat : R - 1) && beat <= R && h_first == first && h_error == wrong);
  if (!first) h_beats: assert (h_length == (beats < R ? beats : R - 1) && beats <= R);
  h_over: assert ((beat < R || wrong) && (first || beats < R || wrong));
end

// ---- results: the result register, the one that waits in its accumulator, the beats in the pipeline
localparam integer BACK_W = SLOT_W + 2 + `F_USER_W;   // {user, activation last, key last, slot}
wire                    h_res_valid, h_pending;
wire [`F_USER_W:0]      h_res_data, h_pend_data;      // {user, last}
wire [SLOT_W-1:0]       h_pend_slot;
wire [TOTAL:0]          h_v;                          // stage i at [i]; the top bit is unused
wire [(TOTAL+1)*BACK_W-1:0] h_back;
integer b;
reg             results_ok;
reg [3:0]       q;
reg [CAP_R-1:0] left_res;
reg             slots_ok;
always @* begin
  results_ok = 1'b1;
  slots_ok = !h_pending || h_pend_slot < R;
  q = rn;
  left_res = rq_last;
  if (h_res_valid) begin
    results_ok = q != 0 & h_res_data[0] == left_res[0];
    q = q - 4'd1;
    left_res = left_res >> 1;
  end
  if (h_pending) begin
    results_ok = results_ok & h_res_valid & q != 0 & h_pend_data[0] == left_res[0];
    q = q - 4'd1;
    left_res = left_res >> 1;
  end
  for (b = TOTAL - 1; b >= 0; b = b - 1) begin
    if (h_v[b] && h_back[b*BACK_W+:SLOT_W] >= R) slots_ok = 1'b0;
    if (h_v[b] && h_back[b*BACK_W+SLOT_W+1]) begin
      results_ok = results_ok & q != 0 & h_back[b*BACK_W+SLOT_W] == left_res[0];
      q = q - 4'd1;
      left_res = left_res >> 1;
    end
  end
  if (started) h_results: assert (results_ok && q == 0);
  if (started) h_slots: assert (slots_ok);
end

// Whether the beat at stage i belongs to the first group of its pass: the core forgets it at the accumulator.
reg [TOTAL:0] h_back_first;
integer g;
always @(posedge clk_i) begin
  if (!h_pending) begin
    h_back_first[0] <= first;
    for (g = 1; g < TOTAL; g = g + 1) h_back_first[g] <= h_back_first[g-1];
  end
end

// ---- interlock: a beat never reads an accumulator that one of the last F_ACC_REGS beats still works on
wire [(`F_PIPE+1)*(SLOT_W+1)-1:0]     h_front;        // stage i: {first, slot}; the top stage is unused
wire [`F_ACC_REGS:0]                  h_busy;         // the top one is unused
wire [(`F_ACC_REGS+1)*SLOT_W-1:0]     h_busy_slot;
integer e, f;
reg     copies_ok, interlock_ok;
always @* begin
  copies_ok = 1'b1;
  interlock_ok = 1'b1;
  for (e = 0; e < `F_ACC_REGS; e = e + 1) begin
    if (h_busy[e] != h_v[e]) copies_ok = 1'b0;
    if (h_v[e] && h_busy_slot[e*SLOT_W+:SLOT_W] != h_back[e*BACK_W+:SLOT_W]) copies_ok = 1'b0;
    if (key_fire && !first && h_v[e] && h_cnt == h_back[e*BACK_W+:SLOT_W]) interlock_ok = 1'b0;
  end
  for (e = 0; e < `F_PIPE; e = e + 1) begin
    if (h_v[e] && h_front[e*(SLOT_W+1)+SLOT_W] != h_back_first[e]) copies_ok = 1'b0;
    if (h_v[e] && h_front[e*(SLOT_W+1)+:SLOT_W] != h_back[e*BACK_W+:SLOT_W]) copies_ok = 1'b0;
  end
  for (e = 0; e < TOTAL; e = e + 1)
    for (f = e + 1; f <= e + `F_ACC_REGS && f < TOTAL; f = f + 1)
      if (h_v[e] && h_v[f] && !h_back_first[e] && h_back[e*BACK_W+:SLOT_W] == h_back[f*BACK_W+:SLOT_W]) interlock_ok = 1'b0;
  if (started) h_copies: assert (copies_ok);
  if (started) a_interlock: assert (interlock_ok);
end

// ---- waiting: how far away a result is, how many cycles the keys may still have to wait
integer u;
reg [7:0] nearest;   // stage of the oldest result in the pipeline
reg [7:0] building;  // until the table is there
reg [7:0] adding;    // until the accumulator is written
always @* begin
  nearest = 8'd0;
  for (u = 0; u < TOTAL; u = u + 1) if (h_v[u] && h_back[u*BACK_W+SLOT_W+1]) nearest = u;
  building = 8'd0;
  if (`F_BUILD_REGS != 0) begin
    building = `F_BUILD_REGS;
    for (u = 0; u < `F_BUILD_REGS; u = u + 1) if (h_flow_valid[u]) building = `F_BUILD_REGS - 1 - u;
  end
  if (`F_STEPS != 0 && !h_table_valid) for (u = 0; u <= `F_STEPS; u = u + 1) if (h_step[u]) building = `F_STEPS + 1 - u;
  adding = 8'd0;
  for (u = `F_ACC_REGS - 1; u >= 0; u = u - 1)
    if (!first && h_busy[u] && h_busy_slot[u*SLOT_W+:SLOT_W] == h_cnt) adding = `F_ACC_REGS - u;
  if (started && rn != 0 && !res_valid) h_res_wait: assert (res_wait <= nearest);
  if (started && an != 0 && !key_ready)
    h_key_wait: assert (key_wait + h_pending + (building > adding ? building : adding) <= WAIT);
end

`ifdef F_DATA
  `include "core_values.vh"
`endif
