/* SPDX-License-Identifier: Apache-2.0 */
/* gemv.c -- cuts a GEMV into passes and beats. */
#include "gemv.h"

#include "golden.h"

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t pass_rows(const struct gemv *g)
{
    return (int64_t)g->dims->outputs * g->arch->reuse;
}

void gemv_init(struct gemv *g)
{
    g->passes = ceil_div(g->m, pass_rows(g));
    g->tiles = ceil_div(g->n, g->dims->n);
}

int gemv_group(const struct gemv *g, int64_t pass)
{
    int64_t rows = g->m - pass * pass_rows(g);
    if (rows > pass_rows(g))
        rows = pass_rows(g);
    return (int)ceil_div(rows, g->dims->outputs);
}

void gemv_act_beat(const struct gemv *g, int64_t tile, uint32_t *act)
{
    int n = g->dims->n;
    for (int t = 0; t < g->arch->lanes; t++)
        for (int i = 0; i < n; i++) {
            int64_t col = tile * n + i;
            act[t * n + i] = col < g->n ? g->x[t * g->n + col] : 0;
        }
}

int64_t gemv_row(const struct gemv *g, int64_t pass, int r, int k)
{
    int64_t row = pass * pass_rows(g) + (int64_t)r * g->dims->outputs + k;
    return row < g->m ? row : -1;
}

/* The multiplier's weight -1, 0, +1 as a number of the activation's type. */
static uint32_t wide_weight(const struct dims *d, int weight)
{
    uint32_t mask = d->act_w >= 32 ? UINT32_MAX : (1u << d->act_w) - 1;
    if (!d->act_float)
        return (uint32_t)weight & mask;
    uint32_t one = ((1u << (d->exp_w - 1)) - 1) << d->man_w;
    return weight == 0 ? 0 : weight > 0 ? one : one | 1u << (d->act_w - 1);
}

/* The keys of `count` groups of mu adjacent weights, as golden_key_encode() makes them one by one. mu, half (the
 * entries) and sign_at (the key's sign bit) are constants where this is inlined: the compiler unrolls the inner loop.
 */
static inline __attribute__((always_inline)) void encode_groups(int mu, int half, int sign_at, const int8_t *w,
                                                                int count, uint32_t *key)
{
    for (int l = 0; l < count; l++) {
        int v = 0;
        for (int i = 0; i < mu; i++)
            v = 3 * v + w[l * mu + i];
        key[l] = (uint32_t)(v < 0) << sign_at | (uint32_t)(half - (v < 0 ? -v : v));
    }
}

static void encode_whole(const struct dims *d, const int8_t *w, int count, uint32_t *key)
{
    switch (d->mu) {
    case 1:
        encode_groups(1, 1, 1, w, count, key);
        break;
    case 2:
        encode_groups(2, 4, 3, w, count, key);
        break;
    case 3:
        encode_groups(3, 13, 4, w, count, key);
        break;
    case 4:
        encode_groups(4, 40, 6, w, count, key);
        break;
    case 5:
        encode_groups(5, 121, 7, w, count, key);
        break;
    default:
        encode_groups(6, 364, 9, w, count, key);
        break;
    }
}

/* Any row, with strides, past the matrix (row -1) or its last column: zeros there. */
static void encode_ragged(const struct gemv *g, int64_t row, int64_t first, uint32_t *key)
{
    int mu = g->dims->mu;
    bool wide = g->arch->kind == KIND_MULTIPLIER && g->arch->weight_bits == WEIGHT_BITS_B;
    for (int l = 0; l < g->arch->luts; l++) {
        int8_t group[6] = {0};
        int64_t col = first + (int64_t)l * mu;
        for (int i = 0; i < mu && row >= 0 && col + i < g->n; i++)
            group[i] = g->w[row * g->row_stride + (col + i) * g->col_stride];
        key[l] = wide ? wide_weight(g->dims, group[0]) : golden_key_encode(mu, group);
    }
}

/* A beat reads a few bytes of each of many rows, which lie too far apart for a processor to foresee. */
static void prefetch(const struct gemv *g, int64_t row, int64_t col)
{
#ifdef __GNUC__
    if (row < g->m)
        __builtin_prefetch(g->w + row * g->row_stride + col);
#else
    (void)g, (void)row, (void)col;
#endif
}

enum { PREFETCH_ROWS = 16 };

void gemv_key_beat(const struct gemv *g, int64_t pass, int64_t tile, int r, uint32_t *key)
{
    int luts = g->arch->luts, n = g->dims->n;
    int64_t first = (int64_t)tile * n;
    bool wide = g->arch->kind == KIND_MULTIPLIER && g->arch->weight_bits == WEIGHT_BITS_B;
    bool whole = !wide && g->col_stride == 1 && first + n <= g->n;
    for (int k = 0; k < g->dims->outputs; k++) {
        int64_t row = gemv_row(g, pass, r, k);
        if (whole && row >= 0) {
            prefetch(g, row + PREFETCH_ROWS, first + n - 1);
            encode_whole(g->dims, g->w + row * g->row_stride + first, luts, key + k * luts);
        } else {
            encode_ragged(g, row, first, key + k * luts);
        }
    }
}
