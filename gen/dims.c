/* SPDX-License-Identifier: Apache-2.0 */
/* dims.c -- derived numbers. Integers only; the reason of each width stands beside it. */
#include "dims.h"

#include <string.h>

#include "lutnet.h"

int dims_clog2(uint64_t v)
{
    return v <= 1 ? 0 : 64 - __builtin_clzll(v - 1);
}

int dims_signed_width(int64_t lo, int64_t hi)
{
    /* a value >= 0 needs the bits below its leading one and a sign; a negative one, those of its complement */
    uint64_t bits = (uint64_t)(hi < 0 ? ~hi : hi) | (uint64_t)(lo < 0 ? ~lo : lo);
    return bits ? 65 - __builtin_clzll(bits) : 1;
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

static int exp_width(int act)
{
    static const int width[] = {4, 5, 5, 8, 8}; /* fp8_e4m3, fp8_e5m2, fp16, bf16, fp32 */
    return act >= ACT_FP8_E4M3 ? width[act - ACT_FP8_E4M3] : 0;
}

/* The exact window of an aligned type spans its smallest subnormal to its largest exponent, and a sign. bf16 has no
 * usable exact one (262 bits): its default is 32 bits with top 15, see docs/fp.md. */
void dims_window(struct dims_window *w, const struct arch *a)
{
    bool e4m3 = a->act == ACT_FP8_E4M3, bf16 = a->act == ACT_BF16;
    int exp_w = exp_width(a->act), man_w = dims_act_width(a->act) - 1 - exp_w, bias = (1 << (exp_w - 1)) - 1;
    w->normal = 1 - bias;
    w->smallest = w->normal - man_w;
    w->largest = e4m3 ? bias + 1 : bias; /* e4m3 uses the largest exponent for numbers */
    w->top = a->top != PARAM_SPECIAL ? a->top : bf16 ? 15 : w->largest;
    w->width = a->window != PARAM_SPECIAL ? a->window : bf16 ? 32 : w->top - w->smallest + 2;
}

static void activation(struct dims *d, const struct arch *a)
{
    enum arith arith = arch_arith(a);
    d->act_w = dims_act_width(a->act);
    d->act_float = a->act >= ACT_FP8_E4M3;
    d->ieee = arith == ARITH_IEEE;
    d->aligned = arith == ARITH_ALIGNED;
    d->word_w = d->act_w;
    if (d->act_float) {
        d->exp_w = exp_width(a->act);
        d->man_w = d->act_w - 1 - d->exp_w;
    }
    if (d->aligned) {
        struct dims_window w;
        dims_window(&w, a);
        d->word_w = w.width;
        d->window_top = w.top;
        d->lsb_exp = w.top - (w.width - 2);
    }
    if (d->ieee)
        return;
    d->act_max = (INT64_C(1) << (d->word_w - 1)) - 1; /* the most negative window word never occurs */
    d->act_min = d->aligned || a->range == RANGE_SYMMETRIC ? -d->act_max : -d->act_max - 1;
}

/* The multiplier core whose weights are as wide as the activations. */
static bool full_weights(const struct arch *a)
{
    return a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
}

static void keys(struct dims *d, const struct arch *a)
{
    d->mu = a->kind == KIND_LUT ? a->mu : 1;
    d->n = a->luts * d->mu;
    d->entries = dims_half_entries(d->mu);
    d->stored = a->kind == KIND_LUT && !a->half ? 2 * d->entries : d->entries;
    d->idx_w = dims_clog2((uint64_t)d->entries + 1);
    d->key_w = full_weights(a) ? d->act_w : d->idx_w + 1;
    d->outputs = a->cores * a->fetchers;
}

/* An entry has p >= 1 weights +1 (its first non-zero is +1) and q weights -1, p + q <= mu; the extremes are p = mu, q =
 * 0 below and p = 1, q = mu - 1 above. With the negative half stored, the range is symmetric. */
static void entry_widths(struct dims *d, const struct arch *a, int64_t *lo, int64_t *hi)
{
    *lo = d->mu * d->act_min;
    *hi = d->act_max - (d->mu - 1) * d->act_min;
    int64_t big = -*lo > *hi ? -*lo : *hi;
    if (d->stored > d->entries)
        *lo = -big, *hi = big;
    d->ent_w = dims_signed_width(*lo, *hi);
    int uniform = d->mu - 1 + d->word_w;
    if (a->widths == WIDTHS_UNIFORM && uniform > d->ent_w)
        d->ent_w = uniform;
}

/* The largest magnitude of one signed operand of the sum: an entry, or a product. An integer b x b multiplier reaches
 * min * min; a float product is aligned to the window like an activation. */
static int64_t largest_operand(const struct dims *d, const struct arch *a)
{
    int64_t big = -d->act_min > d->act_max ? -d->act_min : d->act_max;
    return full_weights(a) && !d->act_float ? big * -d->act_min : d->mu * big;
}

/* Operands and sums of the reduction tree. y is a signed operand, within -big..big. Deferred negation carries x = y or
 * x = ~|y| = y - 1, so a sum of c operands with c - 1 carry-ins spent is (c - 1 times y) + x: no bit more than the sum.
 */
static void reduction(struct dims *d, const struct arch *a, int64_t lo, int64_t hi)
{
    int64_t big = largest_operand(d, a);
    bool deferred = a->negate == NEGATE_DEFERRED && d->stored == d->entries && a->kind != KIND_MULTIPLIER;
    int64_t leaf_lo = deferred ? (-hi - 1 < lo ? -hi - 1 : lo) : -big;
    int64_t leaf_hi = deferred ? (-lo - 1 > hi ? -lo - 1 : hi) : big;

    d->leaf_w = dims_signed_width(leaf_lo, leaf_hi);
    if (d->leaf_w < d->ent_w)
        d->leaf_w = d->ent_w;
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
    d->tile_min = -a->luts * big;
    d->tile_max = a->luts * big;
}

/* Bits of the product of two positive numbers below 2^48 and 2^32, which may have more than 64. */
static int product_width(int64_t x, int64_t y)
{
    int64_t high = (x >> 24) * y + ((x & 0xffffff) * y >> 24);
    return high > 0 ? 24 + dims_clog2((uint64_t)high + 1) : dims_clog2((uint64_t)(x * y) + 1);
}

/* -min * -1 reaches one more than max, so the bound is symmetric: |y| <= N * max(|min|, max). */
static void accumulator(struct dims *d, const struct arch *a)
{
    d->acc_needed_w = product_width(largest_operand(d, a) / d->mu, a->max_n) + 1;
    d->acc_w = a->acc >= ACC_INT2               ? a->acc - ACC_INT2 + 2
               : d->acc_needed_w > DIMS_MAX_ACC ? DIMS_MAX_ACC
                                                : d->acc_needed_w;
}

/* ieee: entries and sums in the activation's format, accumulators in their own. */
static void float_widths(struct dims *d, const struct arch *a)
{
    static const int exp_w[] = {[ACC_AUTO] = 8, [ACC_FP16] = 5, [ACC_BF16] = 8, [ACC_FP32] = 8};
    static const int acc_w[] = {[ACC_AUTO] = 32, [ACC_FP16] = 16, [ACC_BF16] = 16, [ACC_FP32] = 32};
    d->ent_w = d->leaf_w = d->act_w;
    for (int i = 0; i <= d->levels; i++)
        d->level_w[i] = d->act_w;
    int acc = a->acc <= ACC_FP32 ? a->acc : ACC_FP32;
    d->acc_exp_w = exp_w[acc];
    d->acc_w = d->acc_needed_w = acc_w[acc];
    d->acc_man_w = d->acc_w - 1 - d->acc_exp_w;
}

static int64_t to_bytes(const struct arch *a, int64_t bits)
{
    return a->iface == IFACE_AXIS ? (bits + 7) / 8 * 8 : bits;
}

static void streams(struct dims *d, const struct arch *a)
{
    d->res_w = d->aligned ? 32 : d->acc_w <= 8 ? 8 : d->acc_w <= 16 ? 16 : d->acc_w <= 32 ? 32 : 64;
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

/* pipe-reduce registers cut the levels + 1 adders of a sum (tree and accumulator) into pipe-reduce + 1 parts as equal
 * as they come; more registers than cuts go where they fall, as plain delay. Floating-point adders take their registers
 * inside: the first adders get the odd ones, so that the accumulator gets its first register only when every adder has
 * one. */
static void pipeline(struct dims *d, const struct arch *a)
{
    int adders = d->levels + 1, regs = a->pipe_reduce;
    d->build_regs = a->kind == KIND_LUT ? a->pipe_build : 0;
    d->reg_after[0] = a->pipe_fetch;
    d->pipe = a->pipe_fetch + regs;
    for (int j = 1; !d->ieee && j <= regs; j++)
        d->reg_after[j * adders / (regs + 1)]++;
    for (int v = 1; d->ieee && v <= d->levels; v++)
        d->reg_after[v] = (v * regs + adders - 1) / adders - ((v - 1) * regs + adders - 1) / adders;
    if (d->ieee)
        d->acc_regs = regs - (d->levels * regs + adders - 1) / adders;
    d->pipe -= d->acc_regs;
    if (a->kind == KIND_LUT && a->build == BUILD_SEQUENTIAL)
        d->steps = lutnet_steps(d->mu, a->network, a->build_adders, d->build_regs);
    /* one cycle to load the activations, one for the result register; a sequential build and its hand-over */
    d->latency = 2 + d->pipe + d->acc_regs + (d->steps > 0 ? d->steps + 1 : d->build_regs);
}

int dims_table_period(const struct dims *d)
{
    return d->steps + 1;
}

void dims_derive(struct dims *d, const struct arch *a)
{
    memset(d, 0, sizeof *d);
    activation(d, a);
    keys(d, a);
    d->levels = dims_clog2((uint64_t)a->luts);
    if (d->ieee) {
        float_widths(d, a);
    } else {
        int64_t lo, hi;
        entry_widths(d, a, &lo, &hi);
        accumulator(d, a);
        reduction(d, a, lo, hi);
    }
    d->sum_w = d->level_w[d->levels];
    streams(d, a);
    pipeline(d, a);
}
