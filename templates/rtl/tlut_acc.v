// SPDX-License-Identifier: Apache-2.0
// tlut_acc.v -- the Reuse accumulators of one output
//
// What       next = acc[selected by rd_i] + sum_i + sign_i; acc[selected by we_i] takes it at the clock edge, and with
//            load_i so does the result register res_o. rd_i = 0 starts from zero. late_i: the result register takes the
//            selected accumulator itself. Saturate = 1 clamps to AccW bits and says so, Saturate = 0 wraps.
// Why        No accumulator is ever cleared: the first group of a pass does not read it. A result that finds the result
//            register taken waits in its accumulator, which needs no second result register.
// Latency    1 cycle to res_o
// Rate       one sum per cycle
// Handshake  none; tlut_ctrl owns it
// Reset      none
// Example    Reuse = 2, rd_i = we_i = 2'b10: acc[1] <= acc[1] + sum_i + sign_i
// Cost       (Reuse + 1) x AccW (flip-flop + enable) + Reuse:1 AND-OR and a 2:1 mux of AccW bits + adder with carry-in of
//            AccW bits
`default_nettype none

module tlut_acc #(
  parameter integer Reuse    = 4,
  parameter integer SumW     = 12,
  parameter integer AccW     = 20,
  parameter integer Saturate = 0
) (
  input  wire             clk_i,
  input  wire [Reuse-1:0] rd_i,
  input  wire [Reuse-1:0] we_i,
  input  wire [SumW-1:0]  sum_i,
  input  wire             sign_i,
  input  wire             load_i,
  input  wire             late_i,
  output wire [AccW-1:0]  res_o,
  output wire             sat_o
);

  wire [Reuse*AccW-1:0] acc;
  reg  [AccW-1:0]       old;
  wire [AccW-1:0]       next;
  reg  [AccW-1:0]       res_q;

  genvar r;
  generate
    for (r = 0; r < Reuse; r = r + 1) begin : gen_acc
      reg [AccW-1:0] acc_q;
      always @(posedge clk_i) begin
        if (we_i[r]) acc_q <= next;
      end
      assign acc[r*AccW+:AccW] = acc_q;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (load_i) res_q <= late_i ? old : next;
  end
  assign res_o = res_q;

  integer j;
  always @* begin
    old = {AccW{1'b0}};
    for (j = 0; j < Reuse; j = j + 1) old = old | (acc[j*AccW+:AccW] & {AccW{rd_i[j]}});
  end

  generate
    if (Saturate != 0) begin : gen_saturate
      localparam integer W = (AccW > SumW ? AccW : SumW) + 1;  // holds every sum of both
      wire [W-1:0]    a = {{(W - AccW) {old[AccW-1]}}, old};
      wire [W-1:0]    b = {{(W - SumW) {sum_i[SumW-1]}}, sum_i};
      wire [W:0]      t = {a, 1'b1} + {b, sign_i};
      wire [W-AccW:0] top = t[W:AccW];  // all equal when AccW bits hold it
      wire            unused_ok = &{1'b0, t[0]};
      assign sat_o = (|top) & ~(&top);
      assign next  = sat_o ? {t[W], {(AccW - 1) {~t[W]}}} : t[AccW:1];
    end else begin : gen_wrap
      wire [AccW-1:0] b;
      wire [AccW:0]   t = {old, 1'b1} + {b, sign_i};
      wire            unused_ok = &{1'b0, t[0]};
      if (AccW > SumW) begin : gen_extend
        assign b = {{(AccW - SumW) {sum_i[SumW-1]}}, sum_i};
      end else if (AccW < SumW) begin : gen_truncate
        wire unused_top = &{1'b0, sum_i[SumW-1:AccW]};
        assign b = sum_i[AccW-1:0];
      end else begin : gen_same
        assign b = sum_i;
      end
      assign sat_o = 1'b0;
      assign next  = t[AccW:1];
    end
  endgenerate

endmodule

`default_nettype wire
