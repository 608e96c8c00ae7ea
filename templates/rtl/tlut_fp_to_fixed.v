// SPDX-License-Identifier: Apache-2.0
// tlut_fp_to_fixed.v -- a floating-point number as a two's complement word of a fixed-point window
//
// What       word_o = a_i in units of 2^(Top - (Window - 2)), bit for bit as fp_to_fixed() of tb/fp.h: rounded to nearest
//            even at its LSB. |a_i| >= 2^(Top+1) gives +-(2^(Window-1) - 1) and sat_o. NaN and infinity give 0 and nan_o
//            or inf_o. The most negative word never occurs.
// Why        one conversion for each activation; all that follows is integer and exact. The sign is applied before the
//            shift, to ManWidth + 2 bits, not after it, to Window bits: round to nearest even is the same for both signs
// Latency    0 cycles (combinational)
// Rate       one number per cycle
// Handshake  none
// Reset      none
// Example    fp16 (5, 10), Window = 41, Top = 15 (exact): 0xbc00 (-1) gives -2^24
// Cost       negate ManWidth+2; shifter: at most Window+1 bits x clog2(exponents in the window) levels, about half of it
//            used; narrower than exact: increment Window; if the window's top lies below the format's: saturation mux Window
`default_nettype none
module tlut_fp_to_fixed #(
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  parameter integer Rules    = 0,   // 0: IEEE; 1: OCP e4m3, no infinity, one NaN code
  parameter integer Window   = 41,  // bits of the word, at least ManWidth + 2
  parameter integer Top      = 15   // exponent of the word's largest magnitude bit
) (
  input  wire [ExpWidth+ManWidth:0] a_i,
  output wire [Window-1:0]          word_o,
  output wire                       nan_o,
  output wire                       inf_o,
  output wire                       sat_o
);
  localparam BIAS    = (1 << (ExpWidth - 1)) - 1;
  localparam LSB     = Top - (Window - 2);
  localparam EXP_TOP = (1 << ExpWidth) - 2 + (Rules == 1 ? 1 : 0);         // largest exponent field of a number
  localparam EXP_MAX = Top + BIAS < EXP_TOP ? Top + BIAS : EXP_TOP;        // above: saturates
  // Exponent fields below EXP_MIN vanish: the leading bit lies under the rounding bit. The shift counts from there.
  localparam EXP_MIN = LSB + BIAS - 1 > 1 ? LSB + BIAS - 1 : 1;
  // Bits below the word's LSB of a significand with exponent EXP_MIN; negative: the word ends in zeros.
  localparam BELOW   = LSB - (EXP_MIN - BIAS - ManWidth);
  localparam FRAC    = BELOW > 0 ? BELOW : 0;
  localparam PAD     = BELOW < 0 ? -BELOW : 0;
  localparam SPAN    = EXP_MAX > EXP_MIN ? EXP_MAX - EXP_MIN : 0;          // largest shift
  // With EXP_MIN = 1 the shift is the exponent itself, one place too far: the field has one bit more at its end.
  localparam DIRECT  = EXP_MIN == 1 ? 1 : 0;
  localparam LEVELS  = $clog2(SPAN + DIRECT + 1);
  localparam FIELD   = Window - PAD + FRAC + DIRECT;
  generate
    if (Window < ManWidth + 2) begin : gen_check_window
      tlut_error_Window_must_hold_a_significand_and_a_sign u_error ();
    end
    if (EXP_MAX < 1) begin : gen_check_top
      tlut_error_Top_lies_below_the_smallest_normal_number u_error ();
    end
  endgenerate

  wire                sign = a_i[ExpWidth+ManWidth];
  wire [ExpWidth-1:0] field = a_i[ExpWidth+ManWidth-1:ManWidth];
  wire [ManWidth-1:0] man = a_i[ManWidth-1:0];
  wire                hidden = |field;
  wire                ones = &field;
  wire                special = ones & (Rules == 0 || &man);
  assign nan_o = special & (Rules != 0 || |man);
  assign inf_o = special & ~nan_o;

  // --- saturation, shift amount, and what vanishes
  wire over;
  generate
    if (EXP_MAX < EXP_TOP) begin : gen_over
      assign over = field > EXP_MAX[ExpWidth-1:0] && !special;
    end else begin : gen_no_over
      assign over = 1'b0;
    end
  endgenerate
  wire                gone;
  wire [ExpWidth-1:0] amount;
  generate
    if (DIRECT != 0) begin : gen_direct
      // A subnormal has the exponent of the smallest normal, 1.
      assign gone   = 1'b0;
      assign amount = field | {{(ExpWidth - 1){1'b0}}, ~hidden};
    end else begin : gen_offset
      assign {gone, amount} = {1'b0, field} - {1'b0, EXP_MIN[ExpWidth-1:0]};
    end
  endgenerate

  // --- sign, then shift, the small steps first: the field is widest only in the last one
  wire [ManWidth:0]   sig = {hidden, man} & {(ManWidth + 1){~(special | gone)}};
  wire [ManWidth+1:0] signed_sig = ({1'b0, sig} ^ {(ManWidth + 2){sign}}) + {{(ManWidth + 1){1'b0}}, sign};
  // The field may be narrower than the significand (a window of few exponents): its upper bits are signs then.
  localparam EXT = FIELD > ManWidth + 2 ? FIELD : ManWidth + 2;
  reg [EXT-1:0] shifted;
  integer       k;
  always @(*) begin
    shifted = {{(EXT - ManWidth - 1){signed_sig[ManWidth+1]}}, signed_sig[ManWidth:0]};
    for (k = 0; k < LEVELS; k = k + 1)
      shifted = amount[k] ? shifted << (1 << k) : shifted;
  end

  // --- round
  wire [Window-PAD-1:0] whole = shifted[FIELD-1:FRAC+DIRECT];
  wire [Window-PAD-1:0] rounded;
  generate
    if (FRAC == 0) begin : gen_exact
      assign rounded = whole;
    end else begin : gen_round
      wire half = shifted[FRAC+DIRECT-1];
      wire rest;
      if (FRAC > 1) begin : gen_rest
        assign rest = |shifted[FRAC+DIRECT-2:DIRECT];
      end else begin : gen_no_rest
        assign rest = 1'b0;
      end
      // A word that is rounded has no more than ManWidth + 2 bits; above them stand copies of the sign, which change only
      // when -1 becomes 0: all to zero, by the carry.
      wire [ManWidth+1:0] low;
      wire                carry;
      assign {carry, low} = {1'b0, whole[ManWidth+1:0]} + {{(ManWidth + 2){1'b0}}, half & (rest | whole[0])};
      if (Window - PAD > ManWidth + 2) begin : gen_signs
        assign rounded = {whole[Window-PAD-1:ManWidth+2] & {(Window - PAD - ManWidth - 2){~carry}}, low};
      end else begin : gen_low
        wire unused = &{1'b0, carry};
        assign rounded = low;
      end
    end
    // The lowest bit of a field with DIRECT and the upper exponent bits beyond the shifter are known to be zero.
    if (DIRECT != 0) begin : gen_unused_direct
      wire unused = &{1'b0, shifted[0]};
    end
    if (LEVELS < ExpWidth) begin : gen_unused_amount
      wire unused = &{1'b0, amount[ExpWidth-1:LEVELS]};
    end
    if (EXT > FIELD) begin : gen_unused_ext
      wire unused = &{1'b0, shifted[EXT-1:FIELD]};
    end
  endgenerate

  // --- saturate
  assign sat_o = over;
  wire [Window-1:0] exact;
  generate
    if (PAD > 0) begin : gen_pad
      assign exact = {rounded, {PAD{1'b0}}};
    end else begin : gen_no_pad
      assign exact = rounded;
    end
  endgenerate
  assign word_o = over ? {sign, {(Window - 2){~sign}}, 1'b1} : exact;
endmodule
`default_nettype wire
