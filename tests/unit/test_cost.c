/* SPDX-License-Identifier: Apache-2.0 */
/* test_cost.c -- properties of the cost model that hold whatever the coefficients are. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arch_load.h"
#include "cost.h"
#include "tech.h"

static struct cost_tables *tables;

/* Coefficients that are all different and positive. */
static struct cost_coefficients plain(void)
{
    struct cost_coefficients c = {.buffer_share = 0.03, .gate_area = 2};
    for (int i = 0; i < COST_AREAS; i++)
        c.area[i] = 1 + i * 0.01, c.leakage[i] = 0.5 + i * 0.003;
    for (int i = 0; i < COST_ENERGIES; i++)
        c.energy[i] = 1 + i * 0.02;
    for (int i = 0; i < COST_DELAYS; i++)
        c.delay[i] = 10 + i;
    return c;
}

static struct cost evaluate(const struct cost_coefficients *c, const struct arch *given)
{
    struct arch a = *given;
    struct dims d;
    struct cost cost;
    CU_ASSERT_TRUE_FATAL(arch_check(&a, NULL, NULL));
    arch_resolve(&a);
    dims_derive(&d, &a);
    cost_evaluate(&cost, c, tables, &a, &d);
    return cost;
}

static int below(uint64_t *rng, int n)
{
    return (int)(unit_random(rng) % (uint64_t)n);
}

/* Any legal architecture, all parameters in play. */
static struct arch any_arch(uint64_t *rng)
{
    for (;;) {
        struct arch a;
        arch_init(&a);
        for (int p = 0; p < PARAM_COUNT; p++) {
            const struct param_info *info = &param_table[p];
            if (unit_random(rng) % 3 != 0)
                continue;
            int lo = info->names ? 0 : info->min, hi = info->max;
            if (hi > 40 && !info->names)
                hi = lo + 40;
            arch_set(&a, (enum param)p, lo + below(rng, hi - lo + 1));
        }
        if (arch_check(&a, NULL, NULL))
            return a;
    }
}

/* Nothing negative, nothing infinite, the parts make the whole; the longest stage makes the clock. */
static void sums(void)
{
    struct cost_coefficients c = plain();
    uint64_t rng = unit_seed();
    for (int i = 0; i < 10000; i++) {
        struct arch a = any_arch(&rng);
        struct cost v = evaluate(&c, &a);
        double area = 0, leakage = 0, energy = 0, period = 0;
        bool good = true;
        for (int p = 0; p < COST_PARTS; p++) {
            good = good && v.area[p] >= 0 && v.energy[p] >= 0 && v.leakage[p] >= 0;
            area += v.area[p], leakage += v.leakage[p], energy += v.energy[p];
        }
        for (int s = 0; s < COST_STAGES; s++)
            period = v.stage[s] > period ? v.stage[s] : period;
        good = good && fabs(area / v.total_area - 1) < 1e-12 && fabs(leakage / v.total_leakage - 1) < 1e-12 &&
               fabs((energy + v.buffer_energy) / v.total_energy - 1) < 1e-12 && period == v.period &&
               isfinite(v.total_area) && isfinite(v.total_energy) && v.total_area > 0 && v.period > 0 &&
               v.mac_per_cycle > 0;
        if (!good) {
            char name[ARCH_NAME_MAX + 1];
            arch_default_name(&a, name);
            printf("\n    %s\n", name);
        }
        CU_ASSERT_TRUE(good);
    }
}

/* A core of each data path, small enough to grow. */
static int bases(struct arch *a)
{
    int n = 0;
    for (int kind = KIND_LUT; kind <= KIND_MULTIPLIER; kind++)
        for (int act = 0; act < 3; act++)
            for (int sequential = 0; sequential <= (kind == KIND_LUT); sequential++, n++) {
                arch_init(&a[n]);
                a[n].kind = kind;
                a[n].act = act == 0 ? ACT_INT8 : act == 1 ? ACT_FP16 : ACT_FP8_E4M3;
                a[n].mu = kind == KIND_LUT ? 3 : 1;
                a[n].luts = 4;
                a[n].pipe_fetch = a[n].pipe_reduce = 1;
                a[n].build = sequential ? BUILD_SEQUENTIAL : BUILD_PARALLEL;
            }
    return n;
}

static void grows(void)
{
    static const enum param sizes[] = {PARAM_luts, PARAM_fetchers, PARAM_reuse, PARAM_cores, PARAM_lanes, PARAM_mu,
                                       PARAM_pipe_fetch};
    struct cost_coefficients c = plain();
    struct arch base[16];
    int n = bases(base);
    for (int b = 0; b < n; b++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            if (sizes[k] == PARAM_mu && base[b].kind != KIND_LUT)
                continue;
            struct arch more = base[b];
            for (int step = 0; step < 3; step++) {
                struct cost before = evaluate(&c, &more);
                arch_set(&more, sizes[k], arch_get(&more, sizes[k]) + 1);
                struct cost after = evaluate(&c, &more);
                CU_ASSERT_TRUE(after.total_area > before.total_area);
                CU_ASSERT_TRUE(after.total_leakage > before.total_leakage);
            }
        }
    for (int bits = 2; bits < 16; bits++) { /* wider activations cost more */
        for (int kind = KIND_LUT; kind <= KIND_MULTIPLIER; kind++) {
            struct arch a;
            arch_init(&a);
            a.kind = kind, a.mu = kind == KIND_LUT ? 3 : 1, a.act = ACT_INT2 + bits - 2;
            struct cost narrow = evaluate(&c, &a);
            a.act++;
            CU_ASSERT_TRUE(evaluate(&c, &a).total_area > narrow.total_area);
        }
    }
}

static bool same_counts(const struct arch *x, const struct arch *y)
{
    struct cost_coefficients c = plain();
    struct cost a = evaluate(&c, x), b = evaluate(&c, y);
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Each parameter that changes the hardware changes the model. `interface`, the target clock and max-n where the
 * accumulator's type is given change nothing that is counted. */
static void no_idle_parameter(void)
{
    static const struct {
        enum param param;
        int value;
        const char *why_not; /* NULL: must change something */
    } changes[] = {
        {PARAM_kind, KIND_SIGNFLIP, NULL},       {PARAM_mu, 4, NULL},
        {PARAM_luts, 9, NULL},                   {PARAM_network, NETWORK_CHAIN, NULL},
        {PARAM_network, NETWORK_NAIVE, NULL},    {PARAM_build, BUILD_SEQUENTIAL, NULL},
        {PARAM_half, 0, NULL},                   {PARAM_widths, WIDTHS_UNIFORM, NULL},
        {PARAM_fetchers, 17, NULL},              {PARAM_reuse, 9, NULL},
        {PARAM_cores, 2, NULL},                  {PARAM_lanes, 2, NULL},
        {PARAM_act, ACT_INT8 + 1, NULL},         {PARAM_range, RANGE_SYMMETRIC, NULL},
        {PARAM_acc, ACC_INT2 + 30, NULL},        {PARAM_max_n, 1000000, NULL},
        {PARAM_negate, NEGATE_EARLY, NULL},      {PARAM_encoding, ENCODING_TRIT2, NULL},
        {PARAM_encoding, ENCODING_PACK5, NULL},  {PARAM_pipe_build, 1, NULL},
        {PARAM_pipe_fetch, 2, NULL},             {PARAM_pipe_reduce, 1, NULL},
        {PARAM_overflow, OVERFLOW_SATURATE, NULL}, {PARAM_zero_gate, 1, NULL},
        {PARAM_iface, IFACE_RAW, "names and padding of ports"},
        {PARAM_mhz, 100, "the target clock"},
    };
    struct arch base;
    arch_init(&base);
    base.mu = 4; /* its networks differ */
    base.pipe_fetch = 1;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct arch a = base;
        if (changes[i].param == PARAM_mu)
            a.mu = 3;
        else
            arch_set(&a, changes[i].param, changes[i].value);
        if (changes[i].param == PARAM_kind)
            a.mu = 1;
        bool same = same_counts(&base, &a);
        if (same != (changes[i].why_not != NULL))
            printf("\n    %s=%d\n", param_table[changes[i].param].flag, changes[i].value);
        CU_ASSERT_EQUAL(same, changes[i].why_not != NULL);
    }
    struct arch a = base, b;
    a.build = BUILD_SEQUENTIAL;
    b = a;
    b.build_adders = 3;
    CU_ASSERT_FALSE(same_counts(&a, &b));
    a = base, a.act = ACT_FP16, a.arith = ARITH_ALIGNED, b = a;
    b.window = 24;
    CU_ASSERT_FALSE(same_counts(&a, &b));
    b.arith = ARITH_IEEE, b.window = PARAM_SPECIAL;
    CU_ASSERT_FALSE(same_counts(&a, &b));
    a.window = b.window = 24, b.arith = ARITH_ALIGNED, b.top = 8;
    CU_ASSERT_FALSE(same_counts(&a, &b));
    a = base, a.kind = KIND_MULTIPLIER, a.mu = 1, b = a;
    b.weight_bits = WEIGHT_BITS_2;
    CU_ASSERT_FALSE(same_counts(&a, &b));
}

/* A coefficient ten times as large makes its own term ten times as large and leaves the rest alone. */
static void one_coefficient(void)
{
    struct cost_coefficients c = plain();
    struct arch a;
    arch_init(&a);
    struct cost before = evaluate(&c, &a);
    c.area[AREA_FETCH_BIT] *= 10;
    struct cost after = evaluate(&c, &a);
    /* 16 keys x 8 tables x 13 entries of 10 bits (-384..383 and one more) */
    double term = 16.0 * 8 * 13 * 10 * c.area[AREA_FETCH_BIT] / 10;
    CU_ASSERT_DOUBLE_EQUAL(after.area[COST_FETCH] - before.area[COST_FETCH], 9 * term, 1e-6);
    for (int p = 0; p < COST_PARTS; p++)
        if (p != COST_FETCH)
            CU_ASSERT_EQUAL(after.area[p], before.area[p]);
    CU_ASSERT_EQUAL(after.total_energy, before.total_energy);
    CU_ASSERT_EQUAL(after.period, before.period);
}

/* By hand: mu = 2, L = 2, K = 2, R = 2, int8: per table two sums of 9 bits; entries 9 bits wide. */
static void by_hand(void)
{
    struct cost_coefficients c = {0};
    struct arch a;
    arch_init(&a);
    a.mu = 2, a.luts = 2, a.fetchers = 2, a.reuse = 2;
    c.area[AREA_BUILD_ADD] = 100; /* two tables, two adders each */
    c.area[AREA_BUILD_ADD_BIT] = 1; /* a + b: -256..254, 9 bits; a - b: -255..255, 9 bits */
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_area, 2 * (2 * 100 + 18), 1e-9);
    memset(&c, 0, sizeof c);
    c.area[AREA_RED_ADD] = 1; /* one tree adder a row */
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_area, 2, 1e-9);
    memset(&c, 0, sizeof c);
    c.area[AREA_ACC_STORE] = 1; /* |y| <= 16384 * 128 = 2^21: 23 bits, two rows, two accumulators */
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_area, 2 * 2 * 23, 1e-9);
    memset(&c, 0, sizeof c);
    c.energy[ENERGY_SKID_ACT] = 8; /* 4 activations of 8 bits, one beat of them in two cycles */
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_energy, 8 * 32 / 2.0, 1e-9);
    /* Loads behind buffers, mu = 3: of the three activations, two are read by 4 adders and the last by 8; with 4 rows only
     * that one has more than 16 loads, with 17 rows all 13 entries. One table, a beat of activations in two cycles. */
    a.mu = 3, a.luts = 1, a.fetchers = 4;
    memset(&c, 0, sizeof c);
    c.energy[ENERGY_BUFFER_NODE] = 1;
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_energy, 8 * 8 / 2.0, 1e-9);
    memset(&c, 0, sizeof c);
    c.energy[ENERGY_BUFFER_ENTRY] = 1;
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_energy, 8 * 4 / 2.0, 1e-9);
    a.fetchers = 17;
    CU_ASSERT_DOUBLE_EQUAL(evaluate(&c, &a).total_energy, (3 * 8 + 6 * 9 + 4 * 10) * 17 / 2.0, 1e-9);
}

/* Doubling the clock halves nothing but time: energy a MAC without leakage stays. */
static void figures(void)
{
    struct cost_coefficients c = plain();
    struct cost_figures slow, fast;
    struct arch a;
    struct dims d;
    arch_init(&a);
    struct cost v = evaluate(&c, &a);
    arch_resolve(&a);
    dims_derive(&d, &a);
    v.total_leakage = 0;
    cost_figures(&slow, &v, &d, 100);
    cost_figures(&fast, &v, &d, 200);
    CU_ASSERT_DOUBLE_EQUAL(fast.gmacs, 2 * slow.gmacs, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(fast.pj_per_mac, slow.pj_per_mac, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(slow.gmacs, 0.1 * 16 * 24, 1e-9); /* 16 outputs x 24 activations a cycle */
    CU_ASSERT_DOUBLE_EQUAL(slow.gops, 2 * slow.gmacs, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(slow.key_gbits, 0.1 * 16 * 8 * 5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(slow.tops_per_w, 2 / slow.pj_per_mac, 1e-9); /* 1 TOPS/W = 1 operation a pJ */
}

/* Streams that wait: a sequential build of more steps than key beats, an accumulator with registers. */
static void rates(void)
{
    struct arch a;
    struct dims d;
    double key, act;
    arch_init(&a);
    a.build = BUILD_SEQUENTIAL, a.build_adders = 2, a.mu = 3, a.reuse = 2; /* ten sums by two: 5 steps or more */
    arch_resolve(&a);
    dims_derive(&d, &a);
    cost_rates(&a, &d, &key, &act);
    CU_ASSERT_DOUBLE_EQUAL(act, 1.0 / (d.steps + 1), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(key, 2.0 / (d.steps + 1), 1e-12);
    a.reuse = 64;
    dims_derive(&d, &a);
    cost_rates(&a, &d, &key, &act);
    CU_ASSERT_DOUBLE_EQUAL(key, 1, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(act, 1.0 / 64, 1e-12);
}

static void make_tables(void)
{
    tables = cost_tables_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
}

static void free_tables(void)
{
    cost_tables_free(tables);
}

UNIT_MAIN("cost", {"tables", make_tables}, {"parts make the whole", sums}, {"area grows with every size", grows},
          {"every parameter counts", no_idle_parameter}, {"one coefficient, one term", one_coefficient},
          {"worked by hand", by_hand}, {"figures", figures}, {"rates", rates}, {"free", free_tables})
