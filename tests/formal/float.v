// SPDX-License-Identifier: Apache-2.0
// float.v -- a floating-point core that looks like an integer core to core.v
//
// Activations are the integers -1, 0, 1 (assumed); the core sees them as floats. Its results, small integers too, go back.
// Sums of so few ones are exact in every format, so the model of core.v, which adds integers, states what they are. The
// emitted wrapper is renamed to tlut_t_float (run.sh), and this module takes its place.
`default_nettype none

module tlut_t (
  input  wire                 aclk,
  input  wire                 aresetn,
  input  wire [`F_ACT_TD-1:0] s_axis_act_tdata,
  input  wire                 s_axis_act_tvalid,
  output wire                 s_axis_act_tready,
  input  wire                 s_axis_act_tlast,
  input  wire [`F_KEY_TD-1:0] s_axis_key_tdata,
  input  wire                 s_axis_key_tvalid,
  output wire                 s_axis_key_tready,
  input  wire                 s_axis_key_tlast,
  output wire [`F_RES_TD-1:0] m_axis_res_tdata,
  output wire                 m_axis_res_tvalid,
  input  wire                 m_axis_res_tready,
  output wire                 m_axis_res_tlast,
  output wire [3:0]           status
);
  localparam integer EXP_W = `F_EXP_W;
  localparam integer MAN_W = `F_MAN_W;
  localparam integer MOST  = 15;   // largest sum that is expected

  // The float of n, 0..MOST.
  function [`F_ACT_W-1:0] of_integer;
    input integer n;
    integer e, i;
    reg [MAN_W+4:0] man;
    begin
      e = 0;
      for (i = 0; i < 4; i = i + 1) if (n >> i != 0) e = i;
      man = n << (MAN_W - e);
      of_integer = 0;
      if (n != 0) of_integer = (((1 << (EXP_W - 1)) - 1 + e) << MAN_W) | man[MAN_W-1:0];
    end
  endfunction

  localparam [`F_ACT_W-1:0] ONE       = of_integer(1);
  localparam [`F_ACT_W-1:0] MINUS_ONE = ONE | (1 << (`F_ACT_W - 1));

  wire [`F_ACT_TD-1:0] act;
  wire [`F_RES_TD-1:0] res;
  tlut_t_float u_float (
    .aclk             (aclk),
    .aresetn          (aresetn),
    .s_axis_act_tdata (act),
    .s_axis_act_tvalid(s_axis_act_tvalid),
    .s_axis_act_tready(s_axis_act_tready),
    .s_axis_act_tlast (s_axis_act_tlast),
    .s_axis_key_tdata (s_axis_key_tdata),
    .s_axis_key_tvalid(s_axis_key_tvalid),
    .s_axis_key_tready(s_axis_key_tready),
    .s_axis_key_tlast (s_axis_key_tlast),
    .m_axis_res_tdata (res),
    .m_axis_res_tvalid(m_axis_res_tvalid),
    .m_axis_res_tready(m_axis_res_tready),
    .m_axis_res_tlast (m_axis_res_tlast),
    .status           (status)
  );

  genvar i;
  generate
    for (i = 0; i < `F_ACT_TD / `F_ACT_W; i = i + 1) begin : gen_act
      wire [`F_ACT_W-1:0] x = s_axis_act_tdata[i*`F_ACT_W+:`F_ACT_W];
      assign act[i*`F_ACT_W+:`F_ACT_W] = x == 0 ? 0 : x[`F_ACT_W-1] ? MINUS_ONE : ONE;
      always @* assume (x == 0 || x == 1 || &x);
    end
    for (i = 0; i < `F_RES_TD / `F_RES_W; i = i + 1) begin : gen_res
      wire [`F_RES_W-1:0] y = res[i*`F_RES_W+:`F_RES_W];
      reg  [`F_RES_W-1:0] n;
      integer             j;
      always @* begin
        n = 1 << (`F_RES_W - 2);   // no small integer
        for (j = 0; j <= MOST; j = j + 1) begin
          if (y == of_integer(j)) n = j;
          if (j != 0 && y == (of_integer(j) | 1 << (`F_RES_W - 1))) n = -j;
        end
      end
      assign m_axis_res_tdata[i*`F_RES_W+:`F_RES_W] = n;
    end
  endgenerate
endmodule

`default_nettype wire
