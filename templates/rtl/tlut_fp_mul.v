// SPDX-License-Identifier: Apache-2.0
// tlut_fp_mul.v -- floating-point multiplier, one rounding to nearest even (for the multiplier baseline)
//
// What       product_o = a_i * b_i, bit for bit as fp_mul() of tb/fp.h: subnormals kept, signs of zeros by XOR, overflow to
//            infinity (Rules = 1: to NaN), zero times infinity and any NaN operand give the canonical NaN
// Why        at most one operand is worth normalising: if both are subnormal, the product is far below half the smallest
//            subnormal. So the operands are swapped to bring a subnormal one to the one normaliser
// Latency    PipeRegs cycles with en_i high
// Rate       one product per cycle
// Handshake  none; en_i low freezes all stages
// Reset      none: data only
// Example    fp16 (5, 10): 0x0001 * 0x4000 = 0x0002
// Cost       multiplier (ManWidth+1)^2, W-1 bit swap, normaliser ManWidth+1 x clog2 levels, tlut_fp_pack
`default_nettype none
module tlut_fp_mul #(
  parameter integer ExpWidth = 5,
  parameter integer ManWidth = 10,
  parameter integer Rules    = 0,  // 0: IEEE; 1: OCP e4m3, no infinity, one NaN code
  parameter integer PipeRegs = 0   // 0..4
) (
  input  wire                       clk_i,
  input  wire                       en_i,
  input  wire [ExpWidth+ManWidth:0] a_i,
  input  wire [ExpWidth+ManWidth:0] b_i,
  output wire [ExpWidth+ManWidth:0] product_o
);
  localparam MAG_W  = ExpWidth + ManWidth;
  localparam SIG_W  = ManWidth + 1;
  localparam LEVELS = $clog2(SIG_W);
  localparam EXP_W  = ExpWidth + 2;  // signed sum of two exponents minus a bias
  localparam [EXP_W-1:0] BIAS = (1 << (ExpWidth - 1)) - 1;
  // Registers at the operands, before the multiplication, after it, at the result.
  localparam [3:0] CUTS = PipeRegs == 0 ? 4'b0000 : PipeRegs == 1 ? 4'b0100 : PipeRegs == 2 ? 4'b0110 :
                          PipeRegs == 3 ? 4'b1110 : 4'b1111;
  generate
    if (PipeRegs < 0 || PipeRegs > 4) begin : gen_check_regs
      tlut_error_PipeRegs_must_be_0_to_4 u_error ();
    end
  endgenerate

  wire [MAG_W:0] a, b;
  tlut_fp_cut #(.Width(2 * MAG_W + 2), .On(CUTS[0])) u_cut_operands (
    .clk_i(clk_i), .en_i(en_i), .d_i({a_i, b_i}), .q_o({a, b}));

  // --- classify
  wire a_ones = &a[MAG_W-1:ManWidth];
  wire b_ones = &b[MAG_W-1:ManWidth];
  wire a_spec = a_ones & (Rules == 0 || &a[ManWidth-1:0]);
  wire b_spec = b_ones & (Rules == 0 || &b[ManWidth-1:0]);
  wire a_nan  = a_spec & (Rules != 0 || |a[ManWidth-1:0]);
  wire b_nan  = b_spec & (Rules != 0 || |b[ManWidth-1:0]);
  wire nan0   = a_nan | b_nan | (a_spec & ~|b[MAG_W-1:0]) | (b_spec & ~|a[MAG_W-1:0]);
  wire inf0   = a_spec | b_spec;
  wire sign0  = a[MAG_W] ^ b[MAG_W];

  // --- bring a subnormal operand to x and normalise it
  wire                swap  = ~|b[MAG_W-1:ManWidth];
  wire [MAG_W-1:0]    x     = swap ? b[MAG_W-1:0] : a[MAG_W-1:0];
  wire [MAG_W-1:0]    y     = swap ? a[MAG_W-1:0] : b[MAG_W-1:0];
  wire                x_hid = |x[MAG_W-1:ManWidth];
  wire                y_hid = |y[MAG_W-1:ManWidth];
  wire [ExpWidth-1:0] x_exp = x[MAG_W-1:ManWidth] | {{(ExpWidth - 1){1'b0}}, ~x_hid};
  wire [ExpWidth-1:0] y_exp = y[MAG_W-1:ManWidth] | {{(ExpWidth - 1){1'b0}}, ~y_hid};
  reg  [SIG_W-1:0]    x_sig;
  reg  [LEVELS-1:0]   shift;
  integer             k;
  always @(*) begin
    x_sig = {x_hid, x[ManWidth-1:0]};
    for (k = LEVELS - 1; k >= 0; k = k - 1) begin
      shift[k] = ~|(x_sig >> (SIG_W - (1 << k)));
      x_sig    = shift[k] ? x_sig << (1 << k) : x_sig;
    end
  end
  wire [SIG_W-1:0] y_sig = {y_hid, y[ManWidth-1:0]};
  wire [EXP_W-1:0] exp0  = {2'b0, x_exp} + {2'b0, y_exp} - {{(EXP_W - LEVELS){1'b0}}, shift} - BIAS;

  wire             sign1, nan1, inf1;
  wire [EXP_W-1:0] exp1;
  wire [SIG_W-1:0] x1, y1;
  tlut_fp_cut #(.Width(3 + EXP_W + 2 * SIG_W), .On(CUTS[1])) u_cut_normalised (
    .clk_i(clk_i), .en_i(en_i), .d_i({sign0, nan0, inf0, exp0, x_sig, y_sig}), .q_o({sign1, nan1, inf1, exp1, x1, y1}));

  wire [2*SIG_W-1:0] product1 = {{SIG_W{1'b0}}, x1} * {{SIG_W{1'b0}}, y1};

  wire               sign2, nan2, inf2;
  wire [EXP_W-1:0]   exp2;
  wire [2*SIG_W-1:0] product2;
  tlut_fp_cut #(.Width(3 + EXP_W + 2 * SIG_W), .On(CUTS[2])) u_cut_product (
    .clk_i(clk_i), .en_i(en_i), .d_i({sign1, nan1, inf1, exp1, product1}), .q_o({sign2, nan2, inf2, exp2, product2}));

  // --- the product of two numbers in [1, 2) lies in [1, 4)
  wire               two  = product2[2*SIG_W-1];
  wire [2*SIG_W-1:0] norm = two ? product2 : {product2[2*SIG_W-2:0], 1'b0};
  wire [EXP_W-1:0]   exp3 = exp2 + {{(EXP_W - 1){1'b0}}, two};
  wire [MAG_W:0]     value;
  tlut_fp_pack #(.ExpWidth(ExpWidth), .ManWidth(ManWidth), .Rules(Rules), .InExpWidth(EXP_W)) u_pack (
    .sign_i(sign2), .nan_i(nan2), .inf_i(inf2), .exp_i(exp3), .sig_i(norm[2*SIG_W-1:SIG_W-1]),
    .sticky_i(|norm[SIG_W-2:0]), .value_o(value));

  tlut_fp_cut #(.Width(MAG_W + 1), .On(CUTS[3])) u_cut_result (
    .clk_i(clk_i), .en_i(en_i), .d_i(value), .q_o(product_o));
endmodule
`default_nettype wire
