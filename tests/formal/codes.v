// SPDX-License-Identifier: Apache-2.0
// codes.v -- the weights of a key beat, from the definition of its encoding
//
// Weight + 1 of output k, column c of the tile at [2*(k*N + c) +: 2]. F_ENC 0: keys {sign, index}; 1: two bits a weight, code
// w + 1, code 3 is zero; 2: five weights a byte in base 3, first weight most significant, bytes from 243 are five zeros.
`default_nettype none

module formal_codes (
  input  wire [`F_KEY_TD-1:0]            key_i,
  output wire [2*`F_OUTPUTS*`F_N-1:0] code_o,
  output wire [`F_OUTPUTS*`F_LUTS-1:0] minus_o   // key l of output k at [k*LUTS + l] is zero with its sign set
);
  `include "digits.vh"

  reg [2*`F_OUTPUTS*`F_N-1:0]  code;
  reg [`F_OUTPUTS*`F_LUTS-1:0] minus;
  assign code_o  = code;
  assign minus_o = minus;

`ifdef F_PACKED
  localparam [39:0] PLACE = {8'd1, 8'd3, 8'd9, 8'd27, 8'd81};   // of a digit, first one lowest
  integer w, d;
  reg [7:0] rest;
  reg [7:0] place;
  reg [1:0] now;
  always @* begin
    code = {2 * `F_OUTPUTS * `F_N{1'b0}};
    minus = {`F_OUTPUTS * `F_LUTS{1'b0}};
    rest = 8'd0;
    place = 8'd0;
    now = 2'd0;
    for (w = 0; w < `F_OUTPUTS * `F_N; w = w + 1) begin
      if (`F_ENC == 1) begin
        now = key_i[2*w+:2] == 2'd3 ? 2'd1 : key_i[2*w+:2];
      end else begin
        rest = key_i[w/5*8+:8] >= 8'd243 ? 8'd121 : key_i[w/5*8+:8];
        for (d = 0; d <= w % 5; d = d + 1) begin
          place = PLACE[8*d+:8];
          now = rest >= 2 * place ? 2'd2 : rest >= place ? 2'd1 : 2'd0;
          rest = rest - now * place;
        end
      end
      code[2*w+:2] = now;
    end
  end
`else
  // v + B of a key, then its digits, each by a table over all values.
  localparam integer GROUPS = `F_OUTPUTS * `F_LUTS;
  localparam integer B      = `F_ENTRIES;
  integer g, d, v;
  reg [`F_IDX_W+1:0] biased;   // 0..2B
  reg [`F_KEY_W-1:0] key;
  always @* begin
    code = {2 * `F_OUTPUTS * `F_N{1'b0}};
    minus = {`F_OUTPUTS * `F_LUTS{1'b0}};
    for (g = 0; g < GROUPS; g = g + 1) begin
      key    = key_i[g*`F_KEY_W+:`F_KEY_W];
      biased = B;
      minus[g] = key[`F_KEY_W-1] && key[`F_IDX_W-1:0] >= B;
      if (key[`F_IDX_W-1:0] < B) biased = key[`F_KEY_W-1] ? key[`F_IDX_W-1:0] : 2 * B - key[`F_IDX_W-1:0];
      for (d = 0; d < `F_MU; d = d + 1)
        for (v = 0; v <= 2 * B; v = v + 1)
          if (biased == v) code[2*(g*`F_MU+d)+:2] = digit(v, `F_MU, d);
    end
  end
`endif
endmodule

`default_nettype wire
