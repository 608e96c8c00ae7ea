/* SPDX-License-Identifier: Apache-2.0 */
#include "jobs.h"

#include <stdlib.h>

__extension__ typedef __int128 jobs_int128;

enum { DENSE_MAX_FINDINGS = 10 };

static void jobs_rewind(void *ctx)
{
    struct jobs *j = ctx;
    j->act = j->key = j->result = (struct jobs_at){0};
    j->key_beat = -1;
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
    j->key_beat = at->pass || at->tile || at->r ? j->key_beat + 1 : 0;
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

static void jobs_key_bits(void *ctx, uint32_t *word)
{
    struct jobs *j = ctx;
    j->bits(j->beats, j->key_beat, word);
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
    return (struct drive_source){.ctx = j,
                                 .rewind = jobs_rewind,
                                 .act = jobs_act,
                                 .key = jobs_key,
                                 .key_bits = j->bits ? jobs_key_bits : NULL,
                                 .result = jobs_result,
                                 .locate = jobs_locate};
}

static int64_t sign_extend(uint64_t v, int width)
{
    return width >= 64 ? (int64_t)v : (int64_t)(v << (64 - width)) >> (64 - width);
}

/* Aligned: the number as a word of the window; *special: NaN or infinity. */
static int64_t aligned_word(const struct dims *d, uint32_t x, bool *special)
{
    uint32_t man = x & ((1u << d->man_w) - 1), top = (1u << d->exp_w) - 1, field = x >> d->man_w & top;
    bool e4m3 = d->exp_w == 4;
    *special |= field == top && (!e4m3 || man == 7);
    uint64_t sig = field ? man | 1u << d->man_w : man;
    int shift =
        (field ? (int)field : 1) - ((1 << (d->exp_w - 1)) - 1) - d->man_w - d->lsb_exp; /* in units of the lsb */
    int64_t most = (INT64_C(1) << (d->word_w - 1)) - 1, word = 0;
    if (sig && shift >= 0) {
        word = shift >= d->word_w || (int64_t)sig > most >> shift ? most : (int64_t)(sig << shift);
    } else if (sig && shift > -32) {
        uint64_t half = UINT64_C(1) << (-shift - 1), rest = sig & (2 * half - 1);
        word = (int64_t)(sig >> -shift);
        word += rest > half || (rest == half && word % 2);
    }
    return x >> (d->act_w - 1) ? -word : word;
}

/* sum * 2^exponent as fp32; the compiler's conversion rounds to nearest even, and the rest is exact: results neither
 * overflow nor become subnormal. */
static uint32_t to_fp32(jobs_int128 sum, int exponent)
{
    union {
        float f;
        uint32_t u;
    } v = {.f = (float)sum};
    if (sum != 0)
        v.u += (uint32_t)exponent << 23;
    return v.u;
}

/* A lane's activations as exact words: integers, or fixed point. *special: there is a NaN or an infinity. */
static void dense_words(const struct gemv *g, int64_t lane, int64_t *word, bool *special)
{
    const struct dims *d = g->dims;
    *special = false;
    for (int64_t c = 0; c < g->n; c++) {
        uint32_t x = g->x[lane * g->n + c];
        word[c] = d->act_float ? aligned_word(d, x, special) : sign_extend(x, d->act_w);
    }
}

static int64_t dense_row(const struct gemv *g, const int64_t *word, bool special, int64_t row)
{
    const struct dims *d = g->dims;
    const int8_t *w = g->w + row * g->row_stride;
    if (!d->act_float) { /* at most 2^31 * N: 64 bits do */
        int64_t sum = 0;
        for (int64_t c = 0; c < g->n; c++)
            sum += w[c * g->col_stride] * word[c];
        return sign_extend((uint64_t)sum, d->acc_w);
    }
    jobs_int128 sum = 0;
    for (int64_t c = 0; c < g->n; c++)
        sum += w[c * g->col_stride] * word[c];
    return special ? 0x7fc00000 : to_fp32(sum, d->lsb_exp);
}

bool jobs_has_dense(const struct jobs *j)
{
    const struct arch *a = j->gemv[0].arch;
    const struct dims *d = j->gemv[0].dims;
    if (d->ieee || !j->y)
        return false;
    if (d->acc_w < d->acc_needed_w)
        return !d->aligned && a->overflow != OVERFLOW_SATURATE;
    return !d->aligned || (j->gemv[0].n <= a->max_n && d->lsb_exp >= -126 && d->lsb_exp + d->acc_w <= 127);
}

/* Differences of one vector's results; `found` of earlier ones have been described. */
static int64_t check_lane(const struct gemv *g, int64_t job, int64_t lane, const int64_t *y, int64_t found,
                          int64_t *word, FILE *log)
{
    bool special;
    int64_t wrong = 0;
    dense_words(g, lane, word, &special);
    for (int64_t row = 0; row < g->m; row++) {
        int64_t want = dense_row(g, word, special, row);
        if (want == y[row] || found + wrong++ >= DENSE_MAX_FINDINGS || !log)
            continue;
        fprintf(log,
                g->dims->act_float ? "  job %lld, lane %lld, row %lld: plain sum 0x%llx, core 0x%llx\n"
                                   : "  job %lld, lane %lld, row %lld: plain product %lld, core %lld\n",
                (long long)job, (long long)lane, (long long)row, (long long)want, (long long)y[row]);
    }
    return wrong;
}

int64_t jobs_check_dense(const struct jobs *j, FILE *log)
{
    int64_t wrong = 0;
    for (int64_t job = 0; job < j->count && jobs_has_dense(j); job++) {
        const struct gemv *g = &j->gemv[job];
        int64_t lanes = g->arch->lanes, *word = malloc((size_t)g->n * sizeof *word);
        if (!word)
            return wrong + 1; /* not compared is not right */
        for (int64_t lane = 0; lane < lanes; lane++)
            wrong += check_lane(g, job, lane, j->y + (job * lanes + lane) * g->m, wrong, word, log);
        free(word);
    }
    return wrong;
}
