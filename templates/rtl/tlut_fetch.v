// SPDX-License-Identifier: Apache-2.0
// tlut_fetch.v -- NumKey reads of one lookup table, the same reads in NumLane copies of it
//
// What       operand (t, k) = sign(key k) ? -entry : entry, entry = ent_i[lane t, index(key k)]; an index that names no
//            stored entry reads as zero. Early = 0 leaves the +1 of the negation to the reduction: operand = entry ^ sign,
//            and sign_o says whether it is owed.
// Why        replaces NumKey multipliers by one selection each; one decoder serves all lanes
// Latency    0 cycles (combinational)
// Rate       NumLane x NumKey operands per cycle
// Handshake  none; tlut_ctrl owns it
// Reset      none
// Example    mu = 2: entries a0+a1, a0, a0-a1, a1; key {sign 1, index 1} gives -a0, {0, 4} gives 0
// Cost       NumKey x (IdxW-bit decoder of NumEnt lines) + NumLane x NumKey x (NumEnt:1 AND-OR of EntW bits +
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
  parameter integer Early    = 0
) (
  // entry j of lane t at [(t*NumStore + j)*EntW +: EntW]
  input  wire [NumLane*NumStore*EntW-1:0] ent_i,
  // key k at [k*(IdxW+1) +: IdxW+1], {sign, index}
  input  wire [NumKey*(IdxW+1)-1:0]       key_i,
  // operand (t, k) at [(t*NumKey + k)*LeafW +: LeafW]; its sign at [t*NumKey + k]
  output wire [NumLane*NumKey*LeafW-1:0]  leaf_o,
  output wire [NumLane*NumKey-1:0]        sign_o
);

  localparam integer KEY_W = IdxW + 1;

  genvar k, t;
  generate
    for (k = 0; k < NumKey; k = k + 1) begin : gen_key
      wire [KEY_W-1:0] key = key_i[k*KEY_W+:KEY_W];
      wire             flip = (NumStore == NumEnt) & key[KEY_W-1];
      reg  [NumStore-1:0] hit;  // one line per stored entry
      integer j;
      always @* begin
        for (j = 0; j < NumEnt; j = j + 1) hit[j] = key[IdxW-1:0] == j[IdxW-1:0];
        if (NumStore != NumEnt) begin
          for (j = 0; j < NumEnt; j = j + 1) begin
            hit[NumStore-NumEnt+j] = key[KEY_W-1] & hit[j];
            hit[j]                 = ~key[KEY_W-1] & hit[j];
          end
        end
      end

      for (t = 0; t < NumLane; t = t + 1) begin : gen_lane
        reg  [EntW-1:0]  ent;
        wire [LeafW-1:0] wide;
        integer e;
        always @* begin
          ent = {EntW{1'b0}};
          for (e = 0; e < NumStore; e = e + 1)
            ent = ent | (ent_i[(t*NumStore+e)*EntW+:EntW] & {EntW{hit[e]}});
        end
        if (LeafW > EntW) begin : gen_extend
          assign wide = {{(LeafW - EntW) {ent[EntW-1]}}, ent};
        end else begin : gen_same
          assign wide = ent;
        end
        if (Early != 0) begin : gen_early
          assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = (wide ^ {LeafW{flip}}) + {{(LeafW - 1) {1'b0}}, flip};
          assign sign_o[t*NumKey+k] = 1'b0;
        end else begin : gen_deferred
          assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = wide ^ {LeafW{flip}};
          assign sign_o[t*NumKey+k] = flip;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
