/* SPDX-License-Identifier: Apache-2.0 */
#include "golden_num.h"

#include <stdlib.h>

#include "golden.h"

static struct fp_format format(int exp_w, int man_w, bool e4m3)
{
    return (struct fp_format){exp_w, man_w, e4m3 ? FP_E4M3 : FP_IEEE};
}

/* Short keys in twos read the sum of two tables at once. That is a matter of speed alone: worth it if more rows read the
 * pairs than there are pairs of keys. ieee adds in another order. */
static bool pays_off(const struct arch *a, const struct dims *d)
{
    return !d->ieee && d->key_w <= 4 && d->outputs * a->reuse >= 2 << 2 * d->key_w;
}

bool num_init(struct num *v, const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    size_t tables = (size_t)(a->lanes * a->luts);
    *v = (struct num){.arch = a, .dims = d, .net = net};
    v->act = format(d->exp_w, d->man_w, a->act == ACT_FP8_E4M3);
    v->acc = format(d->acc_exp_w, d->acc_man_w, false);
    if (a->kind != KIND_MULTIPLIER)
        v->operand = calloc(tables << d->key_w, sizeof *v->operand);
    if (v->operand && pays_off(a, d))
        v->pair = calloc((size_t)a->lanes * (size_t)(a->luts / 2) << 2 * d->key_w, sizeof *v->pair);
    v->word = calloc(tables * (size_t)d->mu, sizeof *v->word);
    v->node = calloc((size_t)(net->nodes > a->luts ? net->nodes : a->luts), sizeof *v->node);
    return (v->operand || a->kind == KIND_MULTIPLIER) && v->word && v->node;
}

void num_release(struct num *v)
{
    free(v->operand);
    free(v->pair);
    free(v->word);
    free(v->node);
}

static int64_t sign_extend(uint64_t v, int width)
{
    return (int64_t)(v << (64 - width)) >> (64 - width);
}

static bool full_weights(const struct num *v)
{
    return v->arch->kind == KIND_MULTIPLIER && v->arch->weight_bits == WEIGHT_BITS_B;
}

static unsigned fixed_status(struct fp_fixed f)
{
    return (f.nan ? STATUS_NAN : 0u) | (f.inf ? STATUS_INF : 0u) | (f.saturated ? STATUS_SATURATED : 0u);
}

static struct fp_fixed to_fixed(const struct num *v, uint32_t a)
{
    return fp_to_fixed(&v->act, a, (struct fp_window){v->dims->word_w, v->dims->window_top});
}

static int64_t add(const struct num *v, int64_t a, int64_t b)
{
    return v->dims->ieee ? fp_add(&v->act, (uint32_t)a, (uint32_t)b) : a + b;
}

static int64_t negate(const struct num *v, int64_t a)
{
    return v->dims->ieee ? fp_neg(&v->act, (uint32_t)a) : -a;
}

/* One table: replays the network, then spreads the entries over the keys that read them. An index that names no entry reads
 * as zero; in ieee its sign still applies, as it does in the RTL. */
static void build_table(struct num *v, const int64_t *word, int64_t *operand)
{
    const struct lutnet *net = v->net;
    int64_t *x = v->node;
    for (int i = 0; i < net->nodes; i++) {
        const struct lutnet_node *n = &net->node[net->order[i]];
        x[net->order[i]] = n->op == LUTNET_INPUT ? word[n->a]
                           : n->op == LUTNET_ADD ? add(v, x[n->a], x[n->b])
                           : n->op == LUTNET_SUB ? add(v, x[n->a], negate(v, x[n->b]))
                                                 : negate(v, x[n->a]);
    }
    bool whole = net->stored > net->entries;
    int negative = 1 << v->dims->idx_w;
    for (int j = 0; j < negative; j++) {
        bool entry = j < net->entries;
        operand[j] = entry ? x[j] : 0;
        operand[negative + j] = entry && whole ? x[net->entries + j] : whole ? 0 : negate(v, operand[j]);
    }
}

/* The tables 2p and 2p + 1 of a lane, added up for each two keys. */
static void build_pairs(struct num *v)
{
    int half = v->arch->luts / 2, key_w = v->dims->key_w, keys = 1 << key_w;
    for (int t = 0; t < v->arch->lanes; t++)
        for (int p = 0; p < half; p++) {
            const int64_t *first = v->operand + ((size_t)(t * v->arch->luts + 2 * p) << key_w), *second = first + keys;
            int64_t *sum = v->pair + ((size_t)(t * half + p) << 2 * key_w);
            for (int j = 0; j < keys; j++)
                for (int i = 0; i < keys; i++)
                    *sum++ = first[i] + second[j];
        }
}

unsigned num_load(struct num *v, const uint32_t *act, bool *bad)
{
    const struct dims *d = v->dims;
    unsigned status = 0;
    for (int i = 0; i < v->arch->lanes * d->n; i++) {
        struct fp_fixed f = {0};
        if (d->aligned)
            f = to_fixed(v, act[i]);
        unsigned s = fixed_status(f);
        status |= s;
        bad[i / d->n] |= (s & (STATUS_NAN | STATUS_INF)) != 0;
        v->word[i] = d->ieee || (d->aligned && full_weights(v)) ? act[i]
                     : d->aligned                                ? (int64_t)f.word
                                                                 : sign_extend(act[i], d->act_w);
    }
    for (int t = 0; v->operand && t < v->arch->lanes * v->arch->luts; t++)
        build_table(v, v->word + t * d->mu, v->operand + ((size_t)t << d->key_w));
    if (v->pair)
        build_pairs(v);
    return status;
}

/* A weight of the multiplier as a number of the activation's type. */
static int64_t dequantize(const struct num *v, uint32_t key)
{
    if (full_weights(v))
        return v->dims->act_float ? key : sign_extend(key, v->dims->key_w);
    int w = key & 1 ? 0 : key >> 1 ? -1 : 1;
    if (!v->dims->ieee)
        return w;
    uint32_t one = (uint32_t)fp_bias(&v->act) << v->act.man_w;
    return w == 0 ? 0 : w > 0 ? one : fp_neg(&v->act, one);
}

static int64_t multiply(const struct num *v, int64_t word, uint32_t key, unsigned *status)
{
    int64_t w = dequantize(v, key);
    if (v->dims->ieee)
        return fp_mul(&v->act, (uint32_t)word, (uint32_t)w);
    if (!v->dims->aligned || !full_weights(v))
        return word * w;
    struct fp_fixed f = to_fixed(v, fp_mul(&v->act, (uint32_t)word, (uint32_t)w));
    *status |= fixed_status(f);
    return (int64_t)f.word;
}

/* ieee: a balanced tree, neighbours first, an odd one passes on. */
static int64_t tree_sum(const struct num *v, int64_t *x, int count)
{
    for (; count > 1; count = (count + 1) / 2)
        for (int i = 0; i < (count + 1) / 2; i++)
            x[i] = 2 * i + 1 < count ? add(v, x[2 * i], x[2 * i + 1]) : x[2 * i];
    return x[0];
}

int64_t num_row(struct num *v, int lane, const uint32_t *key, unsigned *status)
{
    int luts = v->arch->luts, key_w = v->dims->key_w;
    const int64_t *table = v->operand ? v->operand + ((size_t)(lane * luts) << key_w) : NULL;
    const int64_t *word = v->word + lane * v->dims->n;
    if (table && !v->dims->ieee) {
        int64_t sum = 0;
        int l = 0;
        if (v->pair) {
            const int64_t *pair = v->pair + ((size_t)(lane * (luts / 2)) << 2 * key_w);
            for (; l + 1 < luts; l += 2, pair += (size_t)1 << 2 * key_w)
                sum += pair[key[l] | key[l + 1] << key_w];
            table += (size_t)l << key_w;
        }
        for (; l < luts; l++, table += (size_t)1 << key_w)
            sum += table[key[l]];
        return sum;
    }
    for (int l = 0; l < luts; l++)
        v->node[l] = table ? table[((size_t)l << key_w) + key[l]] : multiply(v, word[l], key[l], status);
    if (v->dims->ieee)
        return tree_sum(v, v->node, luts);
    int64_t sum = 0;
    for (int l = 0; l < luts; l++)
        sum += v->node[l];
    return sum;
}

int64_t num_accumulate(const struct num *v, int64_t old, int64_t sum, unsigned *status)
{
    const struct dims *d = v->dims;
    if (d->ieee)
        return fp_add(&v->acc, (uint32_t)old, fp_convert(&v->act, &v->acc, (uint32_t)sum));
    fp_int128 exact = (fp_int128)old + sum;
    int64_t wrapped = sign_extend((uint64_t)exact, d->acc_w);
    if (exact == wrapped || v->arch->overflow != OVERFLOW_SATURATE)
        return wrapped;
    *status |= STATUS_SATURATED;
    int64_t max = (int64_t)(UINT64_MAX >> (65 - d->acc_w));
    return exact > 0 ? max : -max - 1;
}

int64_t num_result(const struct num *v, int64_t acc, bool bad, unsigned *status)
{
    const struct dims *d = v->dims;
    if (d->aligned)
        return bad ? fp_nan(&fp_fp32) : fp_from_fixed(acc, d->lsb_exp);
    if (d->ieee)
        *status |= fp_is_nan(&v->acc, (uint32_t)acc)   ? STATUS_NAN
                   : fp_is_inf(&v->acc, (uint32_t)acc) ? STATUS_INF
                                                       : 0u;
    return acc;
}
