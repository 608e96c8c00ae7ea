// SPDX-License-Identifier: Apache-2.0
// tlut_decode.v -- what NumKey keys of one lookup table read: one line per stored entry, and the sign
//
// What       hit_o[k][e]: key k = {sign, index} reads stored entry e; no line for an index that names no entry. flip_o[k]:
//            what it reads is negated (half tables only: a whole table stores the negative entries as well). zero_o[k]:
//            key k reads zero.
// Why        a module of its own: synthesis that keeps the hierarchy shares the lines among the bits of an entry and among
//            the lanes. Within tlut_fetch it is free to decode the key once for every bit instead, which took up to 40 %
//            more area (sky130hd), for some numbers of keys and not for others.
// Latency    0 cycles (combinational)
// Rate       NumKey keys per cycle
// Handshake  none; tlut_ctrl owns it
// Reset      none
// Example    mu = 2, NumEnt = NumStore = 4: key {sign 1, index 1} sets hit_o = 4'b0010 and flip_o; {0, 4} sets zero_o alone
// Cost       NumKey x (IdxW-bit decoder of NumStore lines, NOR of the lines)
`default_nettype none

module tlut_decode #(
  parameter integer NumKey   = 4,
  parameter integer NumEnt   = 4,   // entries of the half table, B
  parameter integer NumStore = 4,   // stored entries: B, or 2B with the negative half
  parameter integer IdxW     = 3
) (
  // key k at [k*(IdxW+1) +: IdxW+1], {sign, index}
  input  wire [NumKey*(IdxW+1)-1:0] key_i,
  // line e of key k at [k*NumStore + e]
  output wire [NumKey*NumStore-1:0] hit_o,
  output wire [NumKey-1:0]          flip_o,
  output wire [NumKey-1:0]          zero_o
);

  localparam integer KEY_W = IdxW + 1;

  // One loop nest, as in tlut_fetch: simulators keep it a loop.
  reg [NumKey*NumStore-1:0] hit;
  reg [NumKey-1:0]          flip;
  reg [NumKey-1:0]          zero;
  reg [KEY_W-1:0]           key;
  integer k, e;
  always @* begin
    for (k = 0; k < NumKey; k = k + 1) begin
      key     = key_i[k*KEY_W+:KEY_W];
      flip[k] = key[KEY_W-1] & (NumStore == NumEnt);
      for (e = 0; e < NumStore; e = e + 1) begin
        if (NumStore == NumEnt) hit[k*NumStore+e] = key[IdxW-1:0] == e[IdxW-1:0];
        else if (e < NumEnt) hit[k*NumStore+e] = key == {1'b0, e[IdxW-1:0]};
        else hit[k*NumStore+e] = key == {1'b1, e[IdxW-1:0] - NumEnt[IdxW-1:0]};
      end
      zero[k] = ~(|hit[k*NumStore+:NumStore]) & ~flip[k];
    end
  end

  assign hit_o  = hit;
  assign flip_o = flip;
  assign zero_o = zero;

endmodule

`default_nettype wire
