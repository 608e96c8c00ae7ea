// SPDX-License-Identifier: Apache-2.0
// entries.v -- whether every entry of a table is the plain signed sum of its activations
//
// Entry j holds the combination with value B - j, entry B + j of a whole table its negative. Widths are part of it: the entry,
// sign-extended, equals a sum that no width limits.
`default_nettype none

module formal_entries (
  input  wire [`F_MU*`F_ACT_W-1:0]      act_i,
  input  wire [`F_STORED*`F_ENT_W-1:0] ent_i,
  output wire                            equal_o
);
  localparam integer W = (`F_ENT_W > `F_ACT_W + 3 ? `F_ENT_W : `F_ACT_W + 3) + 1;

  wire [`F_STORED-1:0] equal;
  genvar j;
  generate
    for (j = 0; j < `F_STORED; j = j + 1) begin : gen_entry
      wire [W-1:0] want;
      wire [W-1:0] have = {{(W - `F_ENT_W + 1) {ent_i[j*`F_ENT_W+`F_ENT_W-1]}}, ent_i[j*`F_ENT_W+:`F_ENT_W-1]};
      formal_combination #(
        .Value(j < `F_ENTRIES ? `F_ENTRIES - j : j - 2 * `F_ENTRIES),
        .Mu(`F_MU), .ActW(`F_ACT_W), .W(W)) u_sum (.act_i(act_i), .sum_o(want));
      assign equal[j] = have == want;
    end
  endgenerate
  assign equal_o = &equal;
endmodule

`default_nettype wire
