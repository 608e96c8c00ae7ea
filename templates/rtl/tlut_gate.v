// SPDX-License-Identifier: Apache-2.0
// tlut_gate.v -- the first register stage behind the fetch, held while its key reads zero
//
// What       like one stage of tlut_delay, but an operand whose key reads zero does not move its register: one flag says
//            that the operand counts as zero
// Why        ternary models are about half zeros; a held register neither clocks new data in nor toggles what follows
// Latency    1 enabled cycle
// Rate       one set of operands per enabled cycle
// Handshake  none; en_i holds the stage
// Reset      none
// Example    zero_i = 1: leaf_o is 0 in the next cycle, whatever leaf_i; the register keeps the operand before
// Cost       NumLane x NumKey x (LeafW + 1) (flip-flop + enable + AND), NumKey flip-flops
`default_nettype none

module tlut_gate #(
  parameter integer NumKey  = 4,
  parameter integer NumLane = 1,
  parameter integer LeafW   = 9
) (
  input  wire                            clk_i,
  input  wire                            en_i,
  input  wire [NumKey-1:0]               zero_i,
  input  wire [NumLane*NumKey*LeafW-1:0] leaf_i,
  input  wire [NumLane*NumKey-1:0]       sign_i,
  output reg  [NumLane*NumKey*LeafW-1:0] leaf_o,
  output reg  [NumLane*NumKey-1:0]       sign_o
);

  reg [NumLane*NumKey*LeafW-1:0] leaf_q;
  reg [NumLane*NumKey-1:0]       sign_q;
  reg [NumKey-1:0]               zero_q;
  integer k, t, i, j;

  always @(posedge clk_i) begin
    if (en_i) zero_q <= zero_i;
  end

  always @(posedge clk_i) begin
    for (i = 0; i < NumLane; i = i + 1) begin
      for (j = 0; j < NumKey; j = j + 1) begin
        if (en_i & ~zero_i[j]) begin
          leaf_q[(i*NumKey+j)*LeafW+:LeafW] <= leaf_i[(i*NumKey+j)*LeafW+:LeafW];
          sign_q[i*NumKey+j]                <= sign_i[i*NumKey+j];
        end
      end
    end
  end

  always @* begin
    leaf_o = {NumLane * NumKey * LeafW{1'b0}};
    for (t = 0; t < NumLane; t = t + 1) begin
      for (k = 0; k < NumKey; k = k + 1) begin
        leaf_o[(t*NumKey+k)*LeafW+:LeafW] = leaf_q[(t*NumKey+k)*LeafW+:LeafW] & {LeafW{~zero_q[k]}};
        sign_o[t*NumKey+k]                = sign_q[t*NumKey+k] & ~zero_q[k];
      end
    end
  end

endmodule

`default_nettype wire
