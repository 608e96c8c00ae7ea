/* SPDX-License-Identifier: Apache-2.0 */
/* mp_float.h -- small floats by way of MPFR, as an oracle that shares no code with tb/fp.c. Formats are known by their
 * field widths; e4m3 (4, 3) is OCP's, without infinities. One test program includes it. */
#ifndef TLUT_MP_FLOAT_H
#define TLUT_MP_FLOAT_H

#include <gmp.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct mp_format {
    int exp_w, man_w;
};
static const struct mp_format mp_fp32 = {8, 23};

static mpfr_t mp_x, mp_y, mp_r;

static void mp_begin(void)
{
    mpfr_inits2(64, mp_x, mp_y, mp_r, (mpfr_ptr)0);
}

static void mp_end(void)
{
    mpfr_clears(mp_x, mp_y, mp_r, (mpfr_ptr)0);
    mpfr_free_cache();
}

static bool mp_e4m3(struct mp_format f)
{
    return f.exp_w == 4;
}

static int mp_bias(struct mp_format f)
{
    return (1 << (f.exp_w - 1)) - 1;
}

/* v, of at least 24 bits, becomes the number. */
static void mp_decode(struct mp_format f, uint32_t a, mpfr_t v)
{
    uint32_t man = a & ((1u << f.man_w) - 1), top = (1u << f.exp_w) - 1, field = a >> f.man_w & top;
    int negative = (int)(a >> (f.exp_w + f.man_w) & 1);
    if (field == top && (mp_e4m3(f) ? man == 7 : man != 0))
        mpfr_set_nan(v);
    else if (field == top && !mp_e4m3(f))
        mpfr_set_inf(v, negative ? -1 : 1);
    else if (field == 0 && man == 0)
        mpfr_set_zero(v, negative ? -1 : 1);
    else
        mpfr_set_si_2exp(v, (negative ? -1L : 1L) * (long)(field ? man | 1u << f.man_w : man),
                         (field ? (long)field : 1) - mp_bias(f) - f.man_w, MPFR_RNDN);
}

/* The exponent range of the format while f is rounded to it; MPFR counts significands from 1/2. */
static void mp_range(struct mp_format f)
{
    mpfr_set_emin(2 - mp_bias(f) - f.man_w);
    mpfr_set_emax(mp_bias(f) + 1);
}

static void mp_wide(void)
{
    mpfr_set_emin(-4000);
    mpfr_set_emax(4000);
}

/* The bit pattern of v, rounded once to an IEEE format (not e4m3). Changes mp_r. */
static uint32_t mp_encode(struct mp_format f, const mpfr_t v)
{
    uint32_t sign = mpfr_signbit(v) ? 1u << (f.exp_w + f.man_w) : 0;
    uint32_t infinity = ((1u << f.exp_w) - 1) << f.man_w;
    if (mpfr_nan_p(v))
        return infinity | 1u << (f.man_w - 1);
    mpfr_set_prec(mp_r, f.man_w + 1);
    mp_range(f);
    int t = mpfr_set(mp_r, v, MPFR_RNDN);
    t = mpfr_check_range(mp_r, t, MPFR_RNDN);
    mpfr_subnormalize(mp_r, t, MPFR_RNDN);
    mp_wide();
    if (mpfr_zero_p(mp_r))
        return sign;
    if (mpfr_inf_p(mp_r))
        return sign | infinity;
    double d = mpfr_get_d(mp_r, MPFR_RNDN); /* exact */
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    int field = (int)(bits >> 52 & 2047) - 1023 + mp_bias(f);
    uint64_t man = bits & ((UINT64_C(1) << 52) - 1);
    if (field >= 1)
        return sign | (uint32_t)field << f.man_w | (uint32_t)(man >> (52 - f.man_w));
    return sign | (uint32_t)((man | UINT64_C(1) << 52) >> (52 - f.man_w + 1 - field));
}

static inline uint32_t mp_add(struct mp_format f, uint32_t a, uint32_t b)
{
    mpfr_set_prec(mp_x, 24);
    mpfr_set_prec(mp_y, 700); /* any sum of two numbers is exact: rounded once, in mp_encode() */
    mp_decode(f, a, mp_x);
    mp_decode(f, b, mp_y);
    mpfr_add(mp_y, mp_x, mp_y, MPFR_RNDN);
    return mp_encode(f, mp_y);
}

static inline uint32_t mp_convert(struct mp_format from, struct mp_format to, uint32_t a)
{
    mpfr_set_prec(mp_x, 24);
    mp_decode(from, a, mp_x);
    return mp_encode(to, mp_x);
}

#endif
