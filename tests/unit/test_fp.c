/* SPDX-License-Identifier: Apache-2.0 */
/* test_fp.c -- tb/fp.c against MPFR, which shares no code with it: zero differences. */
#include <gmp.h>
#include <mpfr.h>
#include <string.h>

#include "../cosim/fp_cases.h"
#include "fp.h"
#include "unit.h"

/* The same layout as fp8_e4m3, but with infinities: another small format for exhaustive tests, and one of the RTL's. */
static const struct fp_format e4m3_ieee = {4, 3, FP_IEEE};
enum { RANDOM_PAIRS = 10000000 };

/* --- the oracle ------------------------------------------------------------------------------------------------ */

static mpfr_t x, y, r;

/* r holds the format's precision; ternary is what the operation returned. MPFR counts significands from 1/2, so its
 * exponents are one above ours. */
static void oracle_range(const struct fp_format *f)
{
    mpfr_set_emin(2 - fp_bias(f) - f->man_w);
    mpfr_set_emax(fp_bias(f) + 1 + (f->rules == FP_E4M3));
}

static void wide_range(void)
{
    mpfr_set_emin(-4000);
    mpfr_set_emax(4000);
}

static void oracle_begin(void)
{
    wide_range();
    mpfr_inits2(64, x, y, r, (mpfr_ptr)0);
}

static void oracle_end(void)
{
    mpfr_clears(x, y, r, (mpfr_ptr)0);
}

static void oracle_decode(const struct fp_format *f, uint32_t a, mpfr_t v)
{
    uint32_t man = a & ((1u << f->man_w) - 1), max = (1u << f->exp_w) - 1, field = a >> f->man_w & max;
    int negative = (int)(a >> (f->exp_w + f->man_w));
    if (f->rules == FP_IEEE && field == max) {
        if (man)
            mpfr_set_nan(v);
        else
            mpfr_set_inf(v, negative ? -1 : 1);
        return;
    }
    if (f->rules == FP_E4M3 && field == max && man == 7) {
        mpfr_set_nan(v);
        return;
    }
    long sig = (long)(field ? man | 1u << f->man_w : man);
    if (sig == 0)
        mpfr_set_zero(v, negative ? -1 : 1);
    else
        mpfr_set_si_2exp(v, negative ? -sig : sig, (field ? (long)field : 1) - fp_bias(f) - f->man_w, MPFR_RNDN);
}

/* r, a value of the format (but for e4m3's 480), as a bit pattern, by way of a double, which holds it exactly. */
static uint32_t oracle_encode(const struct fp_format *f)
{
    static const uint32_t nans[] = {0x7f, 0x7e, 0x7e00, 0x7fc0, 0x7fc00000, 0x7c}; /* written out, not computed */
    const struct fp_format *known[] = {&fp_e4m3, &fp_e5m2, &fp_fp16, &fp_bf16, &fp_fp32, &e4m3_ieee};
    uint32_t nan = 0, sign = mpfr_signbit(r) ? 1u << (f->exp_w + f->man_w) : 0;
    for (int i = 0; i < 6; i++)
        if (f == known[i])
            nan = nans[i];
    if (mpfr_nan_p(r))
        return nan;
    if (mpfr_zero_p(r))
        return sign;
    double v = mpfr_get_d(r, MPFR_RNDN);
    if (f->rules == FP_E4M3 && (v > 448 || v < -448))
        return nan;
    if (mpfr_inf_p(r))
        return sign | ((1u << f->exp_w) - 1) << f->man_w;
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    int exp = (int)(bits >> 52 & 2047) - 1023;
    uint64_t sig = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    int field = exp + fp_bias(f);
    if (field >= 1)
        return sign | (uint32_t)field << f->man_w | ((uint32_t)(sig >> (52 - f->man_w)) & ((1u << f->man_w) - 1));
    return sign | (uint32_t)(sig >> (52 - f->man_w + 1 - field));
}

typedef int mpfr_op(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
typedef uint32_t fp_op(const struct fp_format *, uint32_t, uint32_t);

/* One pair; the caller has set r's precision and the range. Returns false and prints at a difference. */
static bool pair(const struct fp_format *f, mpfr_op *op, fp_op *mine, uint32_t a, uint32_t b)
{
    oracle_decode(f, a, x);
    oracle_decode(f, b, y);
    mpfr_subnormalize(r, op(r, x, y, MPFR_RNDN), MPFR_RNDN);
    uint32_t expected = oracle_encode(f), got = mine(f, a, b);
    if (got == expected)
        return true;
    printf("\n    e%dm%d %s %08x %08x: expected %08x, got %08x", f->exp_w, f->man_w, mine == fp_add ? "add" : "mul", a,
           b, expected, got);
    return false;
}

static void format_begin(const struct fp_format *f)
{
    oracle_begin();
    mpfr_set_prec(r, f->man_w + 1);
    mpfr_set_prec(x, f->man_w + 1);
    mpfr_set_prec(y, f->man_w + 1);
    oracle_range(f);
}

static void all_pairs(const struct fp_format *f, uint32_t na, uint32_t b0, uint32_t nb)
{
    int bad = 0;
    format_begin(f);
    for (uint32_t a = 0; a < na && bad < 10; a++)
        for (uint32_t b = b0; b < b0 + nb && bad < 10; b++)
            bad += !pair(f, mpfr_add, fp_add, a, b);
    for (uint32_t a = 0; a < na && na <= 256 && bad < 10; a++)
        for (uint32_t b = b0; b < b0 + nb && bad < 10; b++)
            bad += !pair(f, mpfr_mul, fp_mul, a, b);
    oracle_end();
    CU_ASSERT_EQUAL(bad, 0);
}

static void fp8_exhaustive(void)
{
    all_pairs(&fp_e4m3, 256, 0, 256);
    all_pairs(&fp_e5m2, 256, 0, 256);
    all_pairs(&e4m3_ieee, 256, 0, 256);
}

static void boundary_and_random(const struct fp_format *f)
{
    static uint32_t table[FP_CASES_MAX];
    int count = fp_boundary(f, table), bad = 0;
    uint64_t seed = unit_seed();
    format_begin(f);
    for (int i = 0; i < count && bad < 10; i++)
        for (int k = 0; k < count && bad < 10; k++)
            bad += !pair(f, mpfr_add, fp_add, table[i], table[k]) + !pair(f, mpfr_mul, fp_mul, table[i], table[k]);
    for (int i = 0; i < RANDOM_PAIRS && bad < 10; i++) {
        uint32_t a, b;
        fp_random_pair(f, &seed, &a, &b);
        bad += !pair(f, mpfr_add, fp_add, a, b);
        if (i % 8 == 0) /* the multiplier serves the baseline only */
            bad += !pair(f, mpfr_mul, fp_mul, a, b);
    }
    oracle_end();
    CU_ASSERT_EQUAL(bad, 0);
}

static void fp16_pairs(void)
{
    boundary_and_random(&fp_fp16);
}

static void bf16_pairs(void)
{
    boundary_and_random(&fp_bf16);
}

static void fp32_pairs(void)
{
    boundary_and_random(&fp_fp32);
}

/* Every pair with an exponent field of 0 or 1 (and the carry into 2), both signs: where exponents go off by one. */
static void fp16_subnormal_grid(void)
{
    all_pairs(&fp_fp16, 0x800, 0, 0x800);
    all_pairs(&fp_fp16, 0x800, 0x8000, 0x800);
}

/* --- conversion ------------------------------------------------------------------------------------------------ */

static bool convert_one(const struct fp_format *from, const struct fp_format *to, uint32_t a)
{
    wide_range();
    oracle_decode(from, a, x);
    int t = mpfr_set(r, x, MPFR_RNDN);
    oracle_range(to);
    t = mpfr_check_range(r, t, MPFR_RNDN);
    mpfr_subnormalize(r, t, MPFR_RNDN);
    uint32_t expected = oracle_encode(to), got = fp_convert(from, to, a);
    if (got == expected)
        return true;
    printf("\n    e%dm%d to e%dm%d %08x: expected %08x, got %08x", from->exp_w, from->man_w, to->exp_w, to->man_w, a,
           expected, got);
    return false;
}

static void convert_all(void)
{
    const struct fp_format *formats[] = {&fp_e4m3, &fp_e5m2, &e4m3_ieee, &fp_fp16, &fp_bf16, &fp_fp32};
    static uint32_t table[FP_CASES_MAX];
    int bad = 0, count = fp_boundary(&fp_fp32, table);
    uint64_t seed = unit_seed();
    for (int i = 0; i < 36; i++) {
        const struct fp_format *from = formats[i / 6], *to = formats[i % 6];
        oracle_begin();
        mpfr_set_prec(r, to->man_w + 1);
        if (fp_width(from) < 32)
            for (uint32_t a = 0; a >> fp_width(from) == 0 && bad < 10; a++)
                bad += !convert_one(from, to, a);
        else
            for (int k = 0; k < count + 500000 && bad < 10; k++)
                bad += !convert_one(from, to, k < count ? table[k] : (uint32_t)unit_random(&seed));
        oracle_end();
    }
    CU_ASSERT_EQUAL(bad, 0);
}

/* fp32 neighbours of every fp16 and bf16 subnormal and of the points halfway between them. */
static void convert_subnormal_neighbours(void)
{
    const struct fp_format *to[] = {&fp_fp16, &fp_bf16};
    int bad = 0;
    oracle_begin();
    for (int i = 0; i < 2; i++) {
        mpfr_set_prec(r, to[i]->man_w + 1);
        for (uint32_t code = 0; code <= 2u << to[i]->man_w; code++)
            for (uint32_t n = 0; n < 6; n++) {
                /* n / 3 = 0: the number itself; 1: halfway to the next */
                uint32_t half = n / 3 ? fp_convert(to[i], &fp_fp32, code + 1) : fp_convert(to[i], &fp_fp32, code);
                if (n / 3) {
                    uint32_t sum = fp_add(&fp_fp32, half, fp_convert(to[i], &fp_fp32, code));
                    half = fp_mul(&fp_fp32, sum, 0x3f000000);
                }
                bad += half + n % 3 >= 1 && !convert_one(&fp_fp32, to[i], half + n % 3 - 1);
            }
    }
    oracle_end();
    CU_ASSERT_EQUAL(bad, 0);
}

/* --- fixed point ----------------------------------------------------------------------------------------------- */

static bool fixed_one(const struct fp_format *f, uint32_t a, struct fp_window w)
{
    struct fp_fixed got = fp_to_fixed(f, a, w);
    oracle_decode(f, a, x);
    if (mpfr_nan_p(x) || mpfr_inf_p(x))
        return got.word == 0 && got.nan == (mpfr_nan_p(x) != 0) && got.inf == (mpfr_inf_p(x) != 0) && !got.saturated;
    mpfr_mul_2si(x, x, -(long)fp_window_lsb(w), MPFR_RNDN);
    mpfr_roundeven(r, x);
    long limit = (long)((1ul << (w.width - 1)) - 1), word;
    bool saturated = mpfr_cmp_si(r, limit) > 0 || mpfr_cmp_si(r, -limit) < 0;
    word = saturated ? (mpfr_sgn(r) < 0 ? -limit : limit) : mpfr_get_si(r, MPFR_RNDN);
    if (got.word == word && got.saturated == saturated && !got.nan && !got.inf)
        return true;
    printf("\n    e%dm%d %08x to fixed %d.%d: expected %ld sat %d, got %lld sat %d", f->exp_w, f->man_w, a, w.width,
           w.top, word, saturated, (long long)got.word, got.saturated);
    return false;
}

static void to_fixed_all(void)
{
    const struct {
        const struct fp_format *f;
        struct fp_window w;
    } points[] = {{&fp_e4m3, {19, 8}},  {&fp_e4m3, {12, 8}},  {&fp_e4m3, {5, 2}},    {&fp_e4m3, {24, 10}},
                  {&fp_e5m2, {33, 15}}, {&fp_e5m2, {16, 15}}, {&fp_e5m2, {4, 0}},    {&fp_fp16, {41, 15}},
                  {&fp_fp16, {24, 15}}, {&fp_fp16, {24, 5}},  {&fp_fp16, {12, -14}}, {&fp_fp16, {50, 20}},
                  {&fp_bf16, {32, 15}}, {&fp_bf16, {24, 8}},  {&fp_bf16, {41, 15}},  {&fp_bf16, {9, -120}},
                  {&fp_bf16, {60, 127}}};
    int bad = 0;
    oracle_begin();
    for (int i = 0; i < (int)(sizeof points / sizeof points[0]); i++)
        for (uint32_t a = 0; a >> fp_width(points[i].f) == 0 && bad < 10; a++)
            bad += !fixed_one(points[i].f, a, points[i].w);
    oracle_end();
    CU_ASSERT_EQUAL(bad, 0);
}

static bool from_fixed_one(fp_int128 sum, int lsb)
{
    fp_uint128 magnitude = sum < 0 ? -(fp_uint128)sum : (fp_uint128)sum;
    uint64_t words[2] = {(uint64_t)magnitude, (uint64_t)(magnitude >> 64)};
    mpz_t z;
    mpz_init(z);
    mpz_import(z, 2, -1, 8, 0, 0, words);
    if (sum < 0)
        mpz_neg(z, z);
    wide_range();
    int t = mpfr_set_z_2exp(r, z, lsb, MPFR_RNDN);
    oracle_range(&fp_fp32);
    t = mpfr_check_range(r, t, MPFR_RNDN);
    mpfr_subnormalize(r, t, MPFR_RNDN);
    mpz_clear(z);
    return oracle_encode(&fp_fp32) == fp_from_fixed(sum, lsb);
}

static void from_fixed(void)
{
    static const int lsbs[] = {-9, -16, -24, -15, 0, -140, -149, -150, -160, -230, 20, 60, 110, 300, -500};
    uint64_t seed = unit_seed();
    int bad = 0;
    oracle_begin();
    mpfr_set_prec(r, 24);
    for (int i = 0; i < 1000000 && bad < 10; i++) {
        uint64_t shape = unit_random(&seed);
        fp_uint128 v = (fp_uint128)unit_random(&seed) << 64 | unit_random(&seed);
        v >>= shape % 127;
        if (shape >> 8 & 1) /* long runs of zeros or ones: halfway cases and carries */
            v &= ~(fp_uint128)0 << (shape >> 16) % 127;
        if (shape >> 9 & 1)
            v |= ((fp_uint128)1 << (shape >> 24) % 127) - 1;
        fp_int128 sum = (fp_int128)(v >> 1);
        bad += !from_fixed_one(shape >> 10 & 1 ? -sum : sum, lsbs[(shape >> 32) % 15]);
    }
    bad += !from_fixed_one((fp_int128)((fp_uint128)1 << 127), -24); /* the most negative word */
    oracle_end();
    CU_ASSERT_EQUAL(bad, 0);
    CU_ASSERT_EQUAL(fp_from_fixed(0, -24), 0);
    CU_ASSERT_EQUAL(fp_from_fixed(-1, -24), 0xb3800000);
}

/* --- named cases, written out ------------------------------------------------------------------------------------ */

#define ADD16(a, b, sum)                                                                                               \
    do {                                                                                                               \
        CU_ASSERT_EQUAL(fp_add(&fp_fp16, a, b), sum);                                                                  \
        CU_ASSERT_EQUAL(fp_add(&fp_fp16, b, a), sum);                                                                  \
    } while (0)

static void nan_in(void)
{
    ADD16(0x7e00, 0x3c00, 0x7e00);
    ADD16(0xfe00, 0x3c00, 0x7e00); /* sign and payload vanish, also of a signalling NaN */
    ADD16(0x7c01, 0xfc00, 0x7e00);
    ADD16(0xffff, 0xffff, 0x7e00);
    CU_ASSERT_EQUAL(fp_mul(&fp_fp16, 0xfd55, 0), 0x7e00);
    CU_ASSERT_EQUAL(fp_neg(&fp_fp16, 0x7e00), 0xfe00); /* until the next operation */
    CU_ASSERT_EQUAL(fp_add(&fp_e4m3, 0xff, 0x10), 0x7f);
    /* 0xFF... NaNs into narrower formats stay NaNs */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x7f800001), 0x7fc0);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0xff80ffff), 0x7fc0);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x7fc00000), 0x7fc0);
}

static void infinities(void)
{
    ADD16(0x7c00, 0xfc00, 0x7e00); /* inf - inf */
    ADD16(0x7c00, 0x7c00, 0x7c00);
    ADD16(0xfc00, 0x7bff, 0xfc00);
    CU_ASSERT_EQUAL(fp_mul(&fp_fp16, 0x7c00, 0x8000), 0x7e00); /* inf * 0 */
    CU_ASSERT_EQUAL(fp_mul(&fp_fp16, 0x7c00, 0x8001), 0xfc00);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp16, &fp_e4m3, 0xfc00), 0x7f); /* e4m3 has no infinity */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp16, &fp_bf16, 0xfc00), 0xff80);
}

static void overflow_to_infinity(void)
{
    ADD16(0x7bff, 0x4bff, 0x7bff); /* 65504 + 15.99: below halfway */
    ADD16(0x7bff, 0x4c00, 0x7c00); /* 65504 + 16: halfway, the even neighbour is infinity */
    ADD16(0xfbff, 0xfbff, 0xfc00);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x7f7fffff), 0x7f80);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp16, &fp_e4m3, 0x5f40), 0x7e); /* 464: halfway between 448 and 480, 448 is even */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp16, &fp_e4m3, 0x5f41), 0x7f);
}

static void halfway(void)
{
    ADD16(0x3c00, 0x1000, 0x3c00); /* 1 + 2^-11: down to even */
    ADD16(0x3c01, 0x1000, 0x3c02); /* up to even */
    ADD16(0x3c00, 0x1001, 0x3c01); /* just above: up */
    ADD16(0x3c00, 0x8c00, 0x3c00); /* 1 - 2^-12: down's halfway, to even */
    ADD16(0x3c00, 0x8c01, 0x3bff);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x3f808000), 0x3f80);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x3f818000), 0x3f82);
}

static void signed_zeros(void)
{
    ADD16(0x0000, 0x8000, 0x0000);
    ADD16(0x8000, 0x8000, 0x8000);
    ADD16(0x0000, 0x0000, 0x0000);
    ADD16(0x3c00, 0xbc00, 0x0000);
    ADD16(0x8000, 0x8001, 0x8001);
    CU_ASSERT_EQUAL(fp_mul(&fp_fp16, 0x8001, 0x0001), 0x8000);
    CU_ASSERT_EQUAL(fp_to_fixed(&fp_fp16, 0x8000, fp_default_window(&fp_fp16)).word, 0);
}

static void subnormal_results(void)
{
    ADD16(0x0400, 0x8001, 0x03ff); /* smallest normal minus smallest subnormal */
    ADD16(0x03ff, 0x0001, 0x0400); /* carry out to the normals */
    ADD16(0x03ff, 0x03ff, 0x07fe);
    ADD16(0x0401, 0x8400, 0x0001);
    ADD16(0x0800, 0x8401, 0x03ff);
    CU_ASSERT_EQUAL(fp_add(&fp_bf16, 0x0080, 0x8001), 0x007f);
    CU_ASSERT_EQUAL(fp_add(&fp_fp32, 0x00800000, 0x80000001), 0x007fffff);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_fp16, 0x387fe000), 0x0400); /* rounds up out of the subnormals */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_fp16, 0x33000000), 0x0000); /* half the smallest subnormal */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_fp16, 0x33000001), 0x0001);
}

/* The integers around 0x1010001 round twice on the way over fp32 to bf16 and end in the wrong place: conversions to
 * bf16 of an integer are not this module's business, but the two steps must each be right. */
static void double_rounding(void)
{
    CU_ASSERT_EQUAL(fp_from_fixed(0x1010001, 0), 0x4b808000);
    CU_ASSERT_EQUAL(fp_from_fixed(-0x1010001, 0), 0xcb808000);
    CU_ASSERT_EQUAL(fp_from_fixed(0x1010003, 0), 0x4b808002);
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x4b808000), 0x4b80); /* exact rounding of 0x1010001 gives 4b81 */
    CU_ASSERT_EQUAL(fp_convert(&fp_fp32, &fp_bf16, 0x4b808002), 0x4b81);
}

static void windows(void)
{
    CU_ASSERT_EQUAL(fp_default_window(&fp_e4m3).width, 19);
    CU_ASSERT_EQUAL(fp_default_window(&fp_e5m2).width, 33);
    CU_ASSERT_EQUAL(fp_default_window(&fp_fp16).width, 41);
    CU_ASSERT_EQUAL(fp_exact_window(&fp_bf16).width, 262);
    CU_ASSERT_EQUAL(fp_exact_window(&fp_fp32).width, 278);
    CU_ASSERT_EQUAL(fp_window_lsb(fp_default_window(&fp_e4m3)), -9);
    CU_ASSERT_EQUAL(fp_window_lsb(fp_default_window(&fp_e5m2)), -16);
    CU_ASSERT_EQUAL(fp_window_lsb(fp_default_window(&fp_fp16)), -24);
    CU_ASSERT_EQUAL(fp_window_lsb(fp_default_window(&fp_bf16)), -15);
}

UNIT_MAIN("fp", {"fp8 formats, all pairs", fp8_exhaustive}, {"fp16, boundary and random pairs", fp16_pairs},
          {"bf16, boundary and random pairs", bf16_pairs}, {"fp32, boundary and random pairs", fp32_pairs},
          {"fp16, all pairs around the smallest normal", fp16_subnormal_grid}, {"conversions", convert_all},
          {"conversions to subnormals and their neighbours", convert_subnormal_neighbours},
          {"to fixed point", to_fixed_all}, {"from fixed point", from_fixed}, {"NaN in", nan_in},
          {"infinities, inf - inf", infinities}, {"overflow to infinity", overflow_to_infinity},
          {"halfway cases", halfway}, {"signed zeros", signed_zeros}, {"subnormal results", subnormal_results},
          {"double rounding", double_rounding}, {"default windows", windows})
