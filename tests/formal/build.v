// SPDX-License-Identifier: Apache-2.0
// build.v -- every entry of an emitted table build is the plain signed sum
//
// Activations are free; with F_SYMMETRIC the most negative one does not occur, which is the contract of that range. The module
// is combinational.
`default_nettype none

module formal_build (
  input wire [`F_MU*`F_ACT_W-1:0] act_i
);
  wire [`F_STORED*`F_ENT_W-1:0] ent;
  tlut_t_build u_build (
    .act_i(act_i),
    .ent_o(ent)
  );

  wire equal;
  formal_entries u_entries (
    .act_i  (act_i),
    .ent_i  (ent),
    .equal_o(equal)
  );
  always @* a_entries: assert (equal);

`ifdef F_SYMMETRIC
  genvar j;
  generate
    for (j = 0; j < `F_MU; j = j + 1) begin : gen_range
      always @* assume (act_i[j*`F_ACT_W+:`F_ACT_W] != {1'b1, {(`F_ACT_W - 1) {1'b0}}});
    end
  endgenerate
`endif
endmodule

`default_nettype wire
