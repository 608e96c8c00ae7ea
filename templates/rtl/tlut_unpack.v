// SPDX-License-Identifier: Apache-2.0
// tlut_unpack.v -- encoded weights into keys
//
// What       key (k, l) of NumGroup groups of Mu weights, in stream order. Pack5 = 0 (trit2): weight i at [2*i +: 2], code
//            w + 1; code 3 counts as zero. Pack5 = 1: weights 5b .. 5b+4 in byte b, base 3, first weight most significant,
//            digit w + 1; bytes 243..255 count as five zeros.
// Why        keys take ceil(log2(3^Mu)) bits a group, packed weights 2 or 1.6 bits a weight, whatever Mu
// Latency    0 cycles (combinational)
// Rate       one beat per cycle
// Handshake  none
// Reset      none
// Example    Pack5 = 1: byte 121 holds five zeros, byte 242 five times +1
// Cost       NumGroup x (a small constant-weight sum of Mu weights); Pack5: a digit decoder per byte
`default_nettype none

module tlut_unpack #(
  parameter integer NumGroup = 4,
  parameter integer Mu       = 2,
  parameter integer NumEnt   = 4,
  parameter integer IdxW     = 3,
  parameter integer Pack5    = 0,
  // Derived, do not override.
  parameter integer BitsW    = Pack5 != 0 ? (NumGroup * Mu + 4) / 5 * 8 : NumGroup * Mu * 2
) (
  input  wire [BitsW-1:0]             bits_i,
  output wire [NumGroup*(IdxW+1)-1:0] key_o
);

  localparam integer KEY_W = IdxW + 1;
  localparam integer TRITS = NumGroup * Mu;
  localparam integer BYTES = (TRITS + 4) / 5;
  localparam integer TWICE = 2 * NumEnt;

  wire [2*TRITS-1:0] trit;  // code of each weight, legal

  generate
    if (Pack5 != 0) begin : gen_pack5
      reg [10*BYTES-1:0] all;
      reg [7:0]          rest;
      reg [7:0]          place;
      reg [1:0]          digit;
      integer b, d;
      always @* begin
        all = {10 * BYTES{1'b0}};
        for (b = 0; b < BYTES; b = b + 1) begin
          rest  = bits_i[8*b+:8] > 8'd242 ? 8'd121 : bits_i[8*b+:8];
          place = 8'd81;
          for (d = 0; d < 5; d = d + 1) begin
            digit = 2'd0;
            if (rest >= place) begin
              digit = 2'd1;
              rest  = rest - place;
            end
            if (rest >= place) begin
              digit = 2'd2;
              rest  = rest - place;
            end
            all[2*(5*b+d)+:2] = digit;
            place = d == 0 ? 8'd27 : d == 1 ? 8'd9 : d == 2 ? 8'd3 : 8'd1;
          end
        end
      end
      assign trit = all[2*TRITS-1:0];
      if (5 * BYTES > TRITS) begin : gen_rest
        wire unused_ok = &{1'b0, all[10*BYTES-1:2*TRITS]};
      end
    end else begin : gen_trit2
      reg [2*TRITS-1:0] all;
      integer i;
      always @* begin
        for (i = 0; i < TRITS; i = i + 1) all[2*i+:2] = (&bits_i[2*i+:2]) ? 2'd1 : bits_i[2*i+:2];
      end
      assign trit = all;
    end
  endgenerate

  // Digits w + 1 make the number v + NumEnt, 0..2*NumEnt, without a sign.
  reg [NumGroup*KEY_W-1:0] key;
  reg [KEY_W-1:0]          value;
  reg [IdxW-1:0]           index;
  integer g, w;
  always @* begin
    key = {NumGroup * KEY_W{1'b0}};
    for (g = 0; g < NumGroup; g = g + 1) begin
      value = {KEY_W{1'b0}};
      for (w = 0; w < Mu; w = w + 1)
        value = (value << 1) + value + {{(KEY_W - 2) {1'b0}}, trit[2*(g*Mu+w)+:2]};
      // v >= 0: index = NumEnt - v; v < 0: index = NumEnt + v, which is the value itself
      index = value >= NumEnt[KEY_W-1:0] ? TWICE[IdxW-1:0] - value[IdxW-1:0] : value[IdxW-1:0];
      key[g*KEY_W+:KEY_W] = {value < NumEnt[KEY_W-1:0], index};
    end
  end
  assign key_o = key;

endmodule

`default_nettype wire
