// SPDX-License-Identifier: Apache-2.0
// tlut_fp_acc.v -- the Reuse floating-point accumulators of one output
//
// What       next = acc[selected by rd_i] + convert(sum_i), AccRegs cycles later; then acc[selected by we_i] takes it, and
//            with load_i so does the result register res_o. rd_i = 0 starts from +0. late_i: the result register takes the
//            selected accumulator itself.
// Why        as tlut_acc; tlut_ctrl never lets a beat read an accumulator that is still in the adder
// Latency    AccRegs + 1 enabled cycles to res_o
// Rate       one sum per enabled cycle
// Handshake  none; tlut_ctrl owns it; en_i holds the adder
// Reset      none
// Example    fp16 sums into an fp32 accumulator: 0x3c00 (1.0) on 0x40000000 (2.0) gives 0x40400000 (3.0)
// Cost       (Reuse + 1) x AccW (flip-flop + enable) + Reuse:1 AND-OR and a 2:1 mux of AccW bits + tlut_fp_add +
//            tlut_fp_convert
`default_nettype none

module tlut_fp_acc #(
  parameter integer Reuse       = 4,
  parameter integer ExpWidth    = 5,   // of the sums
  parameter integer ManWidth    = 10,
  parameter integer AccExpWidth = 8,   // of the accumulators
  parameter integer AccManWidth = 23,
  parameter integer AccRegs     = 0,
  // Derived, do not override.
  parameter integer SumW = ExpWidth + ManWidth + 1,
  parameter integer AccW = AccExpWidth + AccManWidth + 1
) (
  input  wire             clk_i,
  input  wire             en_i,
  input  wire [Reuse-1:0] rd_i,
  input  wire [Reuse-1:0] we_i,
  input  wire [SumW-1:0]  sum_i,
  input  wire             load_i,
  input  wire             late_i,
  output wire [AccW-1:0]  res_o
);

  wire [Reuse*AccW-1:0] acc;
  reg  [AccW-1:0]       old;
  wire [AccW-1:0]       wide;
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
    if (ExpWidth == AccExpWidth && ManWidth == AccManWidth) begin : gen_same
      assign wide = sum_i;
    end else begin : gen_convert
      tlut_fp_convert #(
        .FromExpWidth(ExpWidth),
        .FromManWidth(ManWidth),
        .ToExpWidth  (AccExpWidth),
        .ToManWidth  (AccManWidth)
      ) u_convert (
        .clk_i  (clk_i),
        .en_i   (en_i),
        .a_i    (sum_i),
        .value_o(wide)
      );
    end
  endgenerate

  integer j;
  always @* begin
    old = {AccW{1'b0}};
    for (j = 0; j < Reuse; j = j + 1) old = old | (acc[j*AccW+:AccW] & {AccW{rd_i[j]}});
  end

  tlut_fp_add #(
    .ExpWidth(AccExpWidth),
    .ManWidth(AccManWidth),
    .PipeRegs(AccRegs)
  ) u_add (
    .clk_i(clk_i),
    .en_i (en_i),
    .a_i  (old),
    .b_i  (wide),
    .sum_o(next)
  );

  always @(posedge clk_i) begin
    if (load_i) res_q <= late_i ? old : next;
  end
  assign res_o = res_q;

endmodule

`default_nettype wire
