// SPDX-License-Identifier: Apache-2.0
// tlut_fp_convert.v -- a floating-point number in another format, rounded to nearest even
//
// What       value_o = a_i, bit for bit as fp_convert() of tb/fp.h: subnormals kept on both sides, overflow to infinity
//            (ToRules = 1: to NaN), any NaN gives the canonical NaN, infinity stays (ToRules = 1: NaN)
// Why        three cases by the exponent biases. Same (bf16 and fp32, e5m2 and fp16): the code is an integer, drop bits
//            and round, or append zeros. Wider exponent: every subnormal becomes normal. Narrower: tlut_fp_pack
// Latency    PipeRegs cycles with en_i high
// Rate       one number per cycle
// Handshake  none; en_i low freezes all stages
// Reset      none: data only
// Example    fp32 to fp16: 0x33000001 (just above 2^-25) gives 0x0001
// Cost       same: increment; wider: normaliser FromManWidth+1 x clog2 levels; narrower: tlut_fp_pack
`default_nettype none
module tlut_fp_convert #(
  parameter integer FromExpWidth = 5,
  parameter integer FromManWidth = 10,
  parameter integer FromRules    = 0,  // 0: IEEE; 1: OCP e4m3, no infinity, one NaN code
  parameter integer ToExpWidth   = 8,
  parameter integer ToManWidth   = 23,
  parameter integer ToRules      = 0,
  parameter integer PipeRegs     = 0   // 0..2
) (
  input  wire                               clk_i,
  input  wire                               en_i,
  input  wire [FromExpWidth+FromManWidth:0] a_i,
  output wire [ToExpWidth+ToManWidth:0]     value_o
);
  localparam FE = FromExpWidth, FM = FromManWidth, TE = ToExpWidth, TM = ToManWidth;
  localparam REBIAS = (1 << (TE - 1)) - (1 << (FE - 1));  // exponent field: to - from
  localparam [1:0] CUTS = PipeRegs == 0 ? 2'b00 : PipeRegs == 1 ? 2'b10 : 2'b11;  // operand, result
  // Significand of the result before rounding: leading bit, TM bits, half bit.
  localparam SIG_W = TM + 2;
  generate
    if (PipeRegs < 0 || PipeRegs > 2) begin : gen_check_regs
      tlut_error_PipeRegs_must_be_0_to_2 u_error ();
    end
    // Else subnormals might stay subnormal: needs a limited normaliser that no pair of our formats asks for.
    if (REBIAS > 0 && REBIAS < FM) begin : gen_check_bias
      tlut_error_source_subnormals_must_be_normal_in_a_wider_exponent u_error ();
    end
  endgenerate

  wire [FE+FM:0] a;
  tlut_fp_cut #(.Width(FE + FM + 1), .On(CUTS[0])) u_cut_operand (
    .clk_i(clk_i), .en_i(en_i), .d_i(a_i), .q_o(a));

  wire          sign    = a[FE+FM];
  wire [FE-1:0] field   = a[FE+FM-1:FM];
  wire [FM-1:0] man     = a[FM-1:0];
  wire          hidden  = |field;
  wire          special = (&field) & (FromRules == 0 || &man);
  wire          nan     = special & (FromRules != 0 || |man);
  wire [TE+TM:0] value;

  // The source's significand, cut or padded to the result's: bits below the half bit are ORed.
  wire [FM:0]      sig;
  wire [SIG_W-1:0] fit;
  wire             sticky;
  generate
    if (FM + 1 > SIG_W) begin : gen_cut
      assign fit    = sig[FM:FM+1-SIG_W];
      assign sticky = |sig[FM-SIG_W:0];
    end else if (FM + 1 == SIG_W) begin : gen_equal
      assign fit    = sig;
      assign sticky = 1'b0;
    end else begin : gen_pad
      assign fit    = {sig, {(SIG_W - FM - 1){1'b0}}};
      assign sticky = 1'b0;
    end

    if (REBIAS < 0) begin : gen_narrower
      localparam EXP_W = FE + 1;
      localparam DROP  = -REBIAS;
      assign sig = {hidden, man};
      wire [EXP_W-1:0] exp = {1'b0, field} - {1'b0, DROP[FE-1:0]};
      tlut_fp_pack #(.ExpWidth(TE), .ManWidth(TM), .Rules(ToRules), .InExpWidth(EXP_W)) u_pack (
        .sign_i(sign), .nan_i(nan), .inf_i(special), .exp_i(exp), .sig_i(fit), .sticky_i(sticky), .value_o(value));
    end else begin : gen_round
      wire [TE-1:0] exp;  // the result's exponent field
      if (REBIAS == 0) begin : gen_same
        assign sig = {hidden, man};
        assign exp = field;
      end else begin : gen_wider
        localparam LEVELS = $clog2(FM + 1);
        reg [FM:0]       norm;
        reg [LEVELS-1:0] shift;
        integer          k;
        always @(*) begin
          norm = {hidden, man};
          for (k = LEVELS - 1; k >= 0; k = k - 1) begin
            shift[k] = ~|(norm >> (FM + 1 - (1 << k)));
            norm     = shift[k] ? norm << (1 << k) : norm;
          end
        end
        assign sig = norm;
        wire [FE-1:0] from = field | {{(FE - 1){1'b0}}, ~hidden};
        // Without a leading bit the number is zero.
        assign exp = ({{(TE - FE){1'b0}}, from} + REBIAS[TE-1:0] - {{(TE - LEVELS){1'b0}}, shift}) & {TE{norm[FM]}};
      end
      wire             up   = fit[0] & (fit[1] | sticky);
      wire [TE+TM:0]   code = {1'b0, exp, fit[TM:1]} + {{(TE + TM){1'b0}}, up};
      localparam [TE+TM:0] FIRST_BAD = ToRules == 1 ? (1 << (TE + TM)) - 1 : ((1 << TE) - 1) << TM;
      wire             over = special || code >= FIRST_BAD;
      wire             unused = &{1'b0, code[TE+TM], fit[TM+1]};
      if (ToRules == 1) begin : gen_e4m3
        assign value = {sign & ~(nan | over), code[TE+TM-1:0] | {(TE + TM){nan | over}}};
      end else begin : gen_ieee
        assign value = {sign & ~nan, code[TE+TM-1:TM] | {TE{over}},
                        (code[TM-1:0] & {TM{~over}}) | {nan, {(TM - 1){1'b0}}}};
      end
    end
  endgenerate

  tlut_fp_cut #(.Width(TE + TM + 1), .On(CUTS[1])) u_cut_result (
    .clk_i(clk_i), .en_i(en_i), .d_i(value), .q_o(value_o));
endmodule
`default_nettype wire
