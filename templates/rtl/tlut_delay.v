// SPDX-License-Identifier: Apache-2.0
// tlut_delay.v -- register stages that move together
//
// What       q_o is d_i as it was Stages enabled clock edges ago; Stages = 0 is a wire
// Why        one idiom for every pipeline register of the datapath
// Latency    Stages enabled cycles
// Rate       1 word per enabled cycle
// Handshake  none; en_i holds all stages
// Reset      none (data); valid bits travel in tlut_ctrl
// Example    Stages = 2: q_o follows d_i by two cycles in which en_i was high
// Cost       Stages x Width (flip-flop + enable)
`default_nettype none

module tlut_delay #(
  parameter integer Width  = 8,
  parameter integer Stages = 1
) (
  input  wire             clk_i,
  input  wire             en_i,
  input  wire [Width-1:0] d_i,
  output wire [Width-1:0] q_o
);

  generate
    if (Stages == 0) begin : gen_wire
      wire unused_ok = &{1'b0, clk_i, en_i};
      assign q_o = d_i;
    end else begin : gen_regs
      genvar s;
      for (s = 0; s < Stages; s = s + 1) begin : gen_stage
        wire [Width-1:0] d;
        reg  [Width-1:0] q;
        if (s == 0) begin : gen_first
          assign d = d_i;
        end else begin : gen_next
          assign d = gen_stage[s-1].q;
        end
        always @(posedge clk_i) begin
          if (en_i) q <= d;
        end
      end
      assign q_o = gen_stage[Stages-1].q;
    end
  endgenerate

endmodule

`default_nettype wire
