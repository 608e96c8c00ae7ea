// SPDX-License-Identifier: Apache-2.0
// fetch.v -- every key, read from an emitted table, gives its own signed combination
//
// One fetch for each of the 2^(IdxW+1) keys: both signs, the zero group, indices beyond it. The activations are free. The
// operand, with the +1 that it may owe, is the value; a key that says it reads zero has neither operand nor debt, which is
// what the zero gate relies on.
`default_nettype none

module formal_fetch (
  input wire [`F_MU*`F_ACT_W-1:0] act_i
);
  localparam integer W     = (`F_LEAF_W > `F_ACT_W + 3 ? `F_LEAF_W : `F_ACT_W + 3) + 1;
  localparam integer KEY_W = `F_IDX_W + 1;

  wire [`F_STORED*`F_ENT_W-1:0] ent;
  tlut_t_build u_build (
    .act_i(act_i),
    .ent_o(ent)
  );

  genvar k;
  generate
    for (k = 0; k < 1 << KEY_W; k = k + 1) begin : gen_key
      localparam integer INDEX = k % (1 << `F_IDX_W);
      localparam integer VALUE = INDEX >= `F_ENTRIES ? 0 : k == INDEX ? `F_ENTRIES - INDEX : INDEX - `F_ENTRIES;
      wire [`F_LEAF_W-1:0] leaf;
      wire                 sign;
      wire                 zero;
      tlut_fetch #(
        .NumKey  (1),
        .NumLane (1),
        .NumEnt  (`F_ENTRIES),
        .NumStore(`F_STORED),
        .IdxW    (`F_IDX_W),
        .EntW    (`F_ENT_W),
        .LeafW   (`F_LEAF_W),
        .Early   (`F_EARLY),
        .Float   (0)
      ) u_fetch (
        .ent_i (ent),
        .key_i (k[KEY_W-1:0]),
        .leaf_o(leaf),
        .sign_o(sign),
        .zero_o(zero)
      );
      wire [W-1:0] want;
      wire [W-1:0] have = {{(W - `F_LEAF_W + 1) {leaf[`F_LEAF_W-1]}}, leaf[`F_LEAF_W-2:0]} + {{(W - 1) {1'b0}}, sign};
      formal_combination #(.Value(VALUE), .Mu(`F_MU), .ActW(`F_ACT_W), .W(W)) u_sum (.act_i(act_i), .sum_o(want));
      always @* begin
        assert (have == want);
        if (zero) assert (leaf == {`F_LEAF_W{1'b0}} && !sign);
        // Early negation and whole tables owe nothing.
        if (`F_EARLY != 0 || `F_STORED != `F_ENTRIES) assert (!sign);
      end
    end
`ifdef F_SYMMETRIC
    for (k = 0; k < `F_MU; k = k + 1) begin : gen_range
      always @* assume (act_i[k*`F_ACT_W+:`F_ACT_W] != {1'b1, {(`F_ACT_W - 1) {1'b0}}});
    end
`endif
  endgenerate
endmodule

`default_nettype wire
