// SPDX-License-Identifier: Apache-2.0
// digits.vh -- the digits of a number in base 3, most significant first; included by modules that decode weights
function integer digit;   // number `at` of the `count` digits of n
  input integer n;
  input integer count;
  input integer at;
  integer i;
  begin
    digit = n;
    for (i = at + 1; i < count; i = i + 1) digit = digit / 3;
    digit = digit % 3;
  end
endfunction
