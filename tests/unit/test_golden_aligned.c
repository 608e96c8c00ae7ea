/* SPDX-License-Identifier: Apache-2.0 */
/* test_golden_aligned.c -- aligned arithmetic in the golden model against MPFR: every result is the sum of the
 * fixed-point words, added without any rounding, and rounded once. With the default window of fp8 and fp16 the words
 * are the activations themselves: the result is the correctly rounded exact sum. */
#include "golden_job.h"

/* An activation in units of the window's least significant bit, clamped; *saturated says that it was. */
static long window_word(const struct job *j, uint32_t x, bool *saturated)
{
    mpfr_set_prec(mp_x, 64);
    mpfr_set_prec(mp_y, 64);
    mp_decode(format_of(j), x, mp_x);
    mpfr_mul_2si(mp_x, mp_x, -j->dims.lsb_exp, MPFR_RNDN);
    mpfr_set_ui_2exp(mp_y, 1, j->dims.word_w - 1, MPFR_RNDN);
    long most = (1L << (j->dims.word_w - 1)) - 1;
    if (mpfr_cmpabs(mp_x, mp_y) >= 0) {
        *saturated = true;
        return mpfr_signbit(mp_x) ? -most : most;
    }
    return mpfr_get_si(mp_x, MPFR_RNDN); /* ties to even */
}

/* Expected results of finite activations, in `want`. Returns the expected status. */
static unsigned aligned_oracle(const struct job *j, uint32_t *want)
{
    bool saturated = false;
    long *word = malloc((size_t)(j->arch.lanes * j->n) * sizeof *word);
    mpfr_t sum;
    mpfr_init2(sum, 128); /* exact: 48 bits and 2^24 of them */
    for (int i = 0; i < j->arch.lanes * j->n; i++)
        word[i] = window_word(j, j->x[i], &saturated);
    for (int i = 0; i < j->arch.lanes * j->m; i++) {
        mpfr_set_zero(sum, 1);
        for (int c = 0; c < j->n; c++)
            mpfr_add_si(sum, sum, j->w[i % j->m * j->n + c] * word[i / j->m * j->n + c], MPFR_RNDN);
        if (mpfr_zero_p(sum))
            mpfr_set_zero(sum, 1); /* a sum of integers has one zero */
        mpfr_mul_2si(sum, sum, j->dims.lsb_exp, MPFR_RNDN);
        want[i] = mp_encode(mp_fp32, sum);
    }
    mpfr_clear(sum);
    free(word);
    return saturated ? STATUS_SATURATED : 0u;
}

enum data { RANDOM, CANCEL, FAR_APART, MOST, LEAST, ALTERNATE, SUBNORMAL, ZEROS, ONE_TINY, DATA_COUNT };
static const char *const data_name[] = {
    "random",      "cancellation", "huge and tiny", "all at the maximum", "all at the minimum",
    "alternating", "subnormals",   "signed zeros",  "one tiny among huge"};

/* Finite activations, of magnitudes up to the pattern `top`, and weights that hurt. Cancellation: pairs v, -v in random
 * places, and little that stays. */
static void fill(struct job *j, enum data data, uint32_t top)
{
    uint32_t sign = 1u << (j->dims.act_w - 1), least = 1u << j->dims.man_w;
    for (int i = 0; i < j->m * j->n; i++)
        j->w[i] = (int8_t)(data == RANDOM ? pick(-1, 1) : 1);
    for (int i = 0; i < j->arch.lanes * j->n; i++) {
        uint32_t finite = (uint32_t)(unit_random(&rng) % (top + 1)), s = pick(0, 1) ? sign : 0;
        uint32_t tiny = (uint32_t)(unit_random(&rng) % least);
        bool odd = i % 2;
        j->x[i] = data == RANDOM      ? finite | s
                  : data == FAR_APART ? (pick(0, 1) ? top - tiny % 4 : tiny) | s
                  : data == MOST      ? top
                  : data == LEAST     ? top | sign
                  : data == ALTERNATE ? (odd ? top | sign : top)
                  : data == SUBNORMAL ? tiny | s
                  : data == ZEROS     ? s
                  : data == ONE_TINY  ? (i % j->n == j->n / 2 ? 1u
                                         : odd                ? top | sign
                                                              : top)
                  : odd && i > 0      ? j->x[i - 1] ^ sign
                                      : finite;
    }
    for (int i = 0; i < j->m; i++) /* other rows: signs flip, some go */
        for (int c = 0; c < j->n && i > 0 && data != RANDOM; c++)
            j->w[i * j->n + c] = (int8_t)(i == 1 ? -1 : pick(0, 7) ? 1 : pick(-1, 1));
    for (int c = j->n - 1; c > 0 && data == CANCEL; c--) { /* partners far from each other */
        int other = pick(0, c);
        uint32_t x = j->x[c];
        j->x[c] = j->x[other], j->x[other] = x;
    }
}

static int aligned_case(const struct arch *a, int m, int n, enum data data)
{
    uint32_t *want = malloc((size_t)(a->lanes * m) * sizeof *want);
    struct job j = job_new(a, m, n);
    fill(&j, data, max_finite(&j));
    job_run(&j);
    unsigned status = aligned_oracle(&j, want);
    int wrong = compare(&j, want, data_name[data]);
    if (status != j.status) {
        printf("\n    %s, %s, N %d: expected status %x, got %x", j.arch.name, data_name[data], n, status, j.status);
        wrong++;
    }
    free(want);
    job_free(&j);
    return wrong;
}

static const int exact_types[] = {ACT_FP8_E4M3, ACT_FP8_E5M2, ACT_FP16};

static void aligned_exact(void)
{
    static const int luts[] = {1, 3, 8}, lengths[] = {1, 37, 640};
    int wrong = 0;
    rng = unit_seed();
    for (int t = 0; t < 3; t++)
        for (int mu = 1; mu <= 6; mu++)
            for (int l = 0; l < 3; l++)
                for (int n = 0; n < 3; n++)
                    for (int data = 0; data < DATA_COUNT && wrong < 10; data++) {
                        struct arch a = float_arch(exact_types[t], ARITH_ALIGNED);
                        a.mu = mu, a.luts = luts[l], a.lanes = 1 + data % 2;
                        a.half = data % 3 != 0, a.network = (mu + data) % 3;
                        a.negate = a.half && data % 2, a.widths = n % 2;
                        wrong += aligned_case(&a, 5, lengths[n], (enum data)data);
                    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void aligned_window(void)
{
    int wrong = 0, cases = 0;
    rng = unit_seed();
    for (; cases < 1500 && wrong < 10; cases++) {
        struct arch a = float_arch(ACT_FP8_E4M3 + pick(0, 3), ARITH_ALIGNED);
        struct dims_window w;
        a.mu = pick(1, 4), a.luts = pick(1, 4), a.half = pick(0, 1), a.negate = a.half && pick(0, 1);
        a.window = pick(arch_significand_bits(a.act) + 1, 48);
        dims_window(&w, &a);
        a.top = pick(0, 3) ? pick(w.normal > -8 ? w.normal : -8, w.top + 2) : PARAM_SPECIAL;
        wrong += aligned_case(&a, 3, pick(1, 60), (enum data)pick(0, DATA_COUNT - 1));
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* The largest error of floating-point results against the exact ones, for people. */
static void print_error(const struct job *ieee, const uint32_t *want, const char *what, const char *size)
{
    double error = 0, relative = 0;
    int lost = 0;
    for (int i = 0; i < ieee->m; i++) {
        mpfr_set_prec(mp_x, 64);
        mpfr_set_prec(mp_y, 64);
        mp_decode(mp_fp32, want[i], mp_x);
        mp_decode(mp_fp32, (uint32_t)ieee->y[i], mp_y);
        mpfr_sub(mp_y, mp_y, mp_x, MPFR_RNDN);
        mpfr_abs(mp_y, mp_y, MPFR_RNDN);
        lost += !mpfr_number_p(mp_y);
        double off = mpfr_get_d(mp_y, MPFR_RNDN), exact = mpfr_get_d(mp_x, MPFR_RNDN);
        if (!mpfr_number_p(mp_y))
            continue;
        error = off > error ? off : error;
        off = off > 0 ? off / (exact < 0 ? -exact : exact) : 0;
        relative = off > relative ? off : relative;
    }
    printf("\n    %-19s %-12s aligned: error 0; ieee: ", what, size);
    if (lost < ieee->m)
        printf("error %.3g, relative %.3g", error, relative);
    if (lost)
        printf("%s%d of %d results infinite or NaN", lost < ieee->m ? ", " : "", lost, ieee->m);
}

/* fp16, N = 6912, everything that a floating-point sum does badly: exact on every output; and how ieee fares. Numbers
 * below 1024 do not overflow ieee's tile sums in fp16. */
static void adversarial_6912(void)
{
    int wrong = 0;
    rng = unit_seed();
    for (int c = 0; c < 2 * DATA_COUNT; c++) {
        enum { M = 8, N = 6912 };
        enum data data = (enum data)(c / 2);
        uint32_t want[M];
        struct arch a = float_arch(ACT_FP16, ARITH_ALIGNED), b = float_arch(ACT_FP16, ARITH_IEEE);
        struct job j = job_new(&a, M, N), k = job_new(&b, M, N);
        fill(&j, data, c % 2 ? max_finite(&j) : 0x63ff);
        memcpy(k.w, j.w, M * N);
        memcpy(k.x, j.x, N * sizeof *k.x);
        job_run(&j);
        job_run(&k);
        wrong += aligned_oracle(&j, want) != j.status;
        wrong += compare(&j, want, data_name[data]);
        print_error(&k, want, data_name[data], c % 2 ? "up to 65504" : "below 1024");
        job_free(&j);
        job_free(&k);
    }
    printf("\n    ");
    CU_ASSERT_EQUAL(wrong, 0);
}

/* --- NaN and infinity -----------------------------------------------------------------------------------------------
 */

/* Three jobs of two lanes; the middle one has a NaN or an infinity in lane 1, at each place in turn, and a zero weight
 * there in row 0. */
static void special_aligned(const struct arch *a, uint32_t special, unsigned status)
{
    struct job j = job_new(a, 9, 11);
    int64_t clean[18];
    if (!lutnet_build(&net, &j.arch, &j.dims))
        abort();
    struct golden *g = golden_new(&j.arch, &j.dims, &net);
    fill_ieee(&j, 2);
    for (int at = 0; at < j.n; at++) {
        golden_reset(g);
        uint32_t x = j.x[j.n + at];
        int8_t w = j.w[at];
        j.w[at] = 0;
        run_on(g, &j);
        CU_ASSERT_EQUAL(j.status, 0);
        memcpy(clean, j.y, sizeof clean);
        j.x[j.n + at] = special;
        run_on(g, &j);
        CU_ASSERT_EQUAL(j.status, status);
        for (int i = 0; i < 18; i++)
            CU_ASSERT_EQUAL(j.y[i], i < 9 ? clean[i] : 0x7fc00000);
        j.x[j.n + at] = x;
        run_on(g, &j);
        for (int i = 0; i < 18; i++)
            CU_ASSERT_EQUAL(j.y[i], clean[i]);
        CU_ASSERT_EQUAL(j.status, status); /* sticky */
        j.w[at] = w;
    }
    golden_free(g);
    job_free(&j);
}

static void aligned_specials(void)
{
    rng = unit_seed();
    for (int c = 0; c < 4; c++)
        for (int mu = 1; mu <= 3; mu++)
            for (int act = ACT_FP8_E4M3; act <= ACT_BF16; act++) {
                struct arch a = float_arch(act, ARITH_ALIGNED);
                static const uint32_t nan[] = {0x7f, 0xfd, 0xfe01, 0x7f81}, inf[] = {0xff, 0x7c, 0xfc00, 0x7f80};
                a.kind = kinds[c].kind, a.weight_bits = kinds[c].weight_bits;
                a.mu = c ? 1 : mu, a.luts = 2, a.lanes = 2;
                special_aligned(&a, nan[act - ACT_FP8_E4M3], STATUS_NAN);
                special_aligned(&a, inf[act - ACT_FP8_E4M3],
                                (act == ACT_FP8_E4M3 ? 0u : STATUS_INF) |
                                    (act == ACT_FP8_E4M3 || c == 3 ? STATUS_NAN : 0u)); /* 0 * inf */
            }
}

int main(void)
{
    static const struct unit_case cases[] = {{"exact window", aligned_exact},
                                             {"narrower windows", aligned_window},
                                             {"fp16, N = 6912, adversarial", adversarial_6912},
                                             {"NaN and infinity", aligned_specials}};
    mp_begin();
    int status = unit_run("golden_aligned", cases, (int)(sizeof cases / sizeof cases[0]));
    mp_end();
    return status;
}
