// SPDX-License-Identifier: Apache-2.0
// tlut_fp_cut.v -- a place where a floating-point module can be cut by a register
//
// What       On = 1: q_o is d_i of the last clock edge with en_i high; On = 0: q_o is d_i
// Why        each module names all its cut places once and switches on as many as PipeRegs asks for
// Latency    On cycles with en_i high
// Rate       one word per cycle
// Handshake  none; en_i freezes the register
// Reset      none: data only
// Example    On = 1: d_i 5, 6 with en_i 1, 0 gives q_o 5, 5
// Cost       On x Width (flip-flop + enable)
`default_nettype none
module tlut_fp_cut #(
  parameter integer Width = 1,
  parameter [0:0]   On    = 1'b0
) (
  input  wire             clk_i,
  input  wire             en_i,
  input  wire [Width-1:0] d_i,
  output wire [Width-1:0] q_o
);
  generate
    if (On) begin : gen_reg
      reg [Width-1:0] data_q;
      always @(posedge clk_i) if (en_i) data_q <= d_i;
      assign q_o = data_q;
    end else begin : gen_wire
      wire unused = &{1'b0, clk_i, en_i};
      assign q_o = d_i;
    end
  endgenerate
endmodule
`default_nettype wire
