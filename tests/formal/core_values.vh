// SPDX-License-Identifier: Apache-2.0
// core_values.vh -- what the registers of the datapath hold, in terms of the model of core.v; included by core_state.vh
//
// Tables, then the sum tree, then the accumulators: what a key beat adds travels beside the core, in parts at first, one a
// table, and added up as they are there, so that it can be told of each register what it holds.

// ---- registers of the table build: each holds the entry that its name spells (registers.vh is made from the emitted build)
wire [`F_LANES*`F_LUTS*`F_TABLE_W-1:0] h_table;      // of lane t, table l at [(t*LUTS + l)*TABLE_W +: TABLE_W]
wire [`F_LANES*`F_LUTS*`F_TABLE_N-1:0] table_ok;
genvar table;
generate
  for (table = 0; table < `F_LANES * `F_LUTS; table = table + 1) begin : gen_table
    localparam integer REG = table * `F_TABLE_W;
    localparam integer OK  = table * `F_TABLE_N;
    wire [TAB_B-1:0]                       head_act = h_head[table*TAB_B+:TAB_B];
    wire [TAB_B-1:0]                       read_act = aq_data[table*TAB_B+:TAB_B];
    `include "registers.vh"
  end
endgenerate
always @* if (started) h_entries: assert (&table_ok);

// ---- what the beat at stage i adds: the nodes of level STAGE_LEVEL[i] of each row's tree, so far as they are added up there
localparam [511:0] STAGE_LEVEL = `F_STAGE_LEVEL;
localparam [511:0] STAGE_W     = `F_STAGE_W;       // bits of such a register in the core
reg  [(TOTAL+1)*ROWS*ROW_B-1:0]        nodes;    // of stage i, row r, node n at [((i*ROWS + r)*LUTS + n)*PART_W +: PART_W]
wire [(TOTAL+1)*ROWS*ROW_B-1:0]        h_node;   // the registers of the core, alike; the top stage is unused
wire [(TOTAL+1)*ROWS*`F_LUTS-1:0]      h_owed;   // the +1 that each owes
wire [(TOTAL+1)*ROWS*`F_LUTS-1:0]      node_ok;
wire [(TOTAL+1)*ROWS*PART_W-1:0]        adds;     // what the beat at stage i adds to row r
wire [R*(TOTAL+1)*RES_B-1:0]            will;     // accumulator x once the beats from the last stage to stage i are added
wire [R*RES_B-1:0]                      h_acc;    // accumulator x of row r at [(x*ROWS + r)*ACC_W +: ACC_W]
wire [(`F_ACC_REGS+1)*RES_B-1:0]       h_adder;  // stage j of the accumulators' adder at [j]; the top one is unused
wire [(TOTAL+1)*R*ROWS-1:0]             adder_ok;
genvar hs, hr, hn, hx;
generate
  for (hs = 0; hs < TOTAL; hs = hs + 1) begin : gen_stage
    localparam integer LEVEL = STAGE_LEVEL[8*hs+:8];
    for (hr = 0; hr < ROWS; hr = hr + 1) begin : gen_row
      wire [TREE_B-1:0] before;   // all levels, from the stage before
      wire [TREE_B-1:0] after;
      if (hs == 0) begin : gen_first
        assign before = node[hr*TREE_B+:TREE_B];
      end else begin : gen_next
        assign before = gen_stage[hs-1].gen_row[hr].after;
      end
      always @(posedge clk_i) if (!h_pending) nodes[(hs*ROWS+hr)*ROW_B+:ROW_B] <= before[LEVEL*ROW_B+:ROW_B];
      formal_tree #(.From(LEVEL)) u_tree (
        .part_i(nodes[(hs*ROWS+hr)*ROW_B+:ROW_B]),
        .node_o(after),
        .sum_o (adds[(hs*ROWS+hr)*PART_W+:PART_W])
      );
      for (hn = 0; hn < `F_LUTS; hn = hn + 1) begin : gen_node
        localparam integer AT = (hs * ROWS + hr) * `F_LUTS + hn;
        if (hs < `F_PIPE && hn < (`F_LUTS + (1 << LEVEL) - 1) >> LEVEL) begin : gen_register
          wire ok;
          formal_node #(.Width(STAGE_W[8*hs+:8])) u_node (
            .want_i(nodes[AT*PART_W+:PART_W]),
            .reg_i (h_node[AT*PART_W+:STAGE_W[8*hs+:8]]),
            .owed_i(h_owed[AT]),
            .ok_o  (ok)
          );
          assign node_ok[AT] = ok | ~h_v[hs];
        end else begin : gen_none
          assign node_ok[AT] = 1'b1;
        end
      end
    end
  end
  assign node_ok[TOTAL*ROWS*`F_LUTS+:ROWS*`F_LUTS] = {ROWS * `F_LUTS{1'b1}};

  for (hx = 0; hx < R; hx = hx + 1) begin : gen_slot
    assign will[(hx*(TOTAL+1)+TOTAL)*RES_B+:RES_B] = h_acc[hx*RES_B+:RES_B];
    for (hs = 0; hs < TOTAL; hs = hs + 1) begin : gen_stage
      wire mine = h_v[hs] & h_back[hs*BACK_W+:SLOT_W] == hx;
      for (hr = 0; hr < ROWS; hr = hr + 1) begin : gen_row
        localparam integer AT = (hx * (TOTAL + 1) + hs) * RES_B + hr * `F_ACC_W;
        wire [`F_ACC_W-1:0] next;
        formal_accumulate u_add (
          .acc_i (h_back_first[hs] ? {`F_ACC_W{1'b0}} : will[AT+RES_B+:`F_ACC_W]),
          .beat_i(adds[(hs*ROWS+hr)*PART_W+:PART_W]),
          .acc_o (next)
        );
        assign will[AT+:`F_ACC_W] = mine ? next : will[AT+RES_B+:`F_ACC_W];
        if (hs >= `F_PIPE) begin : gen_adder
          assign adder_ok[(hs*R+hx)*ROWS+hr] = ~mine | h_adder[(hs-`F_PIPE)*RES_B+hr*`F_ACC_W+:`F_ACC_W] == next;
        end else begin : gen_no_adder
          assign adder_ok[(hs*R+hx)*ROWS+hr] = 1'b1;
        end
      end
    end
  end
  assign adder_ok[TOTAL*R*ROWS+:R*ROWS] = {R * ROWS{1'b1}};
endgenerate
always @* if (started) begin
  h_nodes: assert (&node_ok);
  h_adders: assert (&adder_ok);
end

// ---- accumulators: what they hold, once the beats on their way are added, is what the model holds; and so are results
integer x, y;
reg                   accs_ok, values_ok;
reg [CAP_R-1:0]       left_ok;
reg [CAP_R*RES_B-1:0] left_value;
always @* begin
  accs_ok = 1'b1;
  values_ok = 1'b1;
  left_ok = rq_ok;
  left_value = rq_data;
  for (x = 0; x < R; x = x + 1) begin
    left_ok = rq_ok;
    left_value = rq_data;
    if (h_res_valid) begin
      left_ok = left_ok >> 1;
      left_value = left_value >> RES_B;
    end
    if (h_pending) begin
      if (h_pend_slot == x && left_ok[0] && h_acc[x*RES_B+:RES_B] != left_value[RES_B-1:0]) values_ok = 1'b0;
      left_ok = left_ok >> 1;
      left_value = left_value >> RES_B;
    end
    for (y = TOTAL - 1; y >= 0; y = y - 1) begin
      if (h_v[y] && h_back[y*BACK_W+SLOT_W+1]) begin
        if (h_back[y*BACK_W+:SLOT_W] == x && left_ok[0] && will[(x*(TOTAL+1)+y)*RES_B+:RES_B] != left_value[RES_B-1:0])
          values_ok = 1'b0;
        left_ok = left_ok >> 1;
        left_value = left_value >> RES_B;
      end
    end
    if (!wrong && (first ? x < beat : x <= beats) && will[x*(TOTAL+1)*RES_B+:RES_B] != acc[x*RES_B+:RES_B]) accs_ok = 1'b0;
  end
  if (started) h_accs: assert (accs_ok);
  if (started) h_values: assert (values_ok);
end
