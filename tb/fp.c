/* SPDX-License-Identifier: Apache-2.0 */
/* fp.c -- floating point in integers. Every operation finds the exact result (or one that rounds alike) as an integer
 * times a power of two and hands it to fp_round(), the only place where anything is rounded. */
#include "fp.h"

const struct fp_format fp_e4m3 = {4, 3, FP_E4M3};
const struct fp_format fp_e5m2 = {5, 2, FP_IEEE};
const struct fp_format fp_fp16 = {5, 10, FP_IEEE};
const struct fp_format fp_bf16 = {8, 7, FP_IEEE};
const struct fp_format fp_fp32 = {8, 23, FP_IEEE};

/* A finite number: (-1)^negative * sig * 2^exp. Subnormals have the exponent of the smallest normal. */
struct unpacked {
    bool negative;
    uint32_t sig;
    int exp;
};

int fp_width(const struct fp_format *f)
{
    return 1 + f->exp_w + f->man_w;
}

int fp_bias(const struct fp_format *f)
{
    return (1 << (f->exp_w - 1)) - 1;
}

static uint32_t sign_bit(const struct fp_format *f)
{
    return (uint32_t)1 << (f->exp_w + f->man_w);
}

uint32_t fp_inf(const struct fp_format *f)
{
    uint32_t largest_exp = (((uint32_t)1 << f->exp_w) - 1) << f->man_w;
    return f->rules == FP_E4M3 ? sign_bit(f) - 1 : largest_exp;
}

uint32_t fp_nan(const struct fp_format *f)
{
    return fp_inf(f) | (uint32_t)1 << (f->man_w - 1);
}

bool fp_is_nan(const struct fp_format *f, uint32_t a)
{
    uint32_t magnitude = a & (sign_bit(f) - 1);
    return f->rules == FP_E4M3 ? magnitude == fp_nan(f) : magnitude > fp_inf(f);
}

bool fp_is_inf(const struct fp_format *f, uint32_t a)
{
    return f->rules == FP_IEEE && (a & (sign_bit(f) - 1)) == fp_inf(f);
}

static struct unpacked unpack(const struct fp_format *f, uint32_t a)
{
    uint32_t man = a & (((uint32_t)1 << f->man_w) - 1);
    int field = (int)(a >> f->man_w & (((uint32_t)1 << f->exp_w) - 1));
    uint32_t hidden = (uint32_t)(field != 0) << f->man_w;
    return (struct unpacked){(a & sign_bit(f)) != 0, man | hidden, (field ? field : 1) - fp_bias(f) - f->man_w};
}

/* v / 2^shift rounded to nearest, ties to even. shift >= 0, v < 2^127. */
static fp_uint128 shift_round(fp_uint128 v, int shift)
{
    if (shift == 0)
        return v;
    if (shift > 127) /* below half a unit */
        return 0;
    fp_uint128 q = v >> shift, rest = v & (((fp_uint128)1 << shift) - 1), half = (fp_uint128)1 << (shift - 1);
    return q + (rest > half || (rest == half && (q & 1)));
}

/* v / 2^shift with the lost bits ORed into the lowest one: rounds alike as long as that bit lies below the rounding
 * bit. */
static fp_uint128 shift_sticky(fp_uint128 v, int shift)
{
    if (shift > 126)
        return v != 0;
    return v >> shift | ((v & (((fp_uint128)1 << shift) - 1)) != 0);
}

static int msb(fp_uint128 v)
{
    uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low);
}

/* (-1)^negative * sig * 2^exp in format f, rounded once. sig <= 2^127. */
static uint32_t fp_round(const struct fp_format *f, bool negative, fp_uint128 sig, int exp)
{
    uint32_t sign = negative ? sign_bit(f) : 0;
    if (sig == 0)
        return sign;
    int lead = msb(sig) + exp, smallest = 1 - fp_bias(f);
    if (lead < smallest) /* subnormal: the unit is that of the smallest normal */
        lead = smallest;
    int shift = lead - f->man_w - exp;
    fp_uint128 m = shift >= 0 ? shift_round(sig, shift) : sig << -shift;
    /* The hidden bit of m, or the carry of its rounding, counts the exponent up by itself. */
    int64_t code = ((int64_t)(lead - smallest) << f->man_w) + (int64_t)m;
    if (code >= (int64_t)fp_inf(f))
        return f->rules == FP_E4M3 ? fp_nan(f) : sign | fp_inf(f);
    return sign | (uint32_t)code;
}

uint32_t fp_add(const struct fp_format *f, uint32_t a, uint32_t b)
{
    if (fp_is_nan(f, a) || fp_is_nan(f, b) || (fp_is_inf(f, a) && fp_is_inf(f, b) && a != b))
        return fp_nan(f);
    if (fp_is_inf(f, a))
        return a;
    if (fp_is_inf(f, b))
        return b;
    struct unpacked x = unpack(f, a), y = unpack(f, b);
    if (x.exp < y.exp) {
        struct unpacked t = x;
        x = y;
        y = t;
    }
    /* 64 bits below x's unit: its significand cannot cancel far enough for the sticky bit to matter. */
    enum { EXTRA = 64 };
    fp_uint128 large = (fp_uint128)x.sig << EXTRA;
    fp_uint128 small = shift_sticky((fp_uint128)y.sig << EXTRA, x.exp - y.exp);
    if (x.negative == y.negative)
        return fp_round(f, x.negative, large + small, x.exp - EXTRA);
    if (large == small)
        return 0;
    bool swap = large < small;
    return fp_round(f, x.negative != swap, swap ? small - large : large - small, x.exp - EXTRA);
}

uint32_t fp_mul(const struct fp_format *f, uint32_t a, uint32_t b)
{
    bool negative = ((a ^ b) & sign_bit(f)) != 0;
    if (fp_is_nan(f, a) || fp_is_nan(f, b))
        return fp_nan(f);
    struct unpacked x = unpack(f, a), y = unpack(f, b);
    if (fp_is_inf(f, a) || fp_is_inf(f, b)) /* a zero has sig 0, an infinity only the hidden bit */
        return x.sig == 0 || y.sig == 0 ? fp_nan(f) : fp_inf(f) | (negative ? sign_bit(f) : 0);
    return fp_round(f, negative, (fp_uint128)x.sig * y.sig, x.exp + y.exp);
}

uint32_t fp_convert(const struct fp_format *from, const struct fp_format *to, uint32_t a)
{
    if (fp_is_nan(from, a))
        return fp_nan(to);
    struct unpacked x = unpack(from, a);
    if (fp_is_inf(from, a))
        return to->rules == FP_E4M3 ? fp_nan(to) : fp_inf(to) | (x.negative ? sign_bit(to) : 0);
    return fp_round(to, x.negative, x.sig, x.exp);
}

uint32_t fp_neg(const struct fp_format *f, uint32_t a)
{
    return a ^ sign_bit(f);
}

int fp_window_lsb(struct fp_window w)
{
    return w.top - (w.width - 2);
}

struct fp_window fp_exact_window(const struct fp_format *f)
{
    int top = fp_bias(f) + (f->rules == FP_E4M3);
    int bottom = 1 - fp_bias(f) - f->man_w;
    return (struct fp_window){top - bottom + 2, top};
}

struct fp_window fp_default_window(const struct fp_format *f)
{
    return f->exp_w < 8 ? fp_exact_window(f) : (struct fp_window){32, 15};
}

struct fp_fixed fp_to_fixed(const struct fp_format *f, uint32_t a, struct fp_window w)
{
    struct fp_fixed r = {0, fp_is_nan(f, a), fp_is_inf(f, a), false};
    if (r.nan || r.inf)
        return r;
    struct unpacked x = unpack(f, a);
    fp_int128 largest = (fp_int128)(((fp_uint128)1 << (w.width - 1)) - 1);
    if (x.sig && msb(x.sig) + x.exp > w.top) {
        r.saturated = true;
        r.word = largest;
    } else {
        int shift = fp_window_lsb(w) - x.exp; /* to the left, sig stays below 2^(top+1), or is 0 */
        if (shift >= 0)
            r.word = (fp_int128)shift_round(x.sig, shift);
        else if (x.sig)
            r.word = (fp_int128)((fp_uint128)x.sig << -shift);
    }
    if (x.negative)
        r.word = -r.word;
    return r;
}

uint32_t fp_from_fixed(fp_int128 sum, int lsb_exp)
{
    return fp_round(&fp_fp32, sum < 0, sum < 0 ? -(fp_uint128)sum : (fp_uint128)sum, lsb_exp);
}
