// SPDX-License-Identifier: Apache-2.0
// tree.v -- the parts of one row and their sums: a balanced tree, neighbours first
//
// Level 0 holds the parts, level v the sums of neighbours of level v - 1, an odd one as it is; the last level is the sum. For
// integers any order gives the same; for floats this order is the definition. From: the level that is given.
`default_nettype none

module formal_tree #(
  parameter integer From = 0
) (
  input  wire [`F_LUTS*`F_PART_W-1:0]                part_i,
  // node i of level v at [(v*LUTS + i)*PART_W +: PART_W]; those that do not exist are zero
  output wire [(`F_LEVELS+1)*`F_LUTS*`F_PART_W-1:0] node_o,
  output wire [`F_PART_W-1:0]                         sum_o
);
  localparam integer W = `F_PART_W;
  assign node_o[From*`F_LUTS*W+:`F_LUTS*W] = part_i;
  assign sum_o = node_o[`F_LEVELS*`F_LUTS*W+:W];
  genvar v, i;
  generate
    for (v = 0; v < From; v = v + 1) begin : gen_before
      assign node_o[v*`F_LUTS*W+:`F_LUTS*W] = {`F_LUTS * W{1'b0}};
    end
    for (v = From + 1; v <= `F_LEVELS; v = v + 1) begin : gen_level
      localparam integer PREV = (`F_LUTS + (1 << (v - 1)) - 1) >> (v - 1);
      for (i = 0; i < `F_LUTS; i = i + 1) begin : gen_node
        if (2 * i + 1 < PREV) begin : gen_sum
          formal_add #(.W(W)) u_add (
            .a_i  (node_o[((v-1)*`F_LUTS+2*i)*W+:W]),
            .b_i  (node_o[((v-1)*`F_LUTS+2*i+1)*W+:W]),
            .sum_o(node_o[(v*`F_LUTS+i)*W+:W])
          );
        end else if (2 * i < PREV) begin : gen_odd
          assign node_o[(v*`F_LUTS+i)*W+:W] = node_o[((v-1)*`F_LUTS+2*i)*W+:W];
        end else begin : gen_none
          assign node_o[(v*`F_LUTS+i)*W+:W] = {W{1'b0}};
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire
