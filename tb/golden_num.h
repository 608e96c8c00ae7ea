/* SPDX-License-Identifier: Apache-2.0 */
/* golden_num.h -- the numbers of the golden model: operands, sums and accumulation in each arithmetic.
 *
 * A value is an int64_t: two's complement in integer and aligned arithmetic, a zero-extended bit pattern in ieee. Internal
 * to the golden model (golden.c); nothing else includes it.
 */
#ifndef TLUT_GOLDEN_NUM_H
#define TLUT_GOLDEN_NUM_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "dims.h"
#include "fp.h"
#include "lutnet.h"

struct num {
    const struct arch *arch;
    const struct dims *dims;
    const struct lutnet *net;
    struct fp_format act, acc; /* floats: format of the activations; ieee: of the accumulators */
    int64_t *operand;          /* T x L x 2^key_w: what a key reads, sign applied; NULL for multipliers */
    int64_t *pair;             /* T x L/2 x 2^(2 key_w): what two keys of neighbours read together, or NULL */
    int64_t *word;             /* T x n: operands of the build or of the multipliers */
    int64_t *node;             /* scratch: node values of one table, then operands and sums of one row */
};

/* Allocates; false if memory is out. num_release() in any case. */
bool num_init(struct num *v, const struct arch *a, const struct dims *d, const struct lutnet *net);
void num_release(struct num *v);

/* Takes an activation beat: converts it, builds all tables. Returns STATUS bits of the activations (aligned: NaN, infinity,
 * saturation) and sets bad[lane] for each lane that holds a NaN or an infinity (aligned). */
unsigned num_load(struct num *v, const uint32_t *act, bool *bad);

/* The sum of one row over all tables: key[l] of table l, lane t. *status collects STATUS bits (aligned multipliers). */
int64_t num_row(struct num *v, int lane, const uint32_t *key, unsigned *status);

/* old + sum as the accumulator makes it; *status collects STATUS_SATURATED. */
int64_t num_accumulate(const struct num *v, int64_t old, int64_t sum, unsigned *status);

/* The result on the stream for an accumulator value; `bad`: the pass saw a NaN or an infinity (aligned). *status collects
 * STATUS_NAN and STATUS_INF (ieee). */
int64_t num_result(const struct num *v, int64_t acc, bool bad, unsigned *status);

#endif
