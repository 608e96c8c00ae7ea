// SPDX-License-Identifier: Apache-2.0
// tlut_fp_pack.v -- round a normalised significand with a wide exponent into a format, subnormals and overflow included
//
// What       value_o = (-1)^sign_i * sig_i * 2^exp_i rounded to nearest even, where exp_i is the exponent field that the
//            number would have (biased for the target, any sign) and sig_i = {leading bit, ManWidth bits, half bit};
//            sticky_i stands for all bits below. exp_i < 1 gives a subnormal or zero. If the leading bit is 0, the number
//            must be zero or exp_i < 1. nan_i and inf_i override. Rules = 1 (OCP e4m3): overflow and infinity give NaN
// Why        the end of the multiplier and of the converter to a narrower exponent
// Latency    0 cycles (combinational)
// Rate       one number per cycle
// Handshake  none
// Reset      none
// Example    fp16 (5, 10): exp_i = 0, sig_i = 1.0 gives 0x0200, half of the smallest normal
// Cost       shifter ManWidth+2 x clog2(ManWidth+3) levels, subtract InExpWidth, increment ExpWidth+ManWidth
`default_nettype none
module tlut_fp_pack #(
  parameter integer ExpWidth   = 5,
  parameter integer ManWidth   = 10,
  parameter integer Rules      = 0,  // 0: IEEE; 1: OCP e4m3
  parameter integer InExpWidth = 8   // signed; more than ExpWidth
) (
  input  wire                         sign_i,
  input  wire                         nan_i,
  input  wire                         inf_i,
  input  wire signed [InExpWidth-1:0] exp_i,
  input  wire [ManWidth+1:0]          sig_i,
  input  wire                         sticky_i,
  output wire [ExpWidth+ManWidth:0]   value_o
);
  localparam SIG_W  = ManWidth + 2;
  localparam LEVELS = $clog2(SIG_W + 1);  // all ones shifts everything out
  localparam CODE_W = InExpWidth + ManWidth;
  localparam [InExpWidth-1:0] ONE = {{(InExpWidth - 1){1'b0}}, 1'b1};

  // --- subnormal: shift right by 1 - exp
  wire                  tiny = exp_i[InExpWidth-1] | ~|exp_i;
  wire [InExpWidth-1:0] need = ONE - exp_i;
  wire [LEVELS-1:0]     amount;
  generate
    if (InExpWidth > LEVELS) begin : gen_clamp
      assign amount = (need[LEVELS-1:0] | {LEVELS{|need[InExpWidth-1:LEVELS]}}) & {LEVELS{tiny}};
    end else begin : gen_no_clamp
      assign amount = need & {LEVELS{tiny}};
    end
  endgenerate
  reg [SIG_W-1:0] sig;
  reg             sticky;
  integer         k;
  always @(*) begin
    sig    = sig_i;
    sticky = sticky_i;
    for (k = LEVELS - 1; k >= 0; k = k - 1) begin
      sticky = sticky | (amount[k] & |(sig & ~({SIG_W{1'b1}} << (1 << k))));
      sig    = amount[k] ? sig >> (1 << k) : sig;
    end
  end

  // --- round: exponent and significand are one integer. A subnormal's leading bit has been shifted away.
  wire                  up   = sig[0] & (sig[1] | sticky);
  wire [InExpWidth-1:0] exp  = exp_i & {InExpWidth{~tiny & sig_i[ManWidth+1]}};
  wire [CODE_W-1:0]     code = {exp, sig[ManWidth:1]} + {{(CODE_W - 1){1'b0}}, up};
  localparam [CODE_W-1:0] FIRST_BAD = Rules == 1  // the code of the NaN or of infinity
      ? (1 << (ExpWidth + ManWidth)) - 1 : ((1 << ExpWidth) - 1) << ManWidth;
  wire over = inf_i || code >= FIRST_BAD;
  wire unused = &{1'b0, code[CODE_W-1:ExpWidth+ManWidth], sig[SIG_W-1]};

  generate
    if (Rules == 1) begin : gen_e4m3
      wire nan = nan_i | over;
      assign value_o = {sign_i & ~nan, code[ExpWidth+ManWidth-1:0] | {(ExpWidth + ManWidth){nan}}};
    end else begin : gen_ieee
      assign value_o = {sign_i & ~nan_i, code[ExpWidth+ManWidth-1:ManWidth] | {ExpWidth{nan_i | over}},
                        (code[ManWidth-1:0] & {ManWidth{~(nan_i | over)}}) | {nan_i, {(ManWidth - 1){1'b0}}}};
    end
  endgenerate
endmodule
`default_nettype wire
