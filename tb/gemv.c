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

void gemv_key_beat(const struct gemv *g, int64_t pass, int64_t tile, int r, uint32_t *key)
{
    int mu = g->dims->mu, luts = g->arch->luts;
    for (int k = 0; k < g->dims->outputs; k++) {
        int64_t row = gemv_row(g, pass, r, k);
        for (int l = 0; l < luts; l++) {
            int8_t group[6] = {0};
            int64_t col = tile * g->dims->n + (int64_t)l * mu;
            for (int i = 0; i < mu && row >= 0 && col + i < g->n; i++)
                group[i] = g->w[row * g->row_stride + (col + i) * g->col_stride];
            bool wide = g->arch->kind == KIND_MULTIPLIER && g->arch->weight_bits == WEIGHT_BITS_B;
            key[k * luts + l] = wide ? wide_weight(g->dims, group[0]) : golden_key_encode(mu, group);
        }
    }
}
