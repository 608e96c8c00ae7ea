/* SPDX-License-Identifier: Apache-2.0 */
/* The closed form against the cycle model, and the cycle model against the rules of the streams. */
#include "schedule.h"

#include "unit.h"

static uint64_t rng;

static int pick(int lo, int hi)
{
    return lo + (int)(unit_random(&rng) % (uint64_t)(hi - lo + 1));
}

/* Plays a host that never stalls, or stalls with probability gap/100, and counts cycles. */
static int64_t play(const struct arch *a, const struct dims *d, int64_t m, int64_t n, int jobs, int gap, int64_t *results)
{
    struct cycle_model *c = cycle_new(a, d);
    int64_t tiles = (n + d->n - 1) / d->n, beats = (m + d->outputs - 1) / d->outputs;
    int64_t passes = (beats + a->reuse - 1) / a->reuse;
    int64_t act_left = tiles * passes * jobs, act_tile = 0;
    int64_t pass = 0, tile = 0, beat = 0, want = beats * jobs, cycles = 0, got = 0;
    bool started = false, act_on = false, key_on = false, res_was = false;
    for (int64_t guard = 0; got < want && guard < 1000000; guard++) {
        int64_t group = pass % passes == passes - 1 ? beats - (passes - 1) * a->reuse : a->reuse;
        bool keys_left = pass < passes * jobs;
        act_on = act_left > 0 && (act_on || pick(0, 99) >= gap);
        key_on = keys_left && (key_on || pick(0, 99) >= gap);
        struct cycle_in in = {act_on, act_tile == tiles - 1, key_on, beat == group - 1, pick(0, 99) >= gap};
        struct cycle_out out;
        cycle_outputs(c, &out);
        CU_ASSERT(!res_was || out.res_valid); /* VALID stays until READY */
        res_was = out.res_valid && !in.res_ready;
        started = started || (in.act_valid && out.act_ready);
        cycles += started;
        if (in.act_valid && out.act_ready) {
            act_on = false, act_left--;
            act_tile = (act_tile + 1) % tiles;
        }
        if (in.key_valid && out.key_ready) {
            key_on = false;
            if (++beat == group) {
                beat = 0;
                if (++tile == tiles)
                    tile = 0, pass++;
            }
        }
        got += out.res_valid && in.res_ready;
        cycle_clock(c, &in);
    }
    *results = got;
    cycle_free(c);
    return cycles;
}

static void random_arch(struct arch *a)
{
    arch_init(a);
    a->mu = pick(1, 4), a->luts = pick(1, 8), a->fetchers = pick(1, 6), a->reuse = pick(1, 6);
    a->pipe_build = pick(0, 3), a->pipe_fetch = pick(0, 3), a->pipe_reduce = pick(0, 8);
    if (pick(0, 1))
        a->act = ACT_FP16;
    if (pick(0, 1) && a->mu > 1)
        a->build = BUILD_SEQUENTIAL, a->build_adders = pick(1, 3);
}

static void test_closed_form(void)
{
    rng = unit_seed();
    for (int i = 0; i < 3000; i++) {
        struct arch a;
        struct dims d;
        struct schedule s;
        int64_t results, m = pick(1, 50), n = pick(1, 90);
        int jobs = pick(1, 3);
        random_arch(&a);
        dims_derive(&d, &a);
        schedule_gemv(&s, &a, &d, m, n, jobs);
        CU_ASSERT_EQUAL(play(&a, &d, m, n, jobs, 0, &results), s.cycles);
        CU_ASSERT_EQUAL(results, s.result_beats);
        CU_ASSERT_EQUAL(s.cycles, s.key_beats + s.latency + s.stalls);
    }
}

/* Gaps never make a job faster, never lose a result, never hang. */
static void test_gaps(void)
{
    rng = unit_seed();
    for (int i = 0; i < 1000; i++) {
        struct arch a;
        struct dims d;
        struct schedule s;
        int64_t results, m = pick(1, 30), n = pick(1, 40);
        random_arch(&a);
        dims_derive(&d, &a);
        schedule_gemv(&s, &a, &d, m, n, 2);
        CU_ASSERT(play(&a, &d, m, n, 2, pick(1, 95), &results) >= s.cycles);
        CU_ASSERT_EQUAL(results, s.result_beats);
    }
}

/* attn_output of BitNet b1.58 2B-4T on mu = 3, L = 16, K = 32, R = 8: ceil(2560/48) * ceil(2560/32) plus the latency. */
static void test_known_layer(void)
{
    struct arch a;
    struct dims d;
    struct schedule s;
    arch_init(&a);
    a.luts = 16, a.fetchers = 32, a.reuse = 8;
    dims_derive(&d, &a);
    schedule_gemv(&s, &a, &d, 2560, 2560, 1);
    CU_ASSERT_EQUAL(s.key_beats, 54 * 80);
    CU_ASSERT_EQUAL(s.cycles, 54 * 80 + 2);
    CU_ASSERT_EQUAL(s.macs, 2560 * 2560);
}

UNIT_MAIN("schedule", {"closed form", test_closed_form}, {"gaps", test_gaps}, {"a known layer", test_known_layer})
