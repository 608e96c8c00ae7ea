// SPDX-License-Identifier: Apache-2.0
// tlut_fp_from_fixed.v -- an integer times a power of two as fp32, rounded once to nearest even
//
// What       value_o = sum_i * 2^LsbExp, bit for bit as fp_from_fixed() of tb/fp.h; nan_i gives the canonical NaN instead
// Why        the only rounding of aligned arithmetic. A negative sum is not negated but inverted: the missing +1 at the
//            infinitely long end of ones is put into the rounding decision, which saves a SumWidth-bit increment
// Latency    PipeRegs cycles with en_i high
// Rate       one number per cycle
// Handshake  none; en_i low freezes all stages
// Reset      none: data only
// Example    SumWidth = 54, LsbExp = -24: sum -1 gives 0xb3800000 (-2^-24)
// Cost       XOR SumWidth, shifter SumWidth x clog2(SumWidth) levels, increment 31
`default_nettype none
module tlut_fp_from_fixed #(
  parameter integer SumWidth = 54,   // at least 2
  parameter integer LsbExp   = -24,
  parameter integer PipeRegs = 0     // 0..4
) (
  input  wire                clk_i,
  input  wire                en_i,
  input  wire [SumWidth-1:0] sum_i,
  input  wire                nan_i,
  output wire [31:0]         value_o
);
  localparam [3:0] CUTS = PipeRegs == 0 ? 4'b0000 : PipeRegs == 1 ? 4'b0100 : PipeRegs == 2 ? 4'b0110 :
                          PipeRegs == 3 ? 4'b1110 : 4'b1111;
  // The magnitude, without the sign bit; in front zeros down to the exponent of the smallest normal if it starts below.
  localparam MAG_W  = SumWidth - 1;
  localparam FIRST  = LsbExp + MAG_W - 1 + 126;          // shifts left until the exponent is that of the smallest normal
  localparam LEAD   = FIRST < 0 ? -FIRST : 0;
  localparam LIMIT  = FIRST < 0 ? 0 : FIRST;
  localparam FIELD  = MAG_W + LEAD > 26 ? MAG_W + LEAD : 26;  // leading bit, 23 bits, half, and a rest
  localparam TAIL   = FIELD - MAG_W - LEAD;
  localparam LEVELS = $clog2(MAG_W + LEAD);
  localparam LEVELS_L = LEVELS / 2;                      // levels after the cut half way through the shifter
  localparam LIMITED = LIMIT < (1 << LEVELS) - 1 ? 1 : 0; // results may be subnormal
  localparam OVERFLOW = LIMIT + 2 >= 255 ? 1 : 0;        // results may be infinite
  localparam EXP_W  = $clog2(LIMIT + 3) > 8 ? $clog2(LIMIT + 3) : 8;
  generate
    if (PipeRegs < 0 || PipeRegs > 4) begin : gen_check_regs
      tlut_error_PipeRegs_must_be_0_to_4 u_error ();
    end
    if (SumWidth < 2) begin : gen_check_width
      tlut_error_SumWidth_must_be_at_least_2 u_error ();
    end
  endgenerate

  wire [SumWidth-1:0] sum;
  wire                nan0;
  tlut_fp_cut #(.Width(SumWidth + 1), .On(CUTS[0])) u_cut_sum (
    .clk_i(clk_i), .en_i(en_i), .d_i({sum_i, nan_i}), .q_o({sum, nan0}));

  // --- normalise; what comes in at the end is the sign: ones after an inverted number
  wire             sign0 = sum[SumWidth-1];
  wire [FIELD-1:0] first;
  generate
    if (LEAD > 0 && TAIL > 0) begin : gen_both
      assign first = {{LEAD{1'b0}}, sum[MAG_W-1:0] ^ {MAG_W{sign0}}, {TAIL{sign0}}};
    end else if (LEAD > 0) begin : gen_lead
      assign first = {{LEAD{1'b0}}, sum[MAG_W-1:0] ^ {MAG_W{sign0}}};
    end else if (TAIL > 0) begin : gen_tail
      assign first = {sum[MAG_W-1:0] ^ {MAG_W{sign0}}, {TAIL{sign0}}};
    end else begin : gen_plain
      assign first = sum[MAG_W-1:0] ^ {MAG_W{sign0}};
    end
  endgenerate

  // Bits that the levels below k (2^k - 1 places in all) cannot lift into the upper 25 are only asked whether they are
  // zero (ones, after an inverted number) and then dropped: it saves a fifth of the area at SumWidth = 54 (sky130hd).
  reg [FIELD-1:0] norm0, drop0;
  reg             rest0;
  reg [EXP_W-1:0] left0;  // shifts that remain allowed = exponent field minus one
  reg             go0;
  integer         k;
  always @(*) begin
    norm0 = first;
    rest0 = 1'b0;
    drop0 = {FIELD{1'b0}};
    left0 = LIMIT[EXP_W-1:0];
    go0   = 1'b0;
    for (k = LEVELS - 1; k >= LEVELS_L; k = k - 1) begin
      go0   = ~|(norm0 >> (FIELD - (1 << k))) & (LIMITED == 0 || |(left0 >> k));
      norm0 = go0 ? (norm0 << (1 << k)) | ({FIELD{sign0}} & ~({FIELD{1'b1}} << (1 << k))) : norm0;
      left0 = left0 - ({{(EXP_W - 1){1'b0}}, go0} << k);
      drop0 = ~({FIELD{1'b1}} << (FIELD > 24 + (1 << k) ? FIELD - 24 - (1 << k) : 0));
      rest0 = rest0 | |((norm0 ^ {FIELD{sign0}}) & drop0);
      norm0 = (norm0 & ~drop0) | ({FIELD{sign0}} & drop0);
    end
  end

  wire             sign1, nan1, rest1h;
  wire [EXP_W-1:0] left1h;
  wire [FIELD-1:0] norm1h;
  tlut_fp_cut #(.Width(3 + EXP_W + FIELD), .On(CUTS[1])) u_cut_half (
    .clk_i(clk_i), .en_i(en_i), .d_i({sign0, nan0, rest0, left0, norm0}), .q_o({sign1, nan1, rest1h, left1h, norm1h}));

  reg [FIELD-1:0] norm1, drop1;
  reg             rest1;
  reg [EXP_W-1:0] left1;
  reg             go1;
  integer         n;
  always @(*) begin
    norm1 = norm1h;
    rest1 = rest1h;
    drop1 = {FIELD{1'b0}};
    left1 = left1h;
    go1   = 1'b0;
    for (n = LEVELS_L - 1; n >= 0; n = n - 1) begin
      go1   = ~|(norm1 >> (FIELD - (1 << n))) & (LIMITED == 0 || |(left1 >> n));
      norm1 = go1 ? (norm1 << (1 << n)) | ({FIELD{sign1}} & ~({FIELD{1'b1}} << (1 << n))) : norm1;
      left1 = left1 - ({{(EXP_W - 1){1'b0}}, go1} << n);
      drop1 = ~({FIELD{1'b1}} << (FIELD > 24 + (1 << n) ? FIELD - 24 - (1 << n) : 0));
      rest1 = rest1 | |((norm1 ^ {FIELD{sign1}}) & drop1);
      norm1 = (norm1 & ~drop1) | ({FIELD{sign1}} & drop1);
    end
  end

  wire             sign2, nan2, rest2;
  wire [EXP_W-1:0] left2;
  wire [24:0]      norm2;
  wire             rest1all = rest1 | |(norm1[FIELD-26:0] ^ {(FIELD - 25){sign1}});
  tlut_fp_cut #(.Width(3 + EXP_W + 25), .On(CUTS[2])) u_cut_normalised (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({sign1, nan1, rest1all, left1, norm1[FIELD-1:FIELD-25]}), .q_o({sign2, nan2, rest2, left2, norm2}));

  // --- round. Positive: half and (rest or odd). Negative, with the +1 still to come: if the rest is all ones, it carries
  // into the half bit: 1 becomes a carry, 0 becomes a tie; if not, the half bit decides.
  wire half = norm2[0];
  wire odd  = norm2[1];
  wire up   = sign2 ? half | (~rest2 & odd) : half & (rest2 | odd);
  // The leading bit counts the exponent up. It is 0 for subnormals, for -1 unit (all bits below are ones, so the
  // rounding carries into it) and for zero, which is the one case where the exponent has to be cleared.
  wire [EXP_W+22:0] code = {left2, 23'b0} + {{(EXP_W - 1){1'b0}}, norm2[24:1]} + {{(EXP_W + 22){1'b0}}, up};
  wire              zero = LIMITED == 0 && !norm2[24] && !sign2;
  wire              over;
  generate
    if (OVERFLOW != 0) begin : gen_over
      assign over = code[EXP_W+22:23] >= {{(EXP_W - 8){1'b0}}, 8'hff};
    end else begin : gen_no_over
      assign over = 1'b0;
    end
    if (EXP_W > 8) begin : gen_unused
      wire unused = &{1'b0, code[EXP_W+22:31]};
    end
  endgenerate
  tlut_fp_cut #(.Width(32), .On(CUTS[3])) u_cut_result (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({sign2 & ~nan2, (code[30:23] & {8{~zero}}) | {8{over | nan2}},
          (code[22:0] & {23{~(over | nan2)}}) | {nan2, 22'b0}}),
    .q_o(value_o));
endmodule
`default_nettype wire
