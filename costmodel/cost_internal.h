/* SPDX-License-Identifier: Apache-2.0 */
/* cost_internal.h -- shared by the files of the cost model: sums over table-build networks, small helpers. */
#ifndef TLUT_COST_INTERNAL_H
#define TLUT_COST_INTERNAL_H

#include "cost.h"
#include "lutnet.h"

enum { COST_MAX_WORD = 48, COST_MAX_REGS = 8 }; /* bits of a table operand; build registers */

/* A net of more loads than this has buffers (measure/ puts them in). */
enum { COST_FANOUT = 16, COST_MAX_USES = 7 };

/* A parallel build: what the adders and registers of one table sum up to. Nodes that hold the same combination count once:
 * synthesis merges equal adders (the naive network, entries alone, is full of them). [r][w]: range (enum range; the window's words
 * count as symmetric) and width of the operands. */
struct cost_net {
    int adders, depth; /* floats: negations are free */
    int negations;     /* integers: 0 - x */
    double levels;      /* sum of the levels of all adders */
    int inputs;        /* entries that are activations */
    int reg_nodes[COST_MAX_REGS + 1];
    double add_bits[2][COST_MAX_WORD + 1], log_bits[2][COST_MAX_WORD + 1], deep_bits[2][COST_MAX_WORD + 1];
    double neg_bits[2][COST_MAX_WORD + 1], entry_bits[2][COST_MAX_WORD + 1];
    int chained[COST_MAX_REGS + 1]; /* adders with an operand from another adder of the same register stage */
    double chain_bits[2][COST_MAX_WORD + 1][COST_MAX_REGS + 1];
    double reg_bits[2][COST_MAX_WORD + 1][COST_MAX_REGS + 1];
    /* Nodes that at least [u] adders read: how many, the adders that read them, and both times the nodes' bits. */
    double used_nodes[COST_MAX_USES + 1], used_reads[COST_MAX_USES + 1];
    double used_bits[2][COST_MAX_WORD + 1][COST_MAX_USES + 1], read_bits[2][COST_MAX_WORD + 1][COST_MAX_USES + 1];
};

/* A sequential build: adders and terms by the number of non-zero weights of their widest sum. */
struct cost_seq {
    int steps;
    int units[LUTNET_MAX_MU + 1], terms[LUTNET_MAX_MU + 1];
    int longest; /* additions on the busiest adder */
};

const struct cost_net *cost_net(const struct cost_tables *t, const struct arch *a, const struct dims *d);
const struct cost_seq *cost_seq(struct cost_tables *t, const struct arch *a, const struct dims *d);

/* Bits of a sum of `terms` operands of w bits. */
int cost_sum_width(int range, int w, int plus, int minus);

/* log2 for sizes, 0 for v <= 1: exact for powers, linear in between (within 0.09), monotonic, without a library call. */
static inline double cost_log2(int64_t v)
{
    if (v <= 1)
        return 0;
    int top = 63 - __builtin_clzll((unsigned long long)v);
    return top + (double)(v - (INT64_C(1) << top)) / (double)(INT64_C(1) << top);
}

/* Live bits of the shifter of tlut_fp_to_fixed over its levels, and whether it rounds and saturates. */
struct cost_align {
    int levels, shifter_bits, sig_bits, round_bits, saturate_bits;
};
void cost_align_shape(struct cost_align *s, const struct arch *a, const struct dims *d);

/* The same for the normaliser of tlut_fp_from_fixed. */
struct cost_round {
    int levels, shifter_bits;
};
void cost_round_shape(struct cost_round *s, const struct dims *d);

/* Operand registers are held by zero keys. */
bool cost_gated(const struct arch *a);

/* Register bits of the reduction, and bits that travel beside the data path. */
int64_t cost_reduce_regs(const struct arch *a, const struct dims *d);
/* Register bits inside a floating-point adder of `regs` stages. */
int cost_fp_cut_bits(int exp_w, int man_w, int regs);
/* 0 fp16, 1 bf16, 2 fp32. */
int cost_format(int exp_w, int man_w);

static inline void cost_put(struct cost_term *term, int *count, int part, int prim, double n)
{
    if (n > 0 && *count < COST_MAX_TERMS) {
        term[*count] = (struct cost_term){(uint8_t)part, (uint8_t)prim, n};
        ++*count;
    }
}

#endif
