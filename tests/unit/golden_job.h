/* SPDX-License-Identifier: Apache-2.0 */
/* golden_job.h -- a GEMV of floats on the golden model; for the tests that compare it with MPFR. */
#ifndef TLUT_GOLDEN_JOB_H
#define TLUT_GOLDEN_JOB_H

#include "mp_float.h"

#include <stdlib.h>

#include "arch_load.h"
#include "gemv.h"
#include "golden.h"
#include "stim.h"
#include "unit.h"

static uint64_t rng;
static struct lutnet net;

static int pick(int lo, int hi)
{
    return lo + (int)(unit_random(&rng) % (uint64_t)(hi - lo + 1));
}

struct job {
    struct arch arch;
    struct dims dims;
    int m, n;
    int8_t *w;
    uint32_t *x; /* lanes x n */
    int64_t *y;  /* lanes x m */
    unsigned status;
};

static struct mp_format format_of(const struct job *j)
{
    return (struct mp_format){j->dims.exp_w, j->dims.man_w};
}

static struct job job_new(const struct arch *a, int m, int n)
{
    struct job j = {.arch = *a, .m = m, .n = n};
    size_t lanes = (size_t)a->lanes;
    if (!arch_check(a, NULL, NULL))
        CU_FAIL_FATAL("an illegal architecture");
    arch_resolve(&j.arch);
    dims_derive(&j.dims, &j.arch);
    j.w = malloc((size_t)(m * n));
    j.x = malloc(lanes * (size_t)n * sizeof *j.x);
    j.y = malloc(lanes * (size_t)m * sizeof *j.y);
    if (!j.w || !j.x || !j.y)
        abort();
    return j;
}

static void job_free(struct job *j)
{
    free(j->w);
    free(j->x);
    free(j->y);
}

static void run_on(struct golden *g, struct job *j)
{
    const struct dims *d = &j->dims;
    struct gemv gemv = {
        .arch = &j->arch, .dims = d, .m = j->m, .n = j->n, .w = j->w, .row_stride = j->n, .col_stride = 1, .x = j->x};
    gemv_init(&gemv);
    uint32_t *act = malloc((size_t)(j->arch.lanes * d->n) * sizeof *act);
    uint32_t *key = malloc((size_t)(d->outputs * j->arch.luts) * sizeof *key);
    int64_t *res = malloc((size_t)(j->arch.lanes * d->outputs) * sizeof *res);
    for (int64_t p = 0; p < gemv.passes; p++)
        for (int64_t t = 0; t < gemv.tiles; t++) {
            int group = gemv_group(&gemv, p);
            gemv_act_beat(&gemv, t, act);
            golden_act(g, act, t == gemv.tiles - 1);
            for (int r = 0; r < group; r++) {
                bool last;
                gemv_key_beat(&gemv, p, t, r, key);
                bool emits = golden_key(g, key, r == group - 1, res, &last);
                for (int o = 0; emits && o < j->arch.lanes * d->outputs; o++) {
                    int64_t row = gemv_row(&gemv, p, r, o % d->outputs);
                    if (row >= 0)
                        j->y[o / d->outputs * j->m + row] = res[o];
                }
            }
        }
    j->status = golden_status(g);
    free(act), free(key), free(res);
}

static void job_run(struct job *j)
{
    if (!lutnet_build(&net, &j->arch, &j->dims))
        abort();
    struct golden *g = golden_new(&j->arch, &j->dims, &net);
    run_on(g, j);
    golden_free(g);
}

static struct arch float_arch(int act, int arith)
{
    struct arch a;
    arch_init(&a);
    a.act = act, a.arith = arith;
    a.fetchers = 2, a.reuse = 2;
    return a;
}

/* Differences from a table of expected bit patterns; prints the first ones. */
static int compare(const struct job *j, const uint32_t *want, const char *what)
{
    int wrong = 0;
    for (int i = 0; i < j->arch.lanes * j->m; i++) {
        if ((uint32_t)j->y[i] == want[i] && j->y[i] >> 32 == 0)
            continue;
        if (wrong++ < 3)
            printf("\n    %s, %s, N %d, result %d: expected %08x, got %08llx", j->arch.name, what, j->n, i, want[i],
                   (unsigned long long)j->y[i]);
    }
    return wrong;
}

static uint32_t max_finite(const struct job *j)
{
    uint32_t all = (1u << (j->dims.act_w - 1)) - 1;
    return j->dims.exp_w == 4 ? all - 1 : all - (1u << j->dims.man_w);
}

/* Any bit pattern, or numbers of similar size, with few or no NaNs and infinities. */
static void fill_ieee(struct job *j, int style)
{
    uint32_t top = max_finite(j), sign = 1u << (j->dims.act_w - 1);
    uint32_t one = ((1u << (j->dims.exp_w - 1)) - 1) << j->dims.man_w, step = 1u << j->dims.man_w;
    for (int i = 0; i < j->m * j->n; i++)
        j->w[i] = (int8_t)(pick(0, 5) ? 2 * pick(0, 1) - 1 : 0);
    for (int i = 0; i < j->arch.lanes * j->n; i++) {
        uint64_t r = unit_random(&rng);
        uint32_t s = r >> 63 ? sign : 0;
        j->x[i] = style == 0   ? (uint32_t)(r % (2 * (uint64_t)sign))
                  : style == 1 ? (uint32_t)(r % (top + 1)) | s
                  : style == 2 ? (one + (uint32_t)(r % (4 * step)) - 2 * step) | s
                  : style == 3 ? (uint32_t)(r % (2 * step)) | s /* subnormals */
                  : style == 4 ? (top - (uint32_t)(r % (2 * step))) | s
                               : (one + (uint32_t)(r >> 32 & 1)) | s; /* ties */
    }
}

static const struct {
    int kind, weight_bits;
} kinds[] = {{KIND_LUT, WEIGHT_BITS_B},
             {KIND_SIGNFLIP, WEIGHT_BITS_B},
             {KIND_MULTIPLIER, WEIGHT_BITS_2},
             {KIND_MULTIPLIER, WEIGHT_BITS_B}};

#endif
