// SPDX-License-Identifier: Apache-2.0
// build.v -- every entry of an emitted table build is the plain signed sum
//
// Entry j holds the combination with value B - j, entry B + j of a whole table its negative. Activations are free; with
// F_SYMMETRIC the most negative one does not occur, which is the contract of that range. The module is combinational.
`default_nettype none

module formal_build (
  input wire [`F_MU*`F_ACT_W-1:0] act_i
);
  localparam integer W = (`F_ENT_W > `F_ACT_W + 3 ? `F_ENT_W : `F_ACT_W + 3) + 1;

  wire [`F_STORED*`F_ENT_W-1:0] ent;
  tlut_t_build u_build (
    .act_i(act_i),
    .ent_o(ent)
  );

  genvar j;
  generate
    for (j = 0; j < `F_STORED; j = j + 1) begin : gen_entry
      wire [W-1:0] want;
      wire [W-1:0] have = {{(W - `F_ENT_W + 1) {ent[j*`F_ENT_W+`F_ENT_W-1]}}, ent[j*`F_ENT_W+:`F_ENT_W-1]};
      formal_combination #(
        .Value(j < `F_ENTRIES ? `F_ENTRIES - j : j - 2 * `F_ENTRIES),
        .Mu(`F_MU), .ActW(`F_ACT_W), .W(W)) u_sum (.act_i(act_i), .sum_o(want));
      always @* assert (have == want);
    end
`ifdef F_SYMMETRIC
    for (j = 0; j < `F_MU; j = j + 1) begin : gen_range
      always @* assume (act_i[j*`F_ACT_W+:`F_ACT_W] != {1'b1, {(`F_ACT_W - 1) {1'b0}}});
    end
`endif
  endgenerate
endmodule


`default_nettype wire
