// SPDX-License-Identifier: Apache-2.0
// tlut_align.v -- activations into the fixed-point window, one converter each
//
// What       word (t, i) = activation (t, i) in units of the window's LSB (tlut_fp_to_fixed); bad_o[t]: lane t holds a NaN
//            or an infinity; flags_o = {infinity, NaN, saturation} over all of them
// Why        conversion costs NumElem units, not NumElem x outputs: ternary weights never multiply
// Latency    0 cycles (combinational)
// Rate       one beat per cycle
// Handshake  none
// Reset      none
// Example    NumElem = 1, fp16, exact window: 0x3c00 (1.0) gives 2^24
// Cost       NumLane x NumElem tlut_fp_to_fixed
`default_nettype none

module tlut_align #(
  parameter integer NumElem  = 4,
  parameter integer NumLane  = 1,
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  parameter integer Rules    = 0,
  parameter integer Window   = 41,
  parameter integer Top      = 15
) (
  input  wire [NumLane*NumElem*(ExpWidth+ManWidth+1)-1:0] act_i,
  output wire [NumLane*NumElem*Window-1:0]                word_o,
  output wire [NumLane-1:0]                               bad_o,
  output wire [2:0]                                       flags_o
);

  localparam integer ACT_W = ExpWidth + ManWidth + 1;

  wire [NumLane*NumElem-1:0] nan;
  wire [NumLane*NumElem-1:0] inf;
  wire [NumLane*NumElem-1:0] sat;

  genvar i, t;
  generate
    for (i = 0; i < NumLane * NumElem; i = i + 1) begin : gen_elem
      tlut_fp_to_fixed #(
        .ExpWidth(ExpWidth),
        .ManWidth(ManWidth),
        .Rules   (Rules),
        .Window  (Window),
        .Top     (Top)
      ) u_fixed (
        .a_i   (act_i[i*ACT_W+:ACT_W]),
        .word_o(word_o[i*Window+:Window]),
        .nan_o (nan[i]),
        .inf_o (inf[i]),
        .sat_o (sat[i])
      );
    end
    for (t = 0; t < NumLane; t = t + 1) begin : gen_lane
      assign bad_o[t] = (|nan[t*NumElem+:NumElem]) | (|inf[t*NumElem+:NumElem]);
    end
  endgenerate

  assign flags_o = {|inf, |nan, |sat};

endmodule

`default_nettype wire
