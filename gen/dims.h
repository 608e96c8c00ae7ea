/* SPDX-License-Identifier: Apache-2.0 */
/* dims.h -- every number that follows from an architecture, derived once, in integers.
 *
 * dims is the only place where widths, counts and latencies are computed: the emitter prints them, the golden model and
 * the cost model use them. Plain data, no pointers. Symbols: mu, L, K, R, C, T as in params.def; n = L * mu.
 */
#ifndef TLUT_DIMS_H
#define TLUT_DIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"

#define DIMS_MAX_LEVELS 8    /* of the reduction tree: ceil(log2 256) */
#define DIMS_MAX_ACC 64           /* bits of an accumulator, and of a result */
#define DIMS_MAX_TDATA (1u << 20) /* bits of one beat: wider vectors break simulators and synthesis (checked) */

struct dims {
    int act_w;          /* bits of an activation on the stream */
    bool act_float;     /* floating-point activation */
    int exp_w, man_w;   /* its exponent and stored significand bits; 0 for integers */
    bool ieee, aligned; /* arithmetic in effect; neither: integer */
    int word_w;         /* operand of the table build: act_w, or aligned: the window */
    int64_t act_min, act_max; /* range of an operand: of an integer activation, or of the window's words; 0, 0 for ieee */
    int window_top;     /* aligned: exponent of the window's largest magnitude bit */
    int lsb_exp;        /* aligned: exponent of its least significant bit, top - (window - 2) */

    int mu;             /* group size in effect: 1 for the baselines */
    int n;              /* activations a beat and lane: L * mu */
    int entries;        /* B = (3^mu - 1) / 2, the entries of the half table */
    int stored;         /* entries that are stored: B, or 2B with the negative half (the zero is never stored) */
    int idx_w, key_w;   /* bits of a key's index and of a key, idx_w + 1, as the core works on it */
    int key_bits;       /* bits of a key as it arrives: key_w (dense), or its share of an encoded beat, see key_beat_bits */
    int outputs;        /* results a beat and lane: C * K */

    int ent_w;          /* width of a table entry: the widest entry's range, or mu - 1 + b (uniform) */
    int leaf_w;         /* width of an operand of the reduction tree: entry XOR sign (deferred) or negated entry (early) */
    int levels;         /* of the reduction tree, ceil(log2 L) */
    int level_w[DIMS_MAX_LEVELS + 1]; /* width of the sums after level i; level_w[0] = leaf_w */
    int sum_w;          /* tile sum, level_w[levels] */
    int acc_w;          /* accumulator */
    int acc_needed_w;   /* the width that max-n needs, by proof: every partial sum fits; floats: acc_w */
    int acc_exp_w, acc_man_w; /* ieee: format of the accumulator */
    int64_t tile_min, tile_max; /* exact range of the signed sum of one tile (integer arithmetic) */
    int res_w;          /* a result on the stream: 8, 16, 32 or 64 bits; aligned: 32, an fp32 number */

    int64_t act_beat_bits, key_beat_bits, res_beat_bits;    /* payload of a beat */
    int64_t act_tdata_w, key_tdata_w, res_tdata_w;          /* with the padding of the interface */

    int build_regs;     /* register stages of the parallel table build; sequential: of its adders */
    int steps;          /* sequential build: cycles to fill a shadow table; 0 for parallel */
    int reg_after[DIMS_MAX_LEVELS + 1]; /* register stages after tree level i (0: after the fetch); ieee: from level 1 on,
                                           inside the adders of level i */
    int pipe;           /* register stages from an accepted key beat to the accumulator's operands */
    int acc_regs;       /* register stages inside the accumulator's adder (ieee), its latency */
    int latency;        /* cycles from the first act beat to the first possible result of a one-beat job, see schedule.h */
};

/* Derives all of the above. `a` has passed arch_check(). */
void dims_derive(struct dims *d, const struct arch *a);

/* The fixed-point word of aligned arithmetic, `exact` and `auto` replaced by numbers; not checked. Exponents of two. */
struct dims_window {
    int smallest, normal, largest; /* of the activation type: its smallest number, smallest normal and largest number */
    int top;                       /* of the word's largest magnitude bit */
    int width;                     /* of the word in bits, with the sign */
};

/* a->act is a floating-point type, and nothing else of `a` needs to make sense. */
void dims_window(struct dims_window *w, const struct arch *a);

/* ceil(log2 v), v >= 1; 0 for v = 1. */
int dims_clog2(uint64_t v);

/* Bits of the smallest two's complement number that holds lo..hi, at least 1. */
int dims_signed_width(int64_t lo, int64_t hi);

/* Cycles that the tables of consecutive groups are apart at the least: 1, or steps + 1 for the sequential build. */
int dims_table_period(const struct dims *d);

/* Bits of an activation type; floats: the whole word. */
int dims_act_width(int act);

/* (3^mu - 1) / 2. */
int dims_half_entries(int mu);

#endif
