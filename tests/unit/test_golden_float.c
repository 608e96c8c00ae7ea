/* SPDX-License-Identifier: Apache-2.0 */
/* test_golden_float.c -- ieee arithmetic in the golden model against MPFR: every addition is replayed, each one rounded
 * by MPFR, in the order that docs/architecture.md states. And all kinds of cores agree where they have to. */
#include "golden_job.h"

static uint32_t flip(struct mp_format f, uint32_t a)
{
    return a ^ 1u << (f.exp_w + f.man_w);
}

static int first_sign(const int8_t *w, int lo, int hi)
{
    while (lo < hi && w[lo] == 0)
        lo++;
    return lo < hi ? w[lo] : 0;
}

/* The entry for w[lo..hi-1], whose first non-zero, times s, is +1. tree: halves, the first one larger; chain and naive:
 * one at a time. A part that starts with -1 is subtracted. */
static uint32_t entry(struct mp_format f, int network, const int8_t *w, const uint32_t *x, int lo, int hi, int s)
{
    for (;;) {
        int last = hi - 1, cut = lo + (hi - lo + 1) / 2;
        while (w[last] == 0)
            last--;
        if (first_sign(w, lo, last) == 0)
            return x[last];
        if (network != NETWORK_TREE)
            cut = last;
        int left = first_sign(w, lo, cut), right = first_sign(w, cut, hi);
        if (!left)
            lo = cut;
        else if (!right)
            hi = cut;
        else {
            uint32_t a = entry(f, network, w, x, lo, cut, s), b = entry(f, network, w, x, cut, hi, right);
            return mp_add(f, a, right == s ? b : flip(f, b));
        }
    }
}

/* What a table or a multiplier adds to the sum for a group of mu weights. */
static uint32_t operand(const struct job *j, const int8_t *w, const uint32_t *x)
{
    struct mp_format f = format_of(j);
    int mu = j->dims.mu, sign = first_sign(w, 0, mu);
    if (j->arch.kind == KIND_MULTIPLIER) {
        uint32_t magnitude = x[0] & ~(1u << (f.exp_w + f.man_w)), inf = ((1u << f.exp_w) - 1) << f.man_w;
        if (magnitude > inf || (magnitude == inf && sign == 0))
            return inf | 1u << (f.man_w - 1);
        return sign == 0 ? x[0] ^ magnitude : sign < 0 ? flip(f, x[0]) : x[0]; /* zero keeps the sign of x */
    }
    if (sign == 0)
        return 0;
    uint32_t e = entry(f, j->arch.network, w, x, 0, mu, sign);
    return sign < 0 ? flip(f, e) : e;
}

static uint32_t ieee_row(const struct job *j, int lane, int row)
{
    struct mp_format f = format_of(j), acc = {j->dims.acc_exp_w, j->dims.acc_man_w};
    int mu = j->dims.mu, luts = j->arch.luts;
    uint32_t sum = 0, node[256];
    for (int t = 0; t < j->n; t += luts * mu) {
        for (int l = 0; l < luts; l++) {
            int8_t w[6] = {0};
            uint32_t x[6] = {0};
            for (int i = 0; i < mu && t + l * mu + i < j->n; i++) {
                w[i] = j->w[row * j->n + t + l * mu + i];
                x[i] = j->x[lane * j->n + t + l * mu + i];
            }
            node[l] = operand(j, w, x);
        }
        for (int count = luts; count > 1; count = (count + 1) / 2) /* neighbours; an odd one passes on */
            for (int i = 0; i < count; i += 2)
                node[i / 2] = i + 1 < count ? mp_add(f, node[i], node[i + 1]) : node[i];
        sum = mp_add(acc, sum, mp_convert(f, acc, node[0]));
    }
    return sum;
}

static void ieee_replayed(void)
{
    int wrong = 0;
    rng = unit_seed();
    for (int c = 0; c < 3000 && wrong < 10; c++) {
        struct arch a = float_arch(ACT_FP16 + c % 3, ARITH_IEEE);
        a.kind = pick(0, 2) ? KIND_LUT : pick(KIND_SIGNFLIP, KIND_MULTIPLIER);
        a.acc = pick(ACC_FP16, ACC_FP32);
        a.luts = pick(0, 3) ? pick(1, 9) : 17;
        a.lanes = pick(1, 2);
        if (a.kind == KIND_LUT) {
            a.mu = pick(1, 6);
            a.network = pick(NETWORK_TREE, NETWORK_NAIVE);
            a.half = pick(0, 1);
        } else if (a.kind == KIND_MULTIPLIER) {
            a.weight_bits = pick(WEIGHT_BITS_2, WEIGHT_BITS_B);
        }
        struct job j = job_new(&a, 4, pick(1, 120));
        uint32_t *want = malloc((size_t)(a.lanes * j.m) * sizeof *want);
        fill_ieee(&j, c % 6);
        job_run(&j);
        unsigned status = 0;
        for (int i = 0; i < a.lanes * j.m; i++) {
            want[i] = ieee_row(&j, i / j.m, i % j.m);
            uint32_t magnitude = want[i] << 1, inf = ((1u << j.dims.acc_exp_w) - 1) << (j.dims.acc_man_w + 1);
            if (j.dims.acc_w == 16)
                magnitude &= 0xfffe;
            status |= magnitude == inf ? STATUS_INF : magnitude > inf ? STATUS_NAN : 0u;
        }
        if (status != j.status && wrong++ < 3)
            printf("\n    %s: expected status %x, got %x", j.arch.name, status, j.status);
        wrong += compare(&j, want, "ieee");
        free(want);
        job_free(&j);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* --- all kinds of cores agree ------------------------------------------------------------------------------------- */

/* Gives core `c` the weights and activations of j, and counts different results. */
static int agree(const struct job *j, struct arch a, int c)
{
    a.kind = kinds[c].kind, a.weight_bits = kinds[c].weight_bits;
    a.mu = c ? 1 : a.mu;
    struct job k = job_new(&a, j->m, j->n);
    memcpy(k.w, j->w, (size_t)(j->m * j->n));
    memcpy(k.x, j->x, (size_t)(a.lanes * j->n) * sizeof *k.x);
    job_run(&k);
    int wrong = 0;
    for (int i = 0; i < a.lanes * j->m; i++)
        wrong += k.y[i] != j->y[i];
    if (wrong)
        printf("\n    %s and %s disagree in %d results", j->arch.name, k.arch.name, wrong);
    job_free(&k);
    return wrong;
}

/* aligned and integer: a sum is a sum. ieee: the order counts, so mu is 1; zero times infinity is NaN in a multiplier
 * alone, so activations are finite. */
static void kinds_agree(void)
{
    int wrong = 0;
    rng = unit_seed();
    for (int c = 0; c < 400 && wrong < 10; c++) {
        int act = c % 2 ? pick(ACT_INT2, ACT_INT16) : pick(ACT_FP8_E4M3, ACT_FP32);
        int arith = act < ACT_FP8_E4M3 ? ARITH_INTEGER
                    : act == ACT_FP32  ? ARITH_IEEE
                    : act < ACT_FP16   ? ARITH_ALIGNED
                                       : pick(ARITH_IEEE, ARITH_ALIGNED);
        struct arch a = float_arch(act, arith);
        a.mu = arith == ARITH_IEEE ? 1 : pick(1, 6);
        a.luts = pick(1, 6), a.lanes = pick(1, 2);
        a.max_n = 100;
        struct job j = job_new(&a, 5, pick(1, 100));
        if (act < ACT_FP8_E4M3) {
            stim_fill(j.x, a.lanes * j.n, &j.dims, STIM_RANDOM, unit_random(&rng));
            stim_fill_weights(j.w, j.m * j.n, STIM_RANDOM, unit_random(&rng));
        } else {
            fill_ieee(&j, pick(1, 4));
        }
        job_run(&j);
        for (int k = 1; k < 4; k++)
            wrong += agree(&j, a, k);
        job_free(&j);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* --- NaN and infinity ------------------------------------------------------------------------------------------ */

/* A row that reads the infinity is infinite, one that does not is a number, inf - inf is NaN; the next job is clean. */
static void ieee_specials(void)
{
    static const uint32_t inf[] = {0x7c00, 0x7f80, 0x7f800000}, one[] = {0x3c00, 0x3f80, 0x3f800000};
    for (int t = 0; t < 3; t++)
        for (int mu = 1; mu <= 3; mu++) {
            struct arch a = float_arch(ACT_FP16 + t, ARITH_IEEE);
            a.mu = mu, a.luts = 2;
            struct job j = job_new(&a, 4, 7);
            static const int8_t w[4][7] = {
                {1, 1, 1, 1, 1, 1, 1}, {-1, 1, 1, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, -1}};
            memcpy(j.w, w, sizeof w);
            for (int i = 0; i < 7; i++)
                j.x[i] = one[t];
            if (!lutnet_build(&net, &j.arch, &j.dims))
                abort();
            struct golden *g = golden_new(&j.arch, &j.dims, &net);
            run_on(g, &j);
            CU_ASSERT_EQUAL(j.y[0], 0x40e00000);
            CU_ASSERT_EQUAL(j.status, 0);
            j.x[0] = inf[t];
            run_on(g, &j);
            CU_ASSERT_EQUAL(j.y[0], 0x7f800000);
            CU_ASSERT_EQUAL(j.y[1], 0xff800000);
            CU_ASSERT_EQUAL(j.y[2], 0x40c00000);
            CU_ASSERT_EQUAL(j.status, STATUS_INF);
            j.x[6] = inf[t];
            run_on(g, &j);
            CU_ASSERT_EQUAL(j.y[3], 0x7fc00000);
            CU_ASSERT_EQUAL(j.status, STATUS_INF | STATUS_NAN);
            j.x[0] = j.x[6] = one[t];
            run_on(g, &j);
            CU_ASSERT_EQUAL(j.y[1], 0x40a00000);
            golden_free(g);
            job_free(&j);
        }
}

int main(void)
{
    static const struct unit_case cases[] = {
        {"every addition", ieee_replayed}, {"all kinds agree", kinds_agree}, {"NaN and infinity", ieee_specials}};
    mp_begin();
    int status = unit_run("golden_float", cases, (int)(sizeof cases / sizeof cases[0]));
    mp_end();
    return status;
}
