/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model against a dense product that shares no code with it: no tables, no keys, no beats. */
#include "golden.h"

#include <string.h>

#include "arch_load.h"
#include "gemv.h"
#include "unit.h"

static uint64_t rng;
static struct lutnet net;

static int pick(int lo, int hi)
{
    return lo + (int)(unit_random(&rng) % (uint64_t)(hi - lo + 1));
}

static int64_t wrap(int64_t v, int w)
{
    uint64_t m = (uint64_t)v << (64 - w);
    return (int64_t)m >> (64 - w);
}

struct job {
    int m, n;
    int8_t *w;
    uint32_t *x;
};

static struct job make_job(const struct dims *d, int lanes, int m, int n, int extreme)
{
    struct job j = {m, n, malloc((size_t)(m * n)), malloc(sizeof(uint32_t) * (size_t)(lanes * n))};
    for (int i = 0; i < m * n; i++)
        j.w[i] = (int8_t)(extreme ? -1 : pick(-1, 1));
    for (int i = 0; i < lanes * n; i++) {
        int64_t v =
            extreme ? d->act_min : d->act_min + (int64_t)(unit_random(&rng) % (uint64_t)(d->act_max - d->act_min + 1));
        j.x[i] = (uint32_t)v & (uint32_t)((UINT64_C(1) << d->act_w) - 1);
    }
    return j;
}

/* Runs one job through the golden model and compares each result with the dense product. */
static void run_job(struct golden *g, const struct arch *a, const struct dims *d, const struct job *j)
{
    struct gemv gemv = {
        .arch = a, .dims = d, .m = j->m, .n = j->n, .w = j->w, .row_stride = j->n, .col_stride = 1, .x = j->x};
    gemv_init(&gemv);
    uint32_t *act = malloc(sizeof *act * (size_t)(a->lanes * d->n));
    uint32_t *key = malloc(sizeof *key * (size_t)(d->outputs * a->luts));
    int64_t *res = malloc(sizeof *res * (size_t)(a->lanes * d->outputs));
    int seen = 0;
    for (int64_t p = 0; p < gemv.passes; p++)
        for (int64_t t = 0; t < gemv.tiles; t++) {
            gemv_act_beat(&gemv, t, act);
            golden_act(g, act, t == gemv.tiles - 1);
            int group = gemv_group(&gemv, p);
            CU_ASSERT(gemv_row(&gemv, p, group - 1, 0) >= 0); /* no beat more than rows need */
            CU_ASSERT(group == a->reuse || gemv_row(&gemv, p, group, 0) < 0);
            for (int r = 0; r < group; r++) {
                bool last;
                gemv_key_beat(&gemv, p, t, r, key);
                bool emits = golden_key(g, key, r == group - 1, res, &last);
                CU_ASSERT_EQUAL(emits, t == gemv.tiles - 1);
                for (int o = 0; emits && o < a->lanes * d->outputs; o++) {
                    int64_t row = gemv_row(&gemv, p, r, o % d->outputs), sum = 0;
                    const uint32_t *x = j->x + o / d->outputs * j->n;
                    for (int i = 0; row >= 0 && i < j->n; i++)
                        sum += j->w[row * j->n + i] * wrap(x[i], d->act_w);
                    CU_ASSERT_EQUAL(res[o], wrap(sum, d->acc_w));
                    CU_ASSERT(a->overflow == OVERFLOW_WRAP || res[o] == sum);
                    seen += row >= 0;
                }
            }
        }
    CU_ASSERT_EQUAL(seen, j->m * a->lanes);
    free(act), free(key), free(res);
}

static void random_arch(struct arch *a)
{
    arch_init(a);
    a->mu = pick(1, 6), a->luts = pick(1, 9), a->fetchers = pick(1, 9), a->reuse = pick(1, 5);
    a->cores = pick(1, 3), a->lanes = pick(1, 3);
    a->act = pick(ACT_INT2, ACT_INT16);
    a->network = pick(0, 2), a->half = pick(0, 1), a->widths = pick(0, 1), a->negate = pick(0, 1);
    a->range = pick(0, 1);
    if (pick(0, 3) == 0)
        a->acc = ACC_INT2 + pick(0, 20), a->overflow = OVERFLOW_WRAP;
}

static void test_dense_product(void)
{
    rng = unit_seed();
    for (int c = 0; c < 400; c++) {
        struct arch a;
        struct dims d;
        random_arch(&a);
        a.max_n = 200;
        dims_derive(&d, &a);
        CU_ASSERT_FATAL(lutnet_build(&net, &a, &d));
        struct golden *g = golden_new(&a, &d, &net);
        for (int n = 0; n < 3; n++) { /* back to back, without reset */
            struct job j = make_job(&d, a.lanes, pick(1, 60), pick(1, 200), n == 2);
            run_job(g, &a, &d, &j);
            free(j.w), free(j.x);
        }
        CU_ASSERT_EQUAL(golden_status(g), 0);
        golden_free(g);
    }
}

/* Saturation after each tile, as documented: the clamped value goes on. */
static void test_saturate(void)
{
    struct arch a;
    struct dims d;
    arch_init(&a);
    a.mu = 1, a.luts = 1, a.fetchers = 1, a.reuse = 1, a.acc = ACC_INT2 + 7, a.overflow = OVERFLOW_SATURATE;
    dims_derive(&d, &a);
    CU_ASSERT_FATAL(lutnet_build(&net, &a, &d));
    struct golden *g = golden_new(&a, &d, &net);
    static const int8_t plus[] = {1};
    uint32_t key = golden_key_encode(1, plus), x[] = {127, 127, 127, 0x80};
    static const int64_t expected[] = {0, 0, 0, 255 - 128};
    for (int i = 0; i < 4; i++) {
        int64_t r;
        bool last;
        golden_act(g, &x[i], i == 3);
        bool emits = golden_key(g, &key, true, &r, &last);
        CU_ASSERT(!emits || r == expected[i]);
    }
    CU_ASSERT_EQUAL(golden_status(g), STATUS_SATURATED);
    golden_free(g);
}

/* Keys: all 3^mu groups have different keys; the zero group is {0, B}; indices above B read as zero. */
static void test_keys(void)
{
    for (int mu = 1; mu <= 6; mu++) {
        bool used[1024] = {false};
        int all = 2 * dims_half_entries(mu) + 1;
        for (int v = 0; v < all; v++) {
            int8_t w[6];
            for (int i = 0, r = v; i < mu; i++, r /= 3)
                w[i] = (int8_t)(r % 3 - 1);
            uint32_t key = golden_key_encode(mu, w);
            CU_ASSERT_FATAL(key < 1024 && !used[key]);
            used[key] = true;
        }
        static const int8_t zero[6] = {0};
        CU_ASSERT_EQUAL(golden_key_encode(mu, zero), (uint32_t)dims_half_entries(mu));
    }
}

/* Key beats against keys made one by one, every group size, ragged shapes, a transposed matrix. */
static void test_key_beats(void)
{
    for (int round = 0; round < 60; round++) {
        struct arch a;
        struct dims d;
        arch_init(&a);
        a.mu = 1 + round % 6;
        a.luts = (int)pick(1, 9), a.fetchers = (int)pick(1, 5), a.reuse = (int)pick(1, 3);
        dims_derive(&d, &a);
        int64_t m = pick(1, 20), n = pick(1, 90);
        bool transposed = round % 4 == 3;
        int8_t *w = malloc((size_t)(m * n));
        uint32_t *key = malloc((size_t)(d.outputs * a.luts) * sizeof *key);
        for (int64_t i = 0; i < m * n; i++)
            w[i] = (int8_t)pick(-1, 1);
        struct gemv g = {.arch = &a, .dims = &d, .m = m, .n = n, .w = w};
        g.row_stride = transposed ? 1 : n;
        g.col_stride = transposed ? m : 1;
        gemv_init(&g);
        for (int64_t p = 0; p < g.passes; p++)
            for (int64_t t = 0; t < g.tiles; t++)
                for (int r = 0; r < gemv_group(&g, p); r++) {
                    gemv_key_beat(&g, p, t, r, key);
                    for (int i = 0; i < d.outputs * a.luts; i++) {
                        int64_t row = gemv_row(&g, p, r, i / a.luts);
                        int8_t group[6] = {0};
                        for (int e = 0; e < a.mu && e < 6; e++) {
                            int64_t col = t * d.n + i % a.luts * a.mu + e;
                            if (row >= 0 && col < n)
                                group[e] = w[row * g.row_stride + col * g.col_stride];
                        }
                        CU_ASSERT_EQUAL(key[i], golden_key_encode(a.mu, group));
                    }
                }
        free(w), free(key);
    }
}

/* The multiplier's full weights: -1, 0, 1 as numbers of the activations' type, in its bits and no more. */
static void test_wide_weights(void)
{
    static const int8_t w[3] = {-1, 0, 1};
    static const struct {
        int act;
        uint32_t key[3];
    } type[] = {{ACT_INT2, {3, 0, 1}},
                {ACT_INT8, {0xff, 0, 1}},
                {ACT_INT16, {0xffff, 0, 1}},
                {ACT_FP8_E4M3, {0xb8, 0, 0x38}},
                {ACT_FP8_E5M2, {0xbc, 0, 0x3c}},
                {ACT_FP16, {0xbc00, 0, 0x3c00}},
                {ACT_BF16, {0xbf80, 0, 0x3f80}},
                {ACT_FP32, {0xbf800000, 0, 0x3f800000}}};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
        struct arch a;
        struct dims d;
        arch_init(&a);
        a.kind = KIND_MULTIPLIER, a.weight_bits = WEIGHT_BITS_B, a.act = type[i].act;
        a.luts = 3, a.fetchers = 1, a.reuse = 1;
        arch_resolve(&a);
        dims_derive(&d, &a);
        struct gemv g = {.arch = &a, .dims = &d, .m = 1, .n = 3, .w = w, .row_stride = 3, .col_stride = 1};
        uint32_t key[3];
        gemv_init(&g);
        gemv_key_beat(&g, 0, 0, 0, key);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(key[k], type[i].key[k]);
    }
}

static void test_illegal_key_reads_zero(void)
{
    struct arch a;
    struct dims d;
    arch_init(&a);
    a.luts = 1, a.fetchers = 1, a.reuse = 1; /* mu = 3: indices 13..15 */
    dims_derive(&d, &a);
    CU_ASSERT_FATAL(lutnet_build(&net, &a, &d));
    struct golden *g = golden_new(&a, &d, &net);
    uint32_t x[3] = {5, 6, 7};
    for (uint32_t key = 0; key < 32; key++) {
        int64_t r;
        bool last;
        golden_act(g, x, true);
        CU_ASSERT(golden_key(g, &key, true, &r, &last) && last);
        CU_ASSERT((key % 16 >= 13) == (r == 0) || key % 16 < 13);
    }
    golden_free(g);
}

static void test_group_errors(void)
{
    struct arch a;
    struct dims d;
    arch_init(&a);
    a.mu = 1, a.luts = 1, a.fetchers = 1, a.reuse = 3;
    dims_derive(&d, &a);
    CU_ASSERT_FATAL(lutnet_build(&net, &a, &d));
    struct golden *g = golden_new(&a, &d, &net);
    uint32_t x = 1, key = 0;
    int64_t r;
    bool last;
    static const int lengths[][2] = {{3, 3}, {2, 2}, {3, 2}, {1, 3}, {4, 4}};
    for (int c = 0; c < 5; c++) {
        golden_reset(g);
        for (int beat = 0; beat < 2; beat++) {
            golden_act(g, &x, beat == 1);
            for (int k = 0; k < lengths[c][beat]; k++)
                golden_key(g, &key, k == lengths[c][beat] - 1, &r, &last);
        }
        CU_ASSERT_EQUAL(golden_status(g), c >= 2 ? STATUS_KEY_GROUP : 0);
    }
    golden_free(g);
}

/* Cores with many rows read two tables at once (golden_num.c): odd and even numbers of tables, whole and half ones. Dense
 * products, and any key bits, legal or not, as a core of few rows reads them. */
static void test_pairs(void)
{
    rng = unit_seed();
    for (int c = 0; c < 24; c++) {
        struct arch many, few;
        struct dims d;
        arch_init(&many);
        many.mu = 1 + c % 2, many.luts = 1 + c / 2 % 4, many.half = c < 12;
        many.fetchers = 64, many.reuse = many.mu == 1 ? 1 : 8, many.lanes = 1 + c % 3, many.max_n = 200;
        many.act = pick(ACT_INT2, ACT_INT16);
        few = many;
        few.fetchers = 1, few.reuse = 1;
        dims_derive(&d, &many);
        CU_ASSERT_FATAL(lutnet_build(&net, &many, &d));
        struct golden *g = golden_new(&many, &d, &net);
        struct job j = make_job(&d, many.lanes, 130, pick(1, 200), 0);
        run_job(g, &many, &d, &j);
        int keys = d.outputs * many.luts;
        uint32_t act[3 * 8], key[64 * 4];
        int64_t res[3 * 64], one[3];
        for (int i = 0; i < many.lanes * d.n; i++)
            act[i] = (uint32_t)(unit_random(&rng) & ((UINT64_C(1) << d.act_w) - 1));
        for (int i = 0; i < keys; i++)
            key[i] = (uint32_t)(unit_random(&rng) & ((UINT64_C(1) << d.key_w) - 1));
        bool last;
        golden_act(g, act, true);
        CU_ASSERT(golden_key(g, key, true, res, &last));
        golden_free(g);
        for (int k = 0; k < many.fetchers; k++) {
            dims_derive(&d, &few);
            g = golden_new(&few, &d, &net);
            golden_act(g, act, true);
            CU_ASSERT(golden_key(g, key + k * many.luts, true, one, &last));
            for (int t = 0; t < many.lanes; t++)
                CU_ASSERT_EQUAL(res[t * many.fetchers + k], one[t]);
            golden_free(g);
        }
        free(j.w), free(j.x);
    }
}

UNIT_MAIN("golden", {"dense product", test_dense_product}, {"saturation", test_saturate}, {"keys", test_keys},
          {"key beats", test_key_beats},
          {"full weights", test_wide_weights}, {"illegal keys read zero", test_illegal_key_reads_zero},
          {"key-group errors", test_group_errors},
          {"pairs of tables", test_pairs})
