// SPDX-License-Identifier: Apache-2.0
// unpack_tb.v -- tlut_unpack against plain arithmetic: every code of every weight or byte, legal or not, among random ones
//
// Parameters are set with iverilog -P; prints "ok" and a count, or the first differences.
`default_nettype none

module unpack_tb;
  parameter integer Mu       = 3;
  parameter integer NumGroup = 4;
  parameter integer Pack5    = 1;

  localparam integer NUM_ENT = (3 ** Mu - 1) / 2;
  localparam integer IDX_W   = $clog2(NUM_ENT + 1);
  localparam integer KEY_W   = IDX_W + 1;
  localparam integer TRITS   = NumGroup * Mu;
  localparam integer CODES   = Pack5 != 0 ? (TRITS + 4) / 5 : TRITS;  // bytes, or weights
  localparam integer CODE_W  = Pack5 != 0 ? 8 : 2;

  reg  [CODES*CODE_W-1:0]   bits;
  wire [NumGroup*KEY_W-1:0] key;
  tlut_unpack #(
    .NumGroup(NumGroup),
    .Mu      (Mu),
    .NumEnt  (NUM_ENT),
    .IdxW    (IDX_W),
    .Pack5   (Pack5)
  ) u_unpack (
    .bits_i(bits),
    .key_o (key)
  );

  // Weight i of the beat, -1, 0 or 1, by the definition of the encodings.
  function integer weight;
    input integer i;
    integer code;
    begin
      if (Pack5 != 0) begin
        code = bits[i/5*8+:8];
        weight = code > 242 ? 0 : code / 3 ** (4 - i % 5) % 3 - 1;
      end else begin
        code = bits[i*2+:2];
        weight = code == 3 ? 0 : code - 1;
      end
    end
  endfunction

  integer c, v, r, g, w, sum, checked, wrong;
  reg [KEY_W-1:0] expected;
  initial begin
    checked = 0;
    wrong = 0;
    for (c = 0; c < CODES; c = c + 1) begin
      for (v = 0; v < 1 << CODE_W; v = v + 1) begin
        for (r = 0; r < 3; r = r + 1) begin
          for (g = 0; g < CODES; g = g + 1) bits[g*CODE_W+:CODE_W] = $random;
          if (r == 0) bits = {CODES * CODE_W{1'b1}};  // all others illegal
          bits[c*CODE_W+:CODE_W] = v;
          #1;
          for (g = 0; g < NumGroup; g = g + 1) begin
            sum = 0;
            for (w = 0; w < Mu; w = w + 1) sum = 3 * sum + weight(g * Mu + w);
            expected = sum < 0 ? NUM_ENT + sum : NUM_ENT - sum;
            expected[KEY_W-1] = sum < 0;
            checked = checked + 1;
            if (key[g*KEY_W+:KEY_W] !== expected) begin
              wrong = wrong + 1;
              if (wrong < 10)
                $display("Mu %0d, bits %h, group %0d: key %b, expected %b", Mu, bits, g, key[g*KEY_W+:KEY_W], expected);
            end
          end
        end
      end
    end
    if (wrong == 0) $display("ok %0d", checked);
    $finish;
  end

endmodule

`default_nettype wire
