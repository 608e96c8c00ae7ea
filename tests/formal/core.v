// SPDX-License-Identifier: Apache-2.0
// core.v -- an emitted core beside a model of its streams, written from the definition of the streams
//
// What       The model remembers the activation beats that were taken and are not used up, and the results that are owed:
//            one for each key beat of a group whose activations ended a vector. Groups may be legal or not. Nothing is
//            assumed but a reset in the first cycle: VALID, READY, data and later resets are free in every cycle.
// Proved     no beat dropped, none twice, TLAST and (F_DATA) values of all results; VALID, TDATA and TLAST of the results
//            stable until READY; nothing valid after a reset; the status bit of the key groups; and, whatever the groups,
//            an answer within a bounded number of cycles: no hang
// F_HELP     core_state.vh ties the registers of the core to the model, which makes the proof inductive
`default_nettype none

module formal_core (
  input wire                 clk_i,
  input wire                 rst_ni,
  input wire                 act_valid_i,
  input wire                 act_last_i,
  input wire [`F_ACT_TD-1:0] act_data_i,
  input wire                 key_valid_i,
  input wire                 key_last_i,
  input wire [`F_KEY_TD-1:0] key_data_i,
  input wire                 res_ready_i
);
  localparam integer R     = `F_REUSE;
  localparam integer TOTAL = `F_PIPE + `F_ACC_REGS;
  localparam integer ROWS  = `F_LANES * `F_OUTPUTS;
  localparam integer ACT_B = `F_LANES * `F_N * `F_ACT_W;  // bits of an activation beat
  localparam integer RES_B = ROWS * `F_ACC_W;             // bits of the model's results
  localparam integer CAP_A = 2 + `F_BUILD_REGS + (`F_STEPS != 0 ? 1 : 0);  // activation beats in the core, at most
  localparam integer CAP_R = 2 + TOTAL;                                    // results that it owes, at most
  // Longest wait for the keys while the results flow: the table build, a result that waits, the adder.
  localparam integer WAIT  = 2 + `F_BUILD_REGS + (`F_STEPS != 0 ? `F_STEPS + 1 : 0) + `F_ACC_REGS;

  wire                 act_ready, key_ready, res_valid, res_last;
  wire [`F_RES_TD-1:0] res_data;
  wire [3:0]           status;
  tlut_t u_dut (
    .aclk             (clk_i),
    .aresetn          (rst_ni),
    .s_axis_act_tdata (act_data_i),
    .s_axis_act_tvalid(act_valid_i),
    .s_axis_act_tready(act_ready),
    .s_axis_act_tlast (act_last_i),
    .s_axis_key_tdata (key_data_i),
    .s_axis_key_tvalid(key_valid_i),
    .s_axis_key_tready(key_ready),
    .s_axis_key_tlast (key_last_i),
    .m_axis_res_tdata (res_data),
    .m_axis_res_tvalid(res_valid),
    .m_axis_res_tready(res_ready_i),
    .m_axis_res_tlast (res_last),
    .status           (status)
  );

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* if (!started) assume (!rst_ni);

  wire act_fire = act_valid_i & act_ready;
  wire key_fire = key_valid_i & key_ready;
  wire res_fire = res_valid & res_ready_i;

  // ---- activation beats in the core, oldest lowest
  reg [3:0]             an;
  reg [CAP_A-1:0]       aq_last;
  reg [CAP_A*ACT_B-1:0] aq_data;
  wire                  a_pop = key_fire & key_last_i;
  integer i;
  always @(posedge clk_i) begin
    if (!rst_ni) an <= 4'd0;
    else an <= an + {3'd0, act_fire} - {3'd0, a_pop};
    for (i = 0; i < CAP_A; i = i + 1) begin
      if (act_fire && an == i + a_pop) begin
        aq_last[i]                <= act_last_i;
        aq_data[i*ACT_B+:ACT_B] <= act_data_i[ACT_B-1:0];
      end else if (a_pop && i + 1 < CAP_A) begin
        aq_last[i]                <= aq_last[(i+1)%CAP_A];
        aq_data[i*ACT_B+:ACT_B] <= aq_data[(i+1)%CAP_A*ACT_B+:ACT_B];
      end
    end
  end

  // ---- groups and passes
  reg [8:0] beat;   // beats of this group so far, R at most
  reg       first;  // in the first group of a pass
  reg [8:0] beats;  // beats of that group, less one
  reg       wrong;  // a group was illegal
  wire      too_long = !key_last_i && beat + 1 >= R;
  wire      differs  = key_last_i && !first && beat != beats;
  wire      beyond   = !first && beat > beats;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      beat  <= 9'd0;
      first <= 1'b1;
      wrong <= 1'b0;
    end else if (key_fire) begin
      if (key_last_i) begin
        beat  <= 9'd0;
        first <= aq_last[0];
        if (first) beats <= beat;
      end else if (beat < R) begin
        beat <= beat + 9'd1;
      end
      wrong <= wrong | too_long | differs;
    end
  end

  // ---- values: one sum per row (lane t, output k) is added to accumulator `beat`; it comes in parts, one a table
  reg  [R*RES_B-1:0] acc;
  wire [RES_B-1:0]   sum;
`ifdef F_DATA
  localparam integer PART_W = `F_PART_W;
  localparam integer ROW_B  = `F_LUTS * PART_W;    // bits of the parts of a row
  localparam integer TREE_B = (`F_LEVELS + 1) * ROW_B;
  localparam integer TAB_B  = `F_MU * `F_ACT_W;    // bits of the activations of a table
  wire [2*`F_OUTPUTS*`F_N-1:0] code;  // weight + 1 of output k and column c at [2*(k*N + c) +: 2]
  wire [`F_OUTPUTS*`F_LUTS-1:0] minus;
  formal_codes u_codes (.key_i(key_data_i), .code_o(code), .minus_o(minus));
  wire [ROWS*ROW_B-1:0] parts;        // of row r and table l at [(r*LUTS + l)*PART_W +: PART_W]
  wire [ROWS*TREE_B-1:0] node;        // those, and their sums
  genvar r, l;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : gen_row
      localparam integer LANE = r / `F_OUTPUTS;
      for (l = 0; l < `F_LUTS; l = l + 1) begin : gen_part
        formal_part u_part (
          .act_i  (aq_data[(LANE*`F_LUTS+l)*TAB_B+:TAB_B]),
          .code_i (code[2*(r%`F_OUTPUTS*`F_N+l*`F_MU)+:2*`F_MU]),
          .minus_i(minus[r%`F_OUTPUTS*`F_LUTS+l]),
          .part_o (parts[(r*`F_LUTS+l)*PART_W+:PART_W])
        );
      end
      wire [PART_W-1:0] total;
      formal_tree u_tree (.part_i(parts[r*ROW_B+:ROW_B]), .node_o(node[r*TREE_B+:TREE_B]), .sum_o(total));
      formal_accumulate u_sum (
        .acc_i (beat_base[r*`F_ACC_W+:`F_ACC_W]),
        .beat_i(total),
        .acc_o (sum[r*`F_ACC_W+:`F_ACC_W])
      );
    end
  endgenerate
  reg [RES_B-1:0] beat_base;
  integer j;
  always @* begin
    beat_base = {RES_B{1'b0}};
    for (j = 0; j < R; j = j + 1) if (!first && beat == j) beat_base = acc[j*RES_B+:RES_B];
  end
  always @(posedge clk_i) begin
    for (j = 0; j < R; j = j + 1) if (key_fire && beat == j) acc[j*RES_B+:RES_B] <= sum;
  end
`else
  assign sum = {RES_B{1'b0}};
`endif

  // ---- results that are owed, oldest lowest; ok: nothing illegal came before
  reg [3:0]             rn;
  reg [CAP_R-1:0]       rq_last;
  reg [CAP_R-1:0]       rq_ok;
  reg [CAP_R*RES_B-1:0] rq_data;
  wire                  r_push = key_fire & aq_last[0];
  integer m;
  always @(posedge clk_i) begin
    if (!rst_ni) rn <= 4'd0;
    else rn <= rn + {3'd0, r_push} - {3'd0, res_fire};
    for (m = 0; m < CAP_R; m = m + 1) begin
      if (r_push && rn == m + res_fire) begin
        rq_last[m]               <= key_last_i;
        rq_ok[m]                 <= ~(wrong | too_long | differs | beyond);
        rq_data[m*RES_B+:RES_B] <= sum;
      end else if (res_fire && m + 1 < CAP_R) begin
        rq_last[m]               <= rq_last[(m+1)%CAP_R];
        rq_ok[m]                 <= rq_ok[(m+1)%CAP_R];
        rq_data[m*RES_B+:RES_B] <= rq_data[(m+1)%CAP_R*RES_B+:RES_B];
      end
    end
  end

  // ---- the cycle before
  reg                 was_reset, was_stalled, was_last, was_wrong;
  reg [`F_RES_TD-1:0] was_data;
  reg [7:0]           key_wait, res_wait;
  always @(posedge clk_i) begin
    was_reset   <= !rst_ni;
    was_stalled <= rst_ni & res_valid & !res_ready_i;
    was_last    <= res_last;
    was_data    <= res_data;
    was_wrong   <= rst_ni & status[0];
    key_wait    <= rst_ni && an != 0 && !key_ready && res_ready_i ? key_wait + 8'd1 : 8'd0;
    res_wait    <= rst_ni && rn != 0 && !res_valid ? res_wait + 8'd1 : 8'd0;
  end

  // Each assertion once, under a name that a mutant or a counterexample can point at.
  always @* begin
    if (started) begin
      if (was_reset) a_reset: assert (!res_valid && !key_ready && act_ready && status == 4'd0);
      if (was_stalled) begin
        a_valid_stays: assert (res_valid);
        a_last_stays: assert (res_last == was_last);
        a_data_stays: assert (res_data == was_data);
      end
      a_act_room: assert (an <= CAP_A);
      a_act_ready: assert (act_ready || an >= 2);
      a_key_early: assert (!key_ready || an != 0);
      a_res_room: assert (rn <= CAP_R);
      a_res_extra: assert (!res_valid || rn != 0);
      if (res_valid) a_res_last: assert (res_last == rq_last[0]);
      a_group_flag: assert (status[0] == wrong);
      if (was_wrong) a_flag_sticky: assert (status[0]);
      a_key_hang: assert (key_wait <= WAIT);
      a_res_lost: assert (res_wait <= TOTAL);
    end
  end
`ifdef F_DATA
  integer o;
  reg                 values_match;
  reg [`F_ACC_W-1:0] want;
  always @* begin
    values_match = 1'b1;
    want = {`F_ACC_W{1'b0}};
    for (o = 0; o < ROWS; o = o + 1) begin
      want = rq_data[o*`F_ACC_W+:`F_ACC_W];
      if (res_data[o*`F_RES_W+:`F_RES_W] != {{(`F_RES_W - `F_ACC_W + 1) {want[`F_ACC_W-1]}}, want[`F_ACC_W-2:0]})
        values_match = 1'b0;
    end
    if (started && res_valid && rq_ok[0]) a_value: assert (values_match);
  end
`endif

`ifdef F_HELP
  `include "core_state.vh"
`endif

  // ---- that each interesting situation can happen
  reg [7:0] passes;     // result passes that were taken whole since the reset
  reg       reset_late; // a reset came while results were owed
  reg       was_res_last, was_pass_end;
  always @(posedge clk_i) begin
    if (!rst_ni) passes <= 8'd0;
    else if (res_fire && res_last) passes <= passes + 8'd1;
    reset_late   <= started & (reset_late | (!rst_ni && rn != 0));
    was_res_last <= rst_ni & res_fire & res_last;
    was_pass_end <= rst_ni & a_pop & aq_last[0];
  end
  always @* begin
    if (started && rst_ni) begin
      c_full: cover (act_valid_i && !act_ready && an == CAP_A && key_valid_i && !key_ready && res_valid && !res_ready_i &&
                     rn == CAP_R);
      c_all_last: cover (act_fire && act_last_i && a_pop && aq_last[0] && res_fire && res_last);
      c_keys_back_to_back: cover (was_pass_end && key_fire && !wrong);
      if (R == 1) c_results_back_to_back: cover (was_res_last && res_fire && passes == 8'd2);
      c_two_passes: cover (passes == 8'd2 && !wrong);
      c_longest_group: cover (key_fire && key_last_i && beat == R - 1 && !first && !wrong);
      c_flag: cover (wrong && res_fire);
      c_after_flag: cover (wrong && passes == 8'd2);
      if (`F_ACC_REGS != 0) c_interlock: cover (!first && an != 0 && !key_ready && !res_valid);
      c_reset_midway: cover (reset_late && passes == 8'd1);
    end
  end
endmodule

`default_nettype wire
