// SPDX-License-Identifier: Apache-2.0
// tlut_flow.v -- valid bits and payload of the pipelined table build
//
// What       an elastic pipeline: a stage takes the next word when it is empty or is taken itself in this cycle
// Why        tables are built ahead of their use, as far as the stages reach
// Latency    Stages cycles when nothing is in the way
// Rate       1 word per cycle
// Handshake  valid/ready on both sides; en_o[s] loads stage s of the data registers (in the build module)
// Reset      synchronous, active low
// Example    Stages = 1: s_ready_o = ~m_valid_o | m_ready_i
// Cost       (1 + Width) x Stages flip-flops and their enables
`default_nettype none

module tlut_flow #(
  parameter integer Stages = 1,
  parameter integer Width  = 1
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              s_valid_i,
  input  wire [Width-1:0]  s_data_i,
  output wire              s_ready_o,
  output wire [Stages-1:0] en_o,
  output wire              m_valid_o,
  output wire [Width-1:0]  m_data_o,
  input  wire              m_ready_i
);

  genvar s;
  generate
    for (s = 0; s < Stages; s = s + 1) begin : gen_stage
      reg  valid_q;
      wire valid_d;
      reg  [Width-1:0] data_q;
      wire [Width-1:0] data_d;
      wire next_en;
      if (s == 0) begin : gen_first
        assign valid_d = s_valid_i;
        assign data_d  = s_data_i;
      end else begin : gen_rest
        assign valid_d = gen_stage[s-1].valid_q;
        assign data_d  = gen_stage[s-1].data_q;
      end
      if (s == Stages - 1) begin : gen_last
        assign next_en = m_ready_i;
      end else begin : gen_inner
        assign next_en = gen_stage[s+1].en;
      end
      wire en = next_en | ~valid_q;
      always @(posedge clk_i) begin
        if (!rst_ni) valid_q <= 1'b0;
        else if (en) valid_q <= valid_d;
      end
      always @(posedge clk_i) begin
        if (en) data_q <= data_d;
      end
      assign en_o[s] = en;
    end
  endgenerate

  assign s_ready_o = gen_stage[0].en;
  assign m_valid_o = gen_stage[Stages-1].valid_q;
  assign m_data_o  = gen_stage[Stages-1].data_q;

endmodule

`default_nettype wire
