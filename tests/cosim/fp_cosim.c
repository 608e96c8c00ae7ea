/* SPDX-License-Identifier: Apache-2.0 */
/* fp_cosim.c -- the RTL modules tlut_fp_* against tb/fp.c, bit for bit, in Verilator.
 *
 * fp_cosim [PAIRS]           all tests; PAIRS random pairs of every format (default 10^7)
 * fp_cosim --vectors N       N test vectors for the same bench tops in Icarus (fp_icarus.v), on stdout
 */
#include <string.h>

#include "fp_cases.h"
#include "fp_shim.h"

static const struct fp_format e4m3_ieee = {4, 3, FP_IEEE};
static const struct fp_format *const formats[FP_FORMATS] = {&fp_e4m3, &fp_e5m2, &fp_fp16,
                                                            &fp_bf16, &fp_fp32, &e4m3_ieee};
static const char *const names[FP_FORMATS] = {"e4m3", "e5m2", "fp16", "bf16", "fp32", "e4m3-ieee"};
/* As in fp_unary.v: format, window; sum width, exponent of its LSB. */
static const struct {
    int format;
    struct fp_window w;
} points[FP_POINTS] = {{0, {19, 8}},  {0, {12, 8}},  {0, {5, 2}},   {0, {24, 10}},  {1, {33, 15}},  {1, {16, 15}},
                       {1, {4, 0}},   {2, {41, 15}}, {2, {24, 15}}, {2, {24, 5}},   {2, {12, -14}}, {2, {50, 20}},
                       {3, {32, 15}}, {3, {24, 8}},  {3, {41, 15}}, {3, {9, -120}}, {3, {60, 127}}};
static const struct {
    int width, lsb;
} sums[FP_SUMS] = {{54, -24},  {33, -9},   {16, -16},  {26, 0},   {2, 0},
                   {128, -24}, {40, -149}, {20, -170}, {60, 100}, {64, -145}};
static long random_pairs = 10000000;
static int failures;

/* Counts a difference and prints the first ones. */
static void check(const char *what, const char *name, uint32_t a, uint32_t b, uint64_t expected, uint64_t got)
{
    if (expected != got && failures++ < 10)
        printf("\n    %s %s %08x %08x: expected %llx, got %llx", what, name, a, b, (unsigned long long)expected,
               (unsigned long long)got);
}

/* --- adders and multipliers -------------------------------------------------------------------------------------- */

static void pairs_expected(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t *product)
{
    for (int i = 0; i < FP_FORMATS; i++) {
        sum[i] = i == 0 ? 0 : fp_add(formats[i], a[i], b[i]);
        product[i] = fp_mul(formats[i], a[i], b[i]);
    }
}

static void pairs_check(const uint32_t *a, const uint32_t *b)
{
    uint32_t sum[FP_FORMATS], product[FP_FORMATS], want_sum[FP_FORMATS], want_product[FP_FORMATS];
    fp_shim_pairs(a, b, sum, product);
    pairs_expected(a, b, want_sum, want_product);
    for (int i = 0; i < FP_FORMATS; i++) {
        check("add", names[i], a[i], b[i], want_sum[i], sum[i]);
        check("mul", names[i], a[i], b[i], want_product[i], product[i]);
    }
}

static void pairs_random_operands(uint64_t *seed, uint32_t *a, uint32_t *b)
{
    for (int i = 0; i < FP_FORMATS; i++)
        fp_random_pair(formats[i], seed, &a[i], &b[i]);
}

static void pairs_fp8(void)
{
    failures = 0;
    uint32_t a[FP_FORMATS] = {0}, b[FP_FORMATS] = {0};
    for (uint32_t i = 0; i < 0x10000 && failures < 10; i++) {
        a[0] = a[1] = a[5] = i >> 8;
        b[0] = b[1] = b[5] = i & 255;
        pairs_check(a, b);
    }
    CU_ASSERT_EQUAL(failures, 0);
}

/* The formats have tables of different lengths; the shorter ones go round. */
static void pairs_boundary(void)
{
    failures = 0;
    static uint32_t table[FP_FORMATS][FP_CASES_MAX];
    int count[FP_FORMATS], longest = 0;
    for (int i = 0; i < FP_FORMATS; i++) {
        count[i] = fp_boundary(formats[i], table[i]);
        longest = count[i] > longest ? count[i] : longest;
    }
    for (long n = 0; n < (long)longest * longest && failures < 10; n++) {
        uint32_t a[FP_FORMATS], b[FP_FORMATS];
        for (int i = 0; i < FP_FORMATS; i++) {
            a[i] = table[i][n / count[i] % count[i]];
            b[i] = table[i][n % count[i]];
        }
        pairs_check(a, b);
    }
    CU_ASSERT_EQUAL(failures, 0);
}

static void pairs_random(void)
{
    failures = 0;
    uint64_t seed = unit_seed();
    uint32_t a[FP_FORMATS], b[FP_FORMATS];
    for (long n = 0; n < random_pairs && failures < 10; n++) {
        pairs_random_operands(&seed, a, b);
        pairs_check(a, b);
    }
    CU_ASSERT_EQUAL(failures, 0);
}

/* --- conversions and fixed point --------------------------------------------------------------------------------- */

static fp_int128 sum_cut(const uint32_t *sum, int width)
{
    fp_uint128 v = 0;
    for (int i = 3; i >= 0; i--)
        v = v << 32 | sum[i];
    v <<= 128 - width;
    fp_int128 s = (fp_int128)v;
    return s >> (128 - width); /* gcc: arithmetic */
}

static void unary_expected(const uint32_t *a, const uint32_t *sum, int nan, uint32_t *converted, uint64_t *fixed,
                           uint64_t *flags, uint32_t *value)
{
    for (int i = 0; i < 36; i++)
        converted[i] = fp_convert(formats[i / 6], formats[i % 6], a[i / 6]);
    *flags = 0;
    for (int i = 0; i < FP_POINTS; i++) {
        struct fp_fixed f = fp_to_fixed(formats[points[i].format], a[points[i].format], points[i].w);
        fixed[i] = (uint64_t)f.word;
        *flags |= (uint64_t)((f.saturated ? 4 : 0) | (f.inf ? 2 : 0) | (f.nan ? 1 : 0)) << (3 * i);
    }
    for (int i = 0; i < FP_SUMS; i++)
        value[i] = nan ? fp_nan(&fp_fp32) : fp_from_fixed(sum_cut(sum, sums[i].width), sums[i].lsb);
}

static void unary_check(const uint32_t *a, const uint32_t *sum, int nan)
{
    uint32_t converted[36], value[FP_SUMS], want_converted[36], want_value[FP_SUMS];
    uint64_t fixed[FP_POINTS], flags, want_fixed[FP_POINTS], want_flags;
    fp_shim_unary(a, sum, nan, converted, fixed, &flags, value);
    unary_expected(a, sum, nan, want_converted, want_fixed, &want_flags, want_value);
    for (int i = 0; i < 36; i++)
        check("convert from", names[i / 6], a[i / 6], (uint32_t)(i % 6), want_converted[i], converted[i]);
    for (int i = 0; i < FP_POINTS; i++)
        check("to fixed", names[points[i].format], a[points[i].format], (uint32_t)i, want_fixed[i], fixed[i]);
    check("flags", "", a[2], a[3], want_flags, flags);
    for (int i = 0; i < FP_SUMS; i++)
        check("from fixed", "", sum[0], (uint32_t)i, want_value[i], value[i]);
}

/* A sum with long runs of equal bits as often as not. */
static void random_sum(uint64_t *seed, uint32_t *sum)
{
    uint64_t shape = unit_random(seed);
    fp_uint128 v = (fp_uint128)unit_random(seed) << 64 | unit_random(seed);
    v >>= shape % 128;
    if (shape >> 8 & 1)
        v &= ~(fp_uint128)0 << (shape >> 16) % 64;
    if (shape >> 9 & 1)
        v |= ((fp_uint128)1 << (shape >> 24) % 64) - 1;
    if (shape >> 10 & 1)
        v = -v;
    for (int i = 0; i < 4; i++)
        sum[i] = (uint32_t)(v >> (32 * i));
}

/* All 8- and 16-bit numbers; meanwhile fp32's boundary table, random fp32 numbers and all 16-bit sums. */
static void unary_exhaustive(void)
{
    failures = 0;
    static uint32_t table[FP_CASES_MAX];
    int count = fp_boundary(&fp_fp32, table);
    uint64_t seed = unit_seed();
    for (uint32_t n = 0; n < 0x40000 && failures < 10; n++) {
        uint32_t a[FP_FORMATS] = {n & 255, n & 255, n & 0xffff, n & 0xffff, 0, n & 255};
        uint32_t sum[4] = {n, 0, 0, 0};
        a[4] = n < (uint32_t)count ? table[n] : (uint32_t)unit_random(&seed);
        if (n >= 0x10000)
            random_sum(&seed, sum);
        unary_check(a, sum, n % 1000 == 999);
    }
    CU_ASSERT_EQUAL(failures, 0);
}

/* --- pipelines --------------------------------------------------------------------------------------------------- */

enum { DEPTH = 16 };
struct stage {
    uint32_t sum[FP_FORMATS], product[FP_FORMATS], half, value;
};

/* Every depth against the operands of as many enabled cycles ago, with random stalls. */
static void pipelines(void)
{
    failures = 0;
    uint64_t seed = unit_seed();
    static struct stage past[DEPTH];
    long taken = 0, cycles = random_pairs / 50;
    uint32_t a[FP_FORMATS], b[FP_FORMATS], sum[48], product[24], half[2], value[4];
    for (long n = 0; n < cycles && failures < 10; n++) {
        uint64_t fixed = unit_random(&seed);
        int enable = fixed >> 60 != 0 && (n / 64 % 2 == 0 || (fixed >> 59 & 1));
        pairs_random_operands(&seed, a, b);
        fp_shim_pipe(enable, a, b, fixed, sum, product, half, value);
        for (int p = 1; p <= 8 && p <= taken; p++) {
            const struct stage *s = &past[(taken - p) % DEPTH];
            for (int i = 0; i < FP_FORMATS; i++) {
                check("pipelined add", names[i], (uint32_t)p, 0, s->sum[i], sum[(p - 1) * FP_FORMATS + i]);
                if (p <= 4)
                    check("pipelined mul", names[i], (uint32_t)p, 0, s->product[i], product[(p - 1) * FP_FORMATS + i]);
            }
            if (p <= 2)
                check("pipelined convert", "fp32", (uint32_t)p, 0, s->half, half[p - 1]);
            if (p <= 4)
                check("pipelined from fixed", "", (uint32_t)p, 0, s->value, value[p - 1]);
        }
        if (!enable)
            continue;
        struct stage *s = &past[taken++ % DEPTH];
        pairs_expected(a, b, s->sum, s->product);
        s->half = fp_convert(&fp_fp32, &fp_fp16, a[4]);
        s->value = fp_from_fixed((fp_int128)((int64_t)(fixed << 10) >> 10), -24);
    }
    CU_ASSERT_EQUAL(failures, 0);
}

/* --- vectors for Icarus ------------------------------------------------------------------------------------------ */

/* `count` 32-bit words, the last first, as one hexadecimal number. */
static void print_words(const void *words, int count)
{
    const unsigned char *at = words;
    for (int i = 4 * count - 1; i >= 0; i--)
        printf("%02x", at[i]);
}

/* A line: {value, flags, fixed, converted, nan, sum, product, sum of floats, b, a}, as fp_icarus.v takes it apart. */
static void print_vectors(long count)
{
    uint64_t seed = 1;
    for (long n = 0; n < count; n++) {
        uint32_t a[FP_FORMATS], b[FP_FORMATS], s[FP_FORMATS], p[FP_FORMATS], sum[4], converted[36], value[FP_SUMS];
        uint32_t nan = n % 64 == 63;
        uint64_t fixed[FP_POINTS], flags;
        pairs_random_operands(&seed, a, b);
        random_sum(&seed, sum);
        pairs_expected(a, b, s, p);
        unary_expected(a, sum, (int)nan, converted, fixed, &flags, value);
        print_words(value, FP_SUMS);
        print_words(&flags, 2);
        print_words(fixed, 2 * FP_POINTS);
        print_words(converted, 36);
        print_words(&nan, 1);
        print_words(sum, 4);
        print_words(p, FP_FORMATS);
        print_words(s, FP_FORMATS);
        print_words(b, FP_FORMATS);
        print_words(a, FP_FORMATS);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static const struct unit_case cases[] = {{"fp8 formats, all pairs", pairs_fp8},
                                             {"boundary pairs", pairs_boundary},
                                             {"random pairs", pairs_random},
                                             {"conversions and fixed point", unary_exhaustive},
                                             {"every pipeline depth, with stalls", pipelines}};
    if (argc == 3 && strcmp(argv[1], "--vectors") == 0) {
        print_vectors(strtol(argv[2], NULL, 10));
        return ferror(stdout) || fflush(stdout) ? 3 : 0;
    }
    if (argc == 2)
        random_pairs = strtol(argv[1], NULL, 10);
    if (argc > 2 || random_pairs < 1) {
        fprintf(stderr, "usage: fp_cosim [PAIRS] | --vectors N\n");
        return 2;
    }
    return unit_run("fp_cosim", cases, (int)(sizeof cases / sizeof cases[0]));
}
