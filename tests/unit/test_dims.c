/* SPDX-License-Identifier: Apache-2.0 */
/* Every derived number against brute force or against a figure computed by hand. */
#include "dims.h"

#include "unit.h"

static struct dims derive(struct arch *a)
{
    struct dims d;
    dims_derive(&d, a);
    return d;
}

static void test_clog2(void)
{
    CU_ASSERT_EQUAL(dims_clog2(1), 0);
    for (uint64_t v = 2; v < 5000; v++) {
        int n = dims_clog2(v);
        CU_ASSERT((UINT64_C(1) << n) >= v && (UINT64_C(1) << (n - 1)) < v);
    }
    for (int n = 1; n < 63; n++) {
        CU_ASSERT_EQUAL(dims_clog2(UINT64_C(1) << n), n);
        CU_ASSERT_EQUAL(dims_clog2((UINT64_C(1) << n) + 1), n + 1);
    }
}

static void test_signed_width(void)
{
    for (int64_t v = -600; v <= 600; v++) {
        int w = 1;
        while (v < -(1 << (w - 1)) || v >= 1 << (w - 1))
            w++;
        CU_ASSERT_EQUAL(dims_signed_width(v, v), w);
    }
    for (int n = 1; n < 62; n++) { /* exactly 2^n needs one bit more than 2^n - 1 */
        CU_ASSERT_EQUAL(dims_signed_width(0, (INT64_C(1) << n) - 1), n + 1);
        CU_ASSERT_EQUAL(dims_signed_width(0, INT64_C(1) << n), n + 2);
        CU_ASSERT_EQUAL(dims_signed_width(-(INT64_C(1) << n), 0), n + 1);
    }
}

/* INT8, N = 256, activations -128, weights -1: +32768 needs 17 bits. */
static void test_accumulator_exact_power(void)
{
    struct arch a;
    arch_init(&a);
    a.max_n = 256;
    CU_ASSERT_EQUAL(derive(&a).acc_needed_w, 17);
    a.range = RANGE_SYMMETRIC;
    CU_ASSERT_EQUAL(derive(&a).acc_needed_w, 16);
    a.act = ACT_INT2 + 2;
    a.range = RANGE_FULL;
    a.max_n = 4096;
    CU_ASSERT_EQUAL(derive(&a).acc_needed_w, 17);
}

/* The widths published for INT8: entry exact 8 9 10 10 11 11, uniform mu + 7, key 2 4 5 7 8 10. */
static void test_entry_and_key_widths(void)
{
    static const int entry[] = {8, 9, 10, 10, 11, 11}, key[] = {2, 4, 5, 7, 8, 10};
    struct arch a;
    arch_init(&a);
    for (a.mu = 1; a.mu <= 6; a.mu++) {
        a.widths = WIDTHS_EXACT;
        CU_ASSERT_EQUAL(derive(&a).ent_w, entry[a.mu - 1]);
        CU_ASSERT_EQUAL(derive(&a).key_w, key[a.mu - 1]);
        CU_ASSERT_EQUAL(derive(&a).leaf_w, entry[a.mu - 1]); /* XOR needs no further bit */
        a.widths = WIDTHS_UNIFORM;
        CU_ASSERT_EQUAL(derive(&a).ent_w, a.mu + 7);
    }
}

/* Brute force over all signs and extreme activations: every sum of the tree fits its level, deferred and early. */
static void check_levels(struct arch *a)
{
    struct dims d = derive(a);
    int64_t big = d.mu * -d.act_min; /* magnitude of a signed operand */
    bool deferred = a->negate == NEGATE_DEFERRED && a->half;
    for (int v = 0; v <= d.levels; v++) {
        int count = 1 << v < a->luts ? 1 << v : a->luts;
        int64_t hi = count * big, lo = -count * big - deferred; /* one +1 may still be owed */
        if (deferred && hi > 0)
            hi = (count - 1) * big + (big - 1);
        if (d.level_w[v] < d.acc_w)
            CU_ASSERT(dims_signed_width(lo + deferred, hi) <= d.level_w[v]);
        CU_ASSERT(v == 0 || d.level_w[v] >= d.level_w[v - 1]);
    }
}

static void test_level_widths(void)
{
    struct arch a;
    arch_init(&a);
    for (a.negate = 0; a.negate < 2; a.negate++)
        for (a.half = 0; a.half < 2; a.half++)
            for (a.act = ACT_INT2; a.act <= ACT_INT16; a.act++)
                for (a.mu = 1; a.mu <= 6; a.mu++)
                    for (a.luts = 1; a.luts <= 256; a.luts += a.luts < 20 ? 1 : 17)
                        check_levels(&a);
}

/* All registers that were asked for are somewhere, and none in a place that does not exist. */
static void test_pipeline_registers(void)
{
    struct arch a;
    arch_init(&a);
    for (a.luts = 1; a.luts <= 256; a.luts++)
        for (a.pipe_reduce = 0; a.pipe_reduce <= 8; a.pipe_reduce++)
            for (a.pipe_fetch = 0; a.pipe_fetch <= 8; a.pipe_fetch += 4) {
                struct dims d = derive(&a);
                int sum = 0;
                for (int v = 0; v <= d.levels; v++)
                    sum += d.reg_after[v];
                CU_ASSERT_EQUAL(sum, a.pipe_reduce + a.pipe_fetch);
                CU_ASSERT_EQUAL(d.latency, 2 + sum);
            }
}

static void test_streams(void)
{
    struct arch a;
    arch_init(&a);
    a.act = ACT_INT2 + 2, a.luts = 5, a.mu = 1, a.fetchers = 3;
    struct dims d = derive(&a);
    CU_ASSERT_EQUAL(d.act_beat_bits, 20);
    CU_ASSERT_EQUAL(d.act_tdata_w, 24);
    CU_ASSERT_EQUAL(d.key_beat_bits, 30);
    CU_ASSERT_EQUAL(d.key_tdata_w, 32);
    a.iface = IFACE_RAW;
    CU_ASSERT_EQUAL(derive(&a).key_tdata_w, 30);
}

UNIT_MAIN("dims", {"ceil log2", test_clog2}, {"signed width", test_signed_width},
          {"accumulator maximum exactly a power of two", test_accumulator_exact_power},
          {"published widths", test_entry_and_key_widths}, {"tree widths", test_level_widths},
          {"pipeline registers", test_pipeline_registers}, {"stream widths", test_streams})
