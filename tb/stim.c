/* SPDX-License-Identifier: Apache-2.0 */
#include "stim.h"

#include <math.h>
#include <stdlib.h>

uint64_t stim_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t stim_below(uint64_t *state, uint64_t bound)
{
    return stim_next(state) % bound; /* bounds are tiny against 2^64: the bias does not matter */
}

/* Uniform in [0, 1), 53 bits. */
static double uniform(uint64_t *state)
{
    return (double)(stim_next(state) >> 11) * 0x1p-53;
}

bool stim_chance(uint64_t *state, double p)
{
    return p > 0 && uniform(state) < p;
}

/* Marsaglia's polar method; the second value is dropped so that the state is the seed alone. */
double stim_gauss(uint64_t *state)
{
    for (;;) {
        double u = 2 * uniform(state) - 1, v = 2 * uniform(state) - 1, s = u * u + v * v;
        if (s > 0 && s < 1)
            return u * sqrt(-2 * log(s) / s);
    }
}

bool stim_weights(int8_t *w, int64_t count, uint64_t seed)
{
    float *master = malloc(sizeof *master * (size_t)count);
    if (!master)
        return false;
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        master[i] = (float)stim_gauss(&seed);
        sum += fabs((double)master[i]);
    }
    double scale = sum > 0 ? sum / (double)count : 1;
    for (int64_t i = 0; i < count; i++) {
        double r = rint((double)master[i] / scale); /* default rounding mode: half to even */
        w[i] = (int8_t)(r > 1 ? 1 : r < -1 ? -1 : r);
    }
    free(master);
    return true;
}

/* 16 random bits a weight. |W| / s < 1/2 rounds to zero, s = mean |W| = sqrt(2/pi): P = erf(s / 2 / sqrt(2)). An even
 * number of draws above it leaves -1 and 1 alike. */
void stim_trits(int8_t *w, int64_t count, uint64_t seed)
{
    enum { ZEROS = 20320 }; /* of 65536: 0.31006 */
    for (int64_t i = 0; i < count; i += 4) {
        uint64_t r = stim_next(&seed);
        for (int64_t k = i; k < i + 4 && k < count; k++, r >>= 16)
            w[k] = (int8_t)((r & 0xffff) < ZEROS ? 0 : 1 - 2 * (int)(r & 1));
    }
}

static uint32_t mask(const struct dims *d)
{
    return d->act_w >= 32 ? UINT32_MAX : (1u << d->act_w) - 1;
}

/* The bit pattern of the largest finite value. Only OCP E4M3 has no infinities: its top exponent holds values too. */
static uint32_t max_finite(const struct dims *d)
{
    bool e4m3 = d->exp_w == 4 && d->man_w == 3;
    uint32_t top = (1u << (d->exp_w + d->man_w)) - 1; /* exponent and significand all ones */
    return e4m3 ? top - 1 : top - (1u << d->man_w);
}

uint32_t stim_float_bits(double v, const struct dims *d)
{
    uint32_t sign = signbit(v) ? 1u << (d->act_w - 1) : 0;
    int bias = (1 << (d->exp_w - 1)) - 1, exponent;
    if (v == 0)
        return sign;
    frexp(v, &exponent);
    exponent -= 1; /* v = 1.f * 2^exponent */
    if (exponent < 1 - bias)
        exponent = 1 - bias; /* subnormal: fixed exponent, no hidden one */
    /* The code is linear in |v| within a binade, and a carry out of the significand steps the exponent by itself. */
    double steps = rint(ldexp(fabs(v), d->man_w - exponent));
    double code = steps + ldexp((double)(exponent + bias - 1), d->man_w);
    uint32_t top = max_finite(d);
    return sign | (code > top ? top : (uint32_t)code);
}

void stim_acts(uint32_t *x, int64_t count, const struct dims *d, uint64_t seed)
{
    uint64_t state = seed;
    if (d->act_float) {
        for (int64_t i = 0; i < count; i++)
            x[i] = stim_float_bits(stim_gauss(&state), d);
        return;
    }
    double absmax = 0;
    for (int64_t i = 0; i < count; i++) /* same state twice: the values need not be stored */
        absmax = fmax(absmax, fabs(stim_gauss(&state)));
    state = seed;
    for (int64_t i = 0; i < count; i++) {
        int64_t q = (int64_t)rint(stim_gauss(&state) * (double)d->act_max / absmax);
        x[i] = (uint32_t)q & mask(d);
    }
}

/* A float of one of the patterns that only floats have. */
static uint32_t float_of(const struct dims *d, enum stim_pattern pattern, uint64_t *seed)
{
    uint64_t r = stim_next(seed);
    uint32_t sign = r >> 63 ? 1u << (d->act_w - 1) : 0, step = 1u << d->man_w, top = max_finite(d);
    uint32_t one = ((1u << (d->exp_w - 1)) - 1) * step;
    switch (pattern) {
    case STIM_FINITE:
        return sign | (uint32_t)(r % ((uint64_t)top + 1));
    case STIM_SMALL:
        return r >> 60 & 1 ? sign : sign | (uint32_t)(r % (2 * (uint64_t)step));
    case STIM_SPECIALS:
        if ((r >> 50 & 31) == 0) /* the first pattern past the largest number: infinity, or e4m3's NaN; then NaNs */
            return sign | (r >> 40 & 1   ? top + 1 + (r >> 39 & 1 && d->man_w != 3)
                           : r >> 38 & 1 ? (uint32_t)(r % step)
                                         : 0);
        /* fall through */
    default:
        one += (uint32_t)(r % (4 * (uint64_t)step)) - 2 * step;
        return sign | (r >> 61 & 1 ? one : one & ~(step / 2 - 1)); /* half of them with a single significand bit */
    }
}

static uint32_t random_of(const struct dims *d, uint64_t *seed)
{
    if (d->act_float)
        return (uint32_t)stim_next(seed) & mask(d);
    uint64_t span = (uint64_t)(d->act_max - d->act_min) + 1;
    return (uint32_t)(d->act_min + (int64_t)stim_below(seed, span)) & mask(d);
}

void stim_fill(uint32_t *x, int64_t count, const struct dims *d, enum stim_pattern pattern, uint64_t seed)
{
    uint32_t lo = d->act_float ? max_finite(d) | 1u << (d->act_w - 1) : (uint32_t)d->act_min & mask(d);
    uint32_t hi = d->act_float ? max_finite(d) : (uint32_t)d->act_max;
    for (int64_t i = 0; i < count; i++) {
        switch (pattern) {
        case STIM_MIN:
            x[i] = lo;
            break;
        case STIM_MAX:
            x[i] = hi;
            break;
        case STIM_ALTERNATE:
            x[i] = i % 2 ? hi : lo;
            break;
        case STIM_ZERO:
            x[i] = 0;
            break;
        case STIM_RANDOM:
            x[i] = random_of(d, &seed);
            break;
        default:
            x[i] = d->act_float ? float_of(d, pattern, &seed) : random_of(d, &seed);
            break;
        }
    }
}

void stim_fill_weights(int8_t *w, int64_t count, enum stim_pattern pattern, uint64_t seed)
{
    for (int64_t i = 0; i < count; i++) {
        switch (pattern) {
        case STIM_MIN:
            w[i] = -1;
            break;
        case STIM_MAX:
            w[i] = 1;
            break;
        case STIM_ALTERNATE:
            w[i] = i % 2 ? 1 : -1;
            break;
        case STIM_ZERO:
            w[i] = 0;
            break;
        default:
            w[i] = (int8_t)((int)stim_below(&seed, 3) - 1);
            break;
        }
    }
}
