/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs.h"

enum { DENSE_MAX_FINDINGS = 10 };

static void jobs_rewind(void *ctx)
{
    struct jobs *j = ctx;
    j->act = j->key = j->result = (struct jobs_at){0};
}

static bool jobs_act(void *ctx, uint32_t *act, bool *last)
{
    struct jobs *j = ctx;
    struct jobs_at *at = &j->act;
    if (at->job == j->count)
        return false;
    const struct gemv *g = &j->gemv[at->job];
    if (act)
        gemv_act_beat(g, at->tile, act);
    *last = at->tile == g->tiles - 1;
    if (++at->tile < g->tiles)
        return true;
    at->tile = 0;
    if (++at->pass == g->passes) {
        at->pass = 0;
        at->job++;
    }
    return true;
}

static bool jobs_key(void *ctx, uint32_t *key, bool *last)
{
    struct jobs *j = ctx;
    struct jobs_at *at = &j->key;
    if (at->job == j->count)
        return false;
    const struct gemv *g = &j->gemv[at->job];
    if (key)
        gemv_key_beat(g, at->pass, at->tile, at->r, key);
    *last = at->r == gemv_group(g, at->pass) - 1;
    at->r++;
    if (!*last)
        return true;
    at->r = 0;
    if (++at->tile < g->tiles)
        return true;
    at->tile = 0;
    if (++at->pass == g->passes) {
        at->pass = 0;
        at->job++;
    }
    return true;
}

/* Results come in order: `result` says which beat is next. */
static void jobs_result(void *ctx, int64_t beat, const int64_t *value)
{
    struct jobs *j = ctx;
    struct jobs_at *at = &j->result;
    (void)beat;
    const struct gemv *g = &j->gemv[at->job];
    int lanes = g->arch->lanes, outputs = g->dims->outputs;
    for (int k = 0; k < outputs && j->y; k++) {
        int64_t row = gemv_row(g, at->pass, at->r, k);
        for (int t = 0; t < lanes && row >= 0; t++)
            j->y[(at->job * lanes + t) * g->m + row] = value[t * outputs + k];
    }
    if (++at->r < gemv_group(g, at->pass))
        return;
    at->r = 0;
    if (++at->pass == g->passes) {
        at->pass = 0;
        at->job++;
    }
}

static void jobs_locate(void *ctx, int64_t beat, int k, int64_t *job, int64_t *row)
{
    const struct jobs *j = ctx;
    (void)beat; /* called for the beat that jobs_result() takes next */
    *job = j->result.job;
    *row = *job < j->count ? gemv_row(&j->gemv[*job], j->result.pass, j->result.r, k) : -1;
}

struct drive_source jobs_source(struct jobs *j)
{
    return (struct drive_source){j, jobs_rewind, jobs_act, jobs_key, jobs_result, jobs_locate};
}

static int64_t sign_extend(uint64_t v, int width)
{
    return width >= 64 ? (int64_t)v : (int64_t)(v << (64 - width)) >> (64 - width);
}

int64_t jobs_check_dense(const struct jobs *j, FILE *log)
{
    const struct arch *a = j->gemv[0].arch;
    const struct dims *d = j->gemv[0].dims;
    int64_t wrong = 0;
    bool narrow = d->acc_w < d->acc_needed_w;
    if (d->act_float || !j->y || (narrow && a->overflow == OVERFLOW_SATURATE))
        return 0;
    for (int64_t job = 0; job < j->count; job++) {
        const struct gemv *g = &j->gemv[job];
        for (int64_t i = 0; i < a->lanes * g->m; i++) {
            int64_t lane = i / g->m, row = i % g->m, sum = 0;
            const uint32_t *x = g->x + lane * g->n;
            for (int64_t c = 0; c < g->n; c++)
                sum += g->w[row * g->row_stride + c * g->col_stride] * sign_extend(x[c], d->act_w);
            int64_t want = sign_extend((uint64_t)sum, d->acc_w), got = j->y[job * a->lanes * g->m + i];
            if (want == got)
                continue;
            if (wrong++ < DENSE_MAX_FINDINGS && log)
                fprintf(log, "  job %lld, lane %lld, row %lld: plain product %lld, core %lld\n", (long long)job,
                        (long long)lane, (long long)row, (long long)want, (long long)got);
        }
    }
    return wrong;
}
