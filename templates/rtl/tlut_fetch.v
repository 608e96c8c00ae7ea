// SPDX-License-Identifier: Apache-2.0
// tlut_fetch.v -- NumKey reads of one lookup table, the same reads in NumLane copies of it
//
// What       operand (t, k) = sign(key k) ? -entry : entry, entry = ent_i[lane t, index(key k)]; an index that names no
//            stored entry reads as zero. Early = 0 leaves the +1 of the negation to the reduction: operand = entry ^ sign,
//            and sign_o says whether it is owed. Float = 1: the sign flips the top bit, and nothing is owed. zero_o: the
//            key reads zero, and its operand is all zeros.
// Why        replaces NumKey multipliers by one selection each; one decoder serves all lanes
// Latency    0 cycles (combinational)
// Rate       NumLane x NumKey operands per cycle
// Handshake  none; tlut_ctrl owns it
// Reset      none
// Example    mu = 2: entries a0+a1, a0, a0-a1, a1; key {sign 1, index 1} gives -a0, {0, 4} gives 0
// Cost       tlut_decode of NumKey keys + NumLane x NumKey x (NumEnt:1 AND-OR of EntW bits +
//            LeafW XOR, Early: + LeafW incrementer). AND-OR with one decoder is 15 % smaller than a tree of 2:1
//            multiplexers, and a variable part-select would be three times as large.
`default_nettype none

module tlut_fetch #(
  parameter integer NumKey   = 4,
  parameter integer NumLane  = 1,
  parameter integer NumEnt   = 4,   // entries of the half table, B
  parameter integer NumStore = 4,   // stored entries: B, or 2B with the negative half
  parameter integer IdxW     = 3,
  parameter integer EntW     = 9,
  parameter integer LeafW    = 9,
  parameter integer Early    = 0,
  parameter integer Float    = 0
) (
  // entry j of lane t at [(t*NumStore + j)*EntW +: EntW]
  input  wire [NumLane*NumStore*EntW-1:0] ent_i,
  // key k at [k*(IdxW+1) +: IdxW+1], {sign, index}
  input  wire [NumKey*(IdxW+1)-1:0]       key_i,
  // operand (t, k) at [(t*NumKey + k)*LeafW +: LeafW]; its sign at [t*NumKey + k]
  output wire [NumLane*NumKey*LeafW-1:0]  leaf_o,
  output wire [NumLane*NumKey-1:0]        sign_o,
  output wire [NumKey-1:0]                zero_o
);

  wire [NumKey*NumStore-1:0] hit;  // one line per stored entry
  wire [NumKey-1:0]          flip;
  tlut_decode #(
    .NumKey  (NumKey),
    .NumEnt  (NumEnt),
    .NumStore(NumStore),
    .IdxW    (IdxW)
  ) u_decode (
    .key_i (key_i),
    .hit_o (hit),
    .flip_o(flip),
    .zero_o(zero_o)
  );

  // One loop nest over all keys: simulators keep it a loop, where a generate block per key becomes a copy per key (twelve
  // times the C++ for 16 tables and 64 keys). Synthesis unrolls both to the same gates.
  reg [NumLane*NumKey*LeafW-1:0] leaf;
  reg [NumLane*NumKey-1:0]       sign;
  reg [EntW-1:0]                 ent;
  reg [LeafW-1:0]                wide;
  integer k, t, e;
  always @* begin
    leaf = {NumLane * NumKey * LeafW{1'b0}};
    sign = {NumLane * NumKey{1'b0}};
    for (k = 0; k < NumKey; k = k + 1)
      for (t = 0; t < NumLane; t = t + 1) begin
        ent = {EntW{1'b0}};
        for (e = 0; e < NumStore; e = e + 1)
          ent = ent | (ent_i[(t*NumStore+e)*EntW+:EntW] & {EntW{hit[k*NumStore+e]}});
        wide = {{(LeafW - EntW + 1) {ent[EntW-1]}}, ent[EntW-2:0]};
        if (Float != 0) wide = wide ^ {flip[k], {(LeafW - 1) {1'b0}}};
        else wide = wide ^ {LeafW{flip[k]}};
        if (Early != 0) wide = wide + {{(LeafW - 1) {1'b0}}, flip[k]};
        leaf[(t*NumKey+k)*LeafW+:LeafW] = wide;
        sign[t*NumKey+k] = flip[k] & (Early == 0) & (Float == 0);
      end
  end

  assign leaf_o = leaf;
  assign sign_o = sign;

endmodule

`default_nettype wire
