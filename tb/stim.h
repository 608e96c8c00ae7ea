/* SPDX-License-Identifier: Apache-2.0 */
/* stim.h -- seeded stimuli: random numbers, weights and activations as BitNet produces them, and corner patterns.
 *
 * The same seed gives the same numbers everywhere. Nothing here allocates for the caller; only stim_weights can fail.
 */
#ifndef TLUT_STIM_H
#define TLUT_STIM_H

#include <stdbool.h>
#include <stdint.h>

#include "dims.h"

/* splitmix64: the state is the seed. */
uint64_t stim_next(uint64_t *state);
/* Uniform in 0..bound-1, bound >= 1. */
uint64_t stim_below(uint64_t *state, uint64_t bound);
/* True with probability p. */
bool stim_chance(uint64_t *state, double p);
/* Standard normal. */
double stim_gauss(uint64_t *state);

/* Ternary weights of a Gaussian matrix by the absmean rule: W ~ N(0, 1), s = mean |W|, w = W / s rounded half to even
 * and clamped to -1..1. Returns false if memory runs out. */
bool stim_weights(int8_t *w, int64_t count, uint64_t seed);

/* Weights drawn one by one with the shares that this rule gives a large Gaussian matrix: zero with probability
 * erf(1 / sqrt(4 pi)) = 0.3101, else -1 or 1. Forty times as fast. */
void stim_trits(int8_t *w, int64_t count, uint64_t seed);

/* Gaussian activations as bit patterns. Integers by the absmax rule: round(x * amax / max |x|), half to even, amax the
 * largest legal value. Floats: the nearest value of the type. */
void stim_acts(uint32_t *x, int64_t count, const struct dims *d, uint64_t seed);

/* Activations of a pattern. */
enum stim_pattern {
    STIM_MIN,       /* the most negative legal value (floats: the most negative finite one) */
    STIM_MAX,       /* the largest legal value (floats: finite) */
    STIM_ALTERNATE, /* smallest, largest, smallest, ... */
    STIM_ZERO,
    STIM_RANDOM, /* any legal bit pattern; floats: NaN, infinities and subnormals too */
    /* Of floats only; integers are random. */
    STIM_FINITE,   /* any finite number, all exponents alike: sums of huge and tiny */
    STIM_NEAR,     /* magnitudes around 1, both signs, few significand bits or many: cancellation, ties */
    STIM_SMALL,    /* subnormals, the smallest normal numbers, signed zeros */
    STIM_SPECIALS, /* magnitudes around 1, and one in 32 a NaN, an infinity, a subnormal or a signed zero */
    STIM_PATTERNS
};
void stim_fill(uint32_t *x, int64_t count, const struct dims *d, enum stim_pattern pattern, uint64_t seed);

/* Weights of a pattern: all -1, all +1, alternating -1 +1, all 0, or (any other pattern) uniform in -1..1. */
void stim_fill_weights(int8_t *w, int64_t count, enum stim_pattern pattern, uint64_t seed);

/* The bit pattern of the float nearest to v (ties to even; beyond the largest: the largest finite value). */
uint32_t stim_float_bits(double v, const struct dims *d);

#endif
