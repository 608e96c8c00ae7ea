/* SPDX-License-Identifier: Apache-2.0 */
/* fp_cases.h -- operands worth trying in a floating-point format: the boundary table and random pairs.
 *
 * The boundary table is every chosen exponent with every chosen significand and both signs (the idea of Berkeley
 * TestFloat). Exponents: the subnormals, the smallest normals, around 1.0, one significand's width away from these, the
 * largest, infinity and NaN. Significands: all zeros, all ones, walking ones, leading ones, trailing ones. */
#ifndef TLUT_FP_CASES_H
#define TLUT_FP_CASES_H

#include <stdint.h>

#include "fp.h"
#include "unit.h"

enum { FP_CASES_MAX = 4096 };

/* Fills table (FP_CASES_MAX elements at least) and returns its length. */
static inline int fp_boundary(const struct fp_format *f, uint32_t *table)
{
    int bias = fp_bias(f), max = (1 << f->exp_w) - 1, count = 0;
    int exps[] = {0,
                  1,
                  2,
                  3,
                  f->man_w,
                  f->man_w + 1,
                  f->man_w + 2,
                  bias - f->man_w - 1,
                  bias - 1,
                  bias,
                  bias + 1,
                  bias + f->man_w,
                  max - 2,
                  max - 1,
                  max};
    uint32_t all = ((uint32_t)1 << f->man_w) - 1;
    for (int i = 0; i < (int)(sizeof exps / sizeof exps[0]); i++) {
        if (exps[i] < 0 || exps[i] > max)
            continue;
        for (int k = 0; k < 3 * f->man_w + 1; k++) {
            int bit = k % f->man_w;
            uint32_t man = k == 3 * f->man_w  ? 0
                           : k < f->man_w     ? (uint32_t)1 << bit
                           : k < 2 * f->man_w ? all >> bit
                                              : all << bit & all;
            uint32_t code = (uint32_t)exps[i] << f->man_w | man;
            table[count++] = code;
            table[count++] = fp_neg(f, code);
        }
    }
    return count;
}

/* A random pair; every second one has exponents so close that the significands meet. */
static inline void fp_random_pair(const struct fp_format *f, uint64_t *state, uint32_t *a, uint32_t *b)
{
    uint64_t r = unit_random(state), mask = ((uint64_t)1 << fp_width(f)) - 1, steps = (uint64_t)f->man_w + 4;
    *a = (uint32_t)(r & mask);
    *b = (uint32_t)(r >> 32 & mask);
    if (r >> fp_width(f) & 1 || (fp_width(f) == 32 && (unit_random(state) & 1))) {
        uint32_t exp_mask = (((uint32_t)1 << f->exp_w) - 1) << f->man_w;
        uint32_t exp = *a + ((uint32_t)(unit_random(state) % (2 * steps) - steps) << f->man_w);
        *b = (*b & ~exp_mask) | (exp & exp_mask);
    }
}

#endif
