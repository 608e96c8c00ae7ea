// SPDX-License-Identifier: Apache-2.0
// tlut_mul.v -- NumKey products of one activation with one weight each, in NumLane lanes: the multiplier baseline
//
// What       operand (t, k) = activation t * weight k. Mode 0: integers, weight of KeyW bits, LeafW at most WordW + KeyW.
//            Mode 1: integers (or window words), weight from a 2-bit key. Mode 2: floats (tlut_fp_mul), weight of KeyW
//            bits. Mode 3: floats, weight from a 2-bit key. Mode 4: floats, product aligned to the window
//            (tlut_fp_to_fixed), for aligned arithmetic.
//            A 2-bit key {sign, index}: index 1 is zero, index 0 is +1 or -1.
// Why        what a lookup table is compared with: dequantize, then multiply
// Latency    0 cycles (combinational)
// Rate       NumLane x NumKey products per cycle
// Handshake  none
// Reset      none
// Example    Mode 1, activation 5: keys 00, 10, 01 give 5, -5, 0
// Cost       NumLane x NumKey multipliers
`default_nettype none

module tlut_mul #(
  parameter integer NumKey   = 4,
  parameter integer NumLane  = 1,
  parameter integer Mode     = 0,
  parameter integer WordW    = 8,
  parameter integer KeyW     = 8,
  parameter integer LeafW    = 16,
  parameter integer ExpWidth = 5,   // modes 2 to 4
  parameter integer ManWidth = 10,
  parameter integer Rules    = 0,
  parameter integer Window   = 41,  // mode 4
  parameter integer Top      = 15
) (
  // activation of lane t at [t*WordW +: WordW]
  input  wire [NumLane*WordW-1:0]        word_i,
  input  wire [NumKey*KeyW-1:0]          key_i,
  // operand (t, k) at [(t*NumKey + k)*LeafW +: LeafW]
  output wire [NumLane*NumKey*LeafW-1:0] leaf_o,
  output wire [2:0]                      flags_o  // mode 4: {infinity, NaN, saturation} of any product
);

  localparam integer BIAS = (1 << (ExpWidth - 1)) - 1;

  wire [NumLane*NumKey-1:0] nan;
  wire [NumLane*NumKey-1:0] inf;
  wire [NumLane*NumKey-1:0] sat;
  assign flags_o = {|inf, |nan, |sat};

  genvar t, k;
  generate
    for (k = 0; k < NumKey; k = k + 1) begin : gen_key
      wire [KeyW-1:0] key = key_i[k*KeyW+:KeyW];
      for (t = 0; t < NumLane; t = t + 1) begin : gen_lane
        wire [WordW-1:0] word = word_i[t*WordW+:WordW];
        if (Mode == 0) begin : gen_int
          // The array of Baugh and Wooley: partial products with one sign bit are complemented, and a constant makes up
          // for it. What synthesis makes of x * w is 15 to 20 % larger, and of 4 bits by up to 90 %, for no reason in the
          // Verilog. On FPGAs define TLUT_FPGA: their tools have multiplier blocks and carry chains for x * w.
`ifdef TLUT_FPGA
          wire signed [LeafW-1:0] x = {{(LeafW - WordW) {word[WordW-1]}}, word};
          wire signed [LeafW-1:0] w = {{(LeafW - KeyW) {key[KeyW-1]}}, key};
          assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = x * w;
`else
          localparam [WordW-1:0] SIGN = {1'b1, {(WordW - 1) {1'b0}}};
          localparam [WordW+KeyW-1:0] ONE = {{(WordW + KeyW - 1) {1'b0}}, 1'b1};
          localparam [WordW+KeyW-1:0] FIX = (ONE << (WordW - 1)) + (ONE << (KeyW - 1)) + (ONE << (WordW + KeyW - 1));
          reg [WordW+KeyW-1:0] sum;
          reg [WordW+KeyW-1:0] row;
          integer i;
          always @* begin
            sum = FIX;
            for (i = 0; i < KeyW; i = i + 1) begin
              row = {{KeyW{1'b0}}, (word & {WordW{key[i]}}) ^ (i == KeyW - 1 ? ~SIGN : SIGN)};
              sum = sum + (row << i);
            end
          end
          assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = sum[LeafW-1:0];
`endif
        end else if (Mode == 1) begin : gen_int2
          wire               plus  = ~key[1] & ~key[0];
          wire               minus = key[1] & ~key[0];
          wire signed [LeafW-1:0] x = {{(LeafW - WordW) {word[WordW-1]}}, word};
          wire signed [LeafW-1:0] w = {{(LeafW - 1) {minus}}, plus | minus};
          assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = x * w;
        end else begin : gen_float
          wire [WordW-1:0] weight;
          wire [WordW-1:0] product;
          if (Mode == 3) begin : gen_ternary
            assign weight = {key[1] & ~key[0], BIAS[ExpWidth-1:0] & {ExpWidth{~key[0]}}, {ManWidth{1'b0}}};
          end else begin : gen_full
            assign weight = key;
          end
          tlut_fp_mul #(
            .ExpWidth(ExpWidth),
            .ManWidth(ManWidth),
            .Rules   (Rules)
          ) u_mul (
            .clk_i    (1'b0),
            .en_i     (1'b0),
            .a_i      (word),
            .b_i      (weight),
            .product_o(product)
          );
          if (Mode == 4) begin : gen_align
            tlut_fp_to_fixed #(
              .ExpWidth(ExpWidth),
              .ManWidth(ManWidth),
              .Rules   (Rules),
              .Window  (Window),
              .Top     (Top)
            ) u_fixed (
              .a_i   (product),
              .word_o(leaf_o[(t*NumKey+k)*LeafW+:LeafW]),
              .nan_o (nan[t*NumKey+k]),
              .inf_o (inf[t*NumKey+k]),
              .sat_o (sat[t*NumKey+k])
            );
          end else begin : gen_plain
            assign leaf_o[(t*NumKey+k)*LeafW+:LeafW] = product;
          end
        end
        if (Mode != 4) begin : gen_no_flags
          assign nan[t*NumKey+k] = 1'b0;
          assign inf[t*NumKey+k] = 1'b0;
          assign sat[t*NumKey+k] = 1'b0;
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
