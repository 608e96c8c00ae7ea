// SPDX-License-Identifier: Apache-2.0
// tlut_fp_add.v -- floating-point adder, one rounding to nearest even
//
// What       sum_o = a_i + b_i, bit for bit as fp_add() of tb/fp.h: subnormals kept, x + -x = +0 (only -0 + -0 = -0),
//            overflow to infinity, any NaN operand or inf - inf gives the canonical NaN (sign 0, quiet, rest 0).
//            Formats by IEEE rules only: the largest exponent means infinity and NaN.
// Why        single path, for area: the operands are ordered by magnitude, so that one subtraction never goes negative,
//            and carry-out and cancellation share one normalising shifter
// Latency    PipeRegs cycles with en_i high
// Rate       one addition per cycle
// Handshake  none; en_i low freezes all stages
// Reset      none: data only
// Example    fp16 (5, 10): 0x3c01 + 0x1000 = 0x3c02 (1 + 2^-10 + 2^-11, a tie, goes to the even neighbour)
// Cost       with W = 1 + ExpWidth + ManWidth, S = ManWidth + 4: compare W-1, two W-1 bit 2:1 mux, two shifters of
//            S bits x clog2(S) levels, adder S, ExpWidth x (clog2(S) + 1) borrow bits, increment W-1;
//            fp16: about 2730 um2 on sky130hd; all numbers in docs/fp.md
`default_nettype none
module tlut_fp_add #(
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  parameter integer PipeRegs = 0   // 0..8
) (
  input  wire                         clk_i,
  input  wire                         en_i,
  input  wire [ExpWidth+ManWidth:0]   a_i,
  input  wire [ExpWidth+ManWidth:0]   b_i,
  output wire [ExpWidth+ManWidth:0]   sum_o
);
  localparam MAG_W  = ExpWidth + ManWidth;  // a number without its sign; magnitudes compare as integers
  localparam X_W    = ManWidth + 3;         // significand, guard and round bit
  localparam SUM_W  = X_W + 1;              // and the carry
  localparam ALIGN  = $clog2(X_W + 1);      // shifter levels: all ones shifts everything out
  localparam NORM   = $clog2(SUM_W);
  localparam ALIGN_H = ALIGN / 2;           // levels below the cut half way through the shifter
  localparam NORM_H  = NORM / 2;

  // Which of the eight places, in dataflow order, hold a register:
  // 0 operands, 1 ordered, 2 half aligned, 3 aligned, 4 added, 5 half normalised, 6 normalised, 7 result.
  localparam [7:0] CUTS = PipeRegs == 0 ? 8'b00000000 : PipeRegs == 1 ? 8'b00001000 :
                          PipeRegs == 2 ? 8'b00010010 : PipeRegs == 3 ? 8'b00101010 :
                          PipeRegs == 4 ? 8'b01011010 : PipeRegs == 5 ? 8'b01111010 :
                          PipeRegs == 6 ? 8'b01111110 : PipeRegs == 7 ? 8'b11111110 : 8'b11111111;
  generate
    if (PipeRegs < 0 || PipeRegs > 8) begin : gen_check_regs
      tlut_error_PipeRegs_must_be_0_to_8 u_error ();
    end
    if (ManWidth < 2 || ExpWidth < NORM) begin : gen_check_format
      tlut_error_ManWidth_needs_2_bits_and_ExpWidth_clog2_of_it u_error ();
    end
  endgenerate

  wire [MAG_W:0] a, b;
  tlut_fp_cut #(.Width(2 * MAG_W + 2), .On(CUTS[0])) u_cut_operands (
    .clk_i(clk_i), .en_i(en_i), .d_i({a_i, b_i}), .q_o({a, b}));

  // --- order by magnitude. A plain carry chain: written as `>`, synthesis makes a larger prefix tree of it.
  reg swap;
  integer i;
  always @(*) begin
    swap = 1'b0;
    for (i = 0; i < MAG_W; i = i + 1)
      swap = (b[i] & ~a[i]) | ((b[i] | ~a[i]) & swap);
  end
  wire             sign1 = swap ? b[MAG_W] : a[MAG_W];  // of the larger
  wire             sub1  = a[MAG_W] ^ b[MAG_W];
  wire [MAG_W-1:0] big1  = swap ? b[MAG_W-1:0] : a[MAG_W-1:0];
  wire [MAG_W-1:0] lit1  = swap ? a[MAG_W-1:0] : b[MAG_W-1:0];

  wire             sign2, sub2;
  wire [MAG_W-1:0] big2, lit2;
  tlut_fp_cut #(.Width(2 * MAG_W + 2), .On(CUTS[1])) u_cut_ordered (
    .clk_i(clk_i), .en_i(en_i), .d_i({sign1, sub1, big1, lit1}), .q_o({sign2, sub2, big2, lit2}));

  // --- unpack. A subnormal has no hidden bit and the exponent of the smallest normal, 1: the zero field's lowest bit is
  // set. Only the larger operand need be looked at for NaN: a NaN is the largest magnitude there is.
  wire                hid_b = |big2[MAG_W-1:ManWidth];
  wire                hid_l = |lit2[MAG_W-1:ManWidth];
  wire [ExpWidth-1:0] exp2  = big2[MAG_W-1:ManWidth] | {{(ExpWidth - 1){1'b0}}, ~hid_b};
  wire [ExpWidth-1:0] exp_l = lit2[MAG_W-1:ManWidth] | {{(ExpWidth - 1){1'b0}}, ~hid_l};
  wire                spec2 = &big2[MAG_W-1:ManWidth];
  wire                nan2  = (spec2 & |big2[ManWidth-1:0]) | (&lit2[MAG_W-1:ManWidth] & sub2);
  wire [ManWidth:0]   sig2  = {hid_b, big2[ManWidth-1:0]};

  reg  [ExpWidth-1:0] gap;  // exponent difference, never negative
  reg                 carry_g;
  integer             g;
  always @(*) begin
    carry_g = 1'b1;
    for (g = 0; g < ExpWidth; g = g + 1) begin
      gap[g]  = exp2[g] ^ ~exp_l[g] ^ carry_g;
      carry_g = (exp2[g] & ~exp_l[g]) | ((exp2[g] | ~exp_l[g]) & carry_g);
    end
  end
  // A difference beyond the shifter's reach is clamped to all ones.
  wire [ALIGN-1:0] shift2;
  generate
    if (ExpWidth > ALIGN) begin : gen_clamp
      assign shift2 = gap[ALIGN-1:0] | {ALIGN{|gap[ExpWidth-1:ALIGN]}};
    end else begin : gen_no_clamp
      assign shift2 = gap[ALIGN-1:0];
    end
  endgenerate

  // --- align the smaller operand; bits that fall off the end are collected in the sticky bit.
  reg  [X_W-1:0] x2;
  reg            sticky2;
  integer        p;
  always @(*) begin
    x2      = {hid_l, lit2[ManWidth-1:0], 2'b00};
    sticky2 = 1'b0;
    for (p = ALIGN - 1; p >= ALIGN_H; p = p - 1) begin
      sticky2 = sticky2 | (shift2[p] & |(x2 & ~({X_W{1'b1}} << (1 << p))));
      x2      = shift2[p] ? x2 >> (1 << p) : x2;
    end
  end

  wire                sign3, sub3, spec3, nan3, sticky3h;
  wire [ExpWidth-1:0] exp3;
  wire [ManWidth:0]   sig3;
  wire [ALIGN-1:0]    shift3;
  wire [X_W-1:0]      x3h;
  tlut_fp_cut #(.Width(5 + ExpWidth + ManWidth + 1 + ALIGN + X_W), .On(CUTS[2])) u_cut_half_aligned (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({sign2, sub2, spec2, nan2, sticky2, exp2, sig2, shift2, x2}),
    .q_o({sign3, sub3, spec3, nan3, sticky3h, exp3, sig3, shift3, x3h}));

  reg  [X_W-1:0] x3;
  reg            sticky3;
  integer        q;
  always @(*) begin
    x3      = x3h;
    sticky3 = sticky3h;
    for (q = ALIGN_H - 1; q >= 0; q = q - 1) begin
      sticky3 = sticky3 | (shift3[q] & |(x3 & ~({X_W{1'b1}} << (1 << q))));
      x3      = shift3[q] ? x3 >> (1 << q) : x3;
    end
  end

  wire                sign4, sub4, spec4, nan4, sticky4;
  wire [ExpWidth-1:0] exp4;
  wire [ManWidth:0]   sig4;
  wire [X_W-1:0]      x4;
  tlut_fp_cut #(.Width(5 + ExpWidth + ManWidth + 1 + X_W), .On(CUTS[3])) u_cut_aligned (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({sign3, sub3, spec3, nan3, sticky3, exp3, sig3, x3}),
    .q_o({sign4, sub4, spec4, nan4, sticky4, exp4, sig4, x4}));

  // --- add or subtract. The sticky bit stands below x; when subtracting it borrows one, which is the missing carry-in,
  // and itself stays as it is.
  wire [SUM_W-1:0] sum4  = {1'b0, sig4, 2'b00} + {sub4, x4 ^ {X_W{sub4}}} + {{(SUM_W - 1){1'b0}}, sub4 & ~sticky4};

  wire                sign5, sub5, spec5, nan5, sticky5;
  wire [ExpWidth-1:0] exp5;
  wire [SUM_W-1:0]    sum5;
  tlut_fp_cut #(.Width(5 + ExpWidth + SUM_W), .On(CUTS[4])) u_cut_added (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({sign4, sub4, spec4, nan4, sticky4, exp4, sum4}),
    .q_o({sign5, sub5, spec5, nan5, sticky5, exp5, sum5}));

  // --- normalise: shift left by as many places as there are leading zeros, but by exp5 places at most: then the number
  // is subnormal. A level shifts by 2^k if the top 2^k bits are zero and the exponent left is at least 2^k.
  // Shifting by 4 or more happens only after a gap of at most one, when the lowest bit of sum5 is zero: the constant
  // saves multiplexers.
  reg  [SUM_W-1:0]    norm5;
  reg  [ExpWidth-1:0] left5;
  reg                 top_zero, go5;
  integer             n;
  always @(*) begin
    norm5    = sum5;
    left5    = exp5;
    top_zero = 1'b0;
    for (n = NORM - 1; n >= NORM_H; n = n - 1) begin
      go5 = ~|(norm5 >> (SUM_W - (1 << n)));
      if (n == NORM - 1)
        top_zero = go5;
      go5   = go5 & |(left5 >> n);
      norm5 = go5 ? (n >= 2 ? {norm5[SUM_W-1:1], 1'b0} : norm5) << (1 << n) : norm5;
      left5 = left5 - ({{(ExpWidth - 1){1'b0}}, go5} << n);
    end
  end
  // An exact zero from a subtraction is +0.
  wire zero5 = top_zero & ~|sum5[SUM_W-1-(1<<(NORM-1)):0];
  wire neg5  = sign5 & ~nan5 & ~(zero5 & sub5);

  wire                neg6h, spec6h, nan6h, sticky6h;
  wire [ExpWidth-1:0] left6h;
  wire [SUM_W-1:0]    norm6h;
  tlut_fp_cut #(.Width(4 + ExpWidth + SUM_W), .On(CUTS[5])) u_cut_half_normalised (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({neg5, spec5, nan5, sticky5, left5, norm5}), .q_o({neg6h, spec6h, nan6h, sticky6h, left6h, norm6h}));

  reg  [SUM_W-1:0]    norm6;
  reg  [ExpWidth-1:0] left6;
  reg                 go6;
  integer             m;
  always @(*) begin
    norm6 = norm6h;
    left6 = left6h;
    for (m = NORM_H - 1; m >= 0; m = m - 1) begin
      go6   = ~|(norm6 >> (SUM_W - (1 << m))) & |(left6 >> m);
      norm6 = go6 ? norm6 << (1 << m) : norm6;
      left6 = left6 - ({{(ExpWidth - 1){1'b0}}, go6} << m);
    end
  end

  wire                neg7, spec7, nan7, sticky7;
  wire [ExpWidth-1:0] left7;
  wire [SUM_W-1:0]    norm7;
  tlut_fp_cut #(.Width(4 + ExpWidth + SUM_W), .On(CUTS[6])) u_cut_normalised (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({neg6h, spec6h, nan6h, sticky6h, left6, norm6}), .q_o({neg7, spec7, nan7, sticky7, left7, norm7}));

  // --- round and pack. Exponent and significand are one integer, so a carry of the rounding reaches the exponent, and
  // the largest finite number rounds up to infinity's code. The leading bit adds one more to the exponent, for free: one
  // operand bit of the chain is a constant. Without a leading bit the sum is exact (subnormal or zero): no rounding, and
  // the exponent is 0.
  wire             lead  = norm7[SUM_W-1];
  wire             up    = norm7[2] & (norm7[3] | norm7[1] | norm7[0] | sticky7);
  wire [MAG_W-1:0] whole = {left7, norm7[ManWidth+2:3]};
  reg  [MAG_W-1:0] code;
  reg              carry_r;
  integer          r;
  always @(*) begin
    carry_r = up;
    for (r = 0; r < MAG_W; r = r + 1) begin
      code[r] = whole[r] ^ carry_r ^ (r == ManWidth);
      carry_r = r == ManWidth ? whole[r] | carry_r : whole[r] & carry_r;
    end
  end
  wire over = spec7 | &code[MAG_W-1:ManWidth];  // infinity, unless NaN

  tlut_fp_cut #(.Width(MAG_W + 1), .On(CUTS[7])) u_cut_result (
    .clk_i(clk_i), .en_i(en_i),
    .d_i({neg7, (code[MAG_W-1:ManWidth] & {ExpWidth{lead}}) | {ExpWidth{spec7}},
          (code[ManWidth-1:0] & {ManWidth{~over}}) | {nan7, {(ManWidth - 1){1'b0}}}}),
    .q_o(sum_o));
endmodule
`default_nettype wire
