/* SPDX-License-Identifier: Apache-2.0 */
/* dims.c -- derived numbers. Integers only; the reason of each width stands beside it. */
#include "dims.h"

#include <string.h>

int dims_clog2(uint64_t v)
{
    int n = 0;
    while (n < 64 && (UINT64_C(1) << n) < v)
        n++;
    return n;
}

int dims_signed_width(int64_t lo, int64_t hi)
{
    int w = 1;
    while (w < 64 && (lo < -(INT64_C(1) << (w - 1)) || hi > (INT64_C(1) << (w - 1)) - 1))
        w++;
    return w;
}

int dims_act_width(int act)
{
    switch (act) {
    case ACT_FP8_E4M3:
    case ACT_FP8_E5M2:
        return 8;
    case ACT_FP16:
    case ACT_BF16:
        return 16;
    case ACT_FP32:
        return 32;
    default:
        return act - ACT_INT2 + 2;
    }
}

int dims_half_entries(int mu)
{
    int p = 1;
    for (int i = 0; i < mu; i++)
        p *= 3;
    return (p - 1) / 2;
}

static void activation(struct dims *d, const struct arch *a)
{
    d->act_w = dims_act_width(a->act);
    d->act_float = a->act >= ACT_FP8_E4M3;
    if (d->act_float) {
        static const int exp_w[] = {4, 5, 5, 8, 8};
        d->exp_w = exp_w[a->act - ACT_FP8_E4M3];
        d->man_w = d->act_w - 1 - d->exp_w;
        return;
    }
    d->act_max = (INT64_C(1) << (d->act_w - 1)) - 1;
    d->act_min = a->range == RANGE_SYMMETRIC ? -d->act_max : -d->act_max - 1;
}

static void keys(struct dims *d, const struct arch *a)
{
    d->mu = a->kind == KIND_LUT ? a->mu : 1;
    d->n = a->luts * d->mu;
    d->entries = dims_half_entries(d->mu);
    d->stored = a->kind == KIND_LUT && !a->half ? 2 * d->entries : d->entries;
    d->idx_w = dims_clog2((uint64_t)d->entries + 1);
    d->key_w = d->idx_w + 1;
    if (a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B)
        d->key_w = d->act_w;
    d->outputs = a->cores * a->fetchers;
}

/* An entry has p >= 1 weights +1 (its first non-zero is +1) and q weights -1, p + q <= mu; the extremes are p = mu, q = 0
 * below and p = 1, q = mu - 1 above. With the negative half stored, the range is symmetric. */
static void entry_widths(struct dims *d, const struct arch *a, int64_t *lo, int64_t *hi)
{
    *lo = d->mu * d->act_min;
    *hi = d->act_max - (d->mu - 1) * d->act_min;
    int64_t big = -*lo > *hi ? -*lo : *hi;
    if (d->stored > d->entries)
        *lo = -big, *hi = big;
    d->ent_w = dims_signed_width(*lo, *hi);
    int uniform = d->mu - 1 + d->act_w;
    if (a->widths == WIDTHS_UNIFORM && uniform > d->ent_w)
        d->ent_w = uniform;
}

/* Operands and sums of the reduction tree. y is a signed operand, within -big..big. Deferred negation carries x = y or
 * x = ~|y| = y - 1, so a sum of c operands with c - 1 carry-ins spent is (c - 1 times y) + x: no bit more than the sum. */
static void reduction(struct dims *d, const struct arch *a, int64_t lo, int64_t hi)
{
    int64_t big = -lo > hi ? -lo : hi;
    bool deferred = a->negate == NEGATE_DEFERRED && d->stored == d->entries;
    int64_t leaf_lo = deferred ? (-hi - 1 < lo ? -hi - 1 : lo) : -big;
    int64_t leaf_hi = deferred ? (-lo - 1 > hi ? -lo - 1 : hi) : big;

    d->leaf_w = dims_signed_width(leaf_lo, leaf_hi);
    if (d->leaf_w < d->ent_w)
        d->leaf_w = d->ent_w;
    d->levels = dims_clog2((uint64_t)a->luts);
    d->level_w[0] = d->leaf_w;
    for (int i = 1; i <= d->levels; i++) {
        int64_t count = (INT64_C(1) << i) < a->luts ? INT64_C(1) << i : a->luts;
        int w = dims_signed_width((count - 1) * -big + leaf_lo, (count - 1) * big + leaf_hi);
        if (a->widths == WIDTHS_UNIFORM)
            w = d->level_w[i - 1] + 1;
        /* Sums are exact modulo 2^acc_w, and only a saturating accumulator looks at more. */
        if (a->overflow != OVERFLOW_SATURATE && w > d->acc_w)
            w = d->acc_w > d->level_w[i - 1] ? d->acc_w : d->level_w[i - 1];
        d->level_w[i] = w;
    }
    d->sum_w = d->level_w[d->levels];
    d->tile_min = -a->luts * big;
    d->tile_max = a->luts * big;
}

/* -min * -1 reaches one more than max, so the bound is symmetric: |y| <= N * max(|min|, max). */
static void accumulator(struct dims *d, const struct arch *a)
{
    int64_t big = -d->act_min > d->act_max ? -d->act_min : d->act_max;
    d->acc_needed_w = dims_signed_width(-big * a->max_n, big * a->max_n);
    d->acc_w = a->acc >= ACC_INT2 ? a->acc - ACC_INT2 + 2 : d->acc_needed_w;
}

static int64_t to_bytes(const struct arch *a, int64_t bits)
{
    return a->iface == IFACE_AXIS ? (bits + 7) / 8 * 8 : bits;
}

static void streams(struct dims *d, const struct arch *a)
{
    d->res_w = d->acc_w <= 8 ? 8 : d->acc_w <= 16 ? 16 : d->acc_w <= 32 ? 32 : 64;
    int64_t weights = (int64_t)d->outputs * d->n;
    d->act_beat_bits = (int64_t)a->lanes * d->n * d->act_w;
    d->key_beat_bits = a->encoding == ENCODING_TRIT2   ? 2 * weights
                       : a->encoding == ENCODING_PACK5 ? (weights + 4) / 5 * 8
                                                       : (int64_t)d->outputs * a->luts * d->key_w;
    d->key_bits = d->key_w;
    d->res_beat_bits = (int64_t)a->lanes * d->outputs * d->res_w;
    d->act_tdata_w = to_bytes(a, d->act_beat_bits);
    d->key_tdata_w = to_bytes(a, d->key_beat_bits);
    d->res_tdata_w = to_bytes(a, d->res_beat_bits);
}

/* pipe-reduce registers cut the levels + 1 adders of a sum (tree and accumulator) into pipe-reduce + 1 parts as equal as
 * they come; more registers than cuts go where they fall, as plain delay. */
static void pipeline(struct dims *d, const struct arch *a)
{
    d->build_regs = a->kind == KIND_LUT ? a->pipe_build : 0;
    memset(d->reg_after, 0, sizeof d->reg_after);
    d->reg_after[0] = a->pipe_fetch;
    for (int j = 1; j <= a->pipe_reduce; j++)
        d->reg_after[j * (d->levels + 1) / (a->pipe_reduce + 1)]++;
    d->pipe = a->pipe_fetch + a->pipe_reduce;
    /* one cycle to load the activations, one for the result register */
    d->latency = 2 + d->build_regs + d->pipe;
}

void dims_derive(struct dims *d, const struct arch *a)
{
    memset(d, 0, sizeof *d);
    activation(d, a);
    keys(d, a);
    int64_t lo, hi;
    entry_widths(d, a, &lo, &hi);
    accumulator(d, a);
    reduction(d, a, lo, hi);
    streams(d, a);
    pipeline(d, a);
}
