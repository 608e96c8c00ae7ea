/* SPDX-License-Identifier: Apache-2.0 */
/* golden.c -- beat sequencing and integer arithmetic of the golden model. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

struct golden {
    struct arch arch;
    struct dims dims;
    const struct lutnet *net;
    unsigned status;
    bool first, last;    /* the group in hand is the first / last of its pass */
    int beat, group;     /* key beat within the group; beats of the pass's first group */
    int32_t *signed_entry; /* T x L x 2^key_w: the operand that a key reads, sign applied, illegal keys 0 */
    int64_t *node;       /* scratch: node values of one table */
    int64_t *acc;        /* T x outputs x R */
};

struct golden *golden_new(const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    struct golden *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->arch = *a;
    g->dims = *d;
    g->net = net;
    g->signed_entry = calloc((size_t)(a->lanes * a->luts) << d->key_w, sizeof *g->signed_entry);
    g->node = calloc((size_t)net->nodes, sizeof *g->node);
    g->acc = calloc((size_t)(a->lanes * d->outputs * a->reuse), sizeof *g->acc);
    if (!g->signed_entry || !g->node || !g->acc) {
        golden_free(g);
        return NULL;
    }
    golden_reset(g);
    return g;
}

void golden_free(struct golden *g)
{
    if (!g)
        return;
    free(g->signed_entry);
    free(g->node);
    free(g->acc);
    free(g);
}

void golden_reset(struct golden *g)
{
    g->status = 0;
    g->first = true;
    g->beat = 0;
}

uint32_t golden_key_encode(int mu, const int8_t *weight)
{
    int v = 0;
    for (int i = 0; i < mu; i++)
        v = 3 * v + weight[i];
    int half = dims_half_entries(mu), sign = v < 0;
    return (uint32_t)sign << dims_clog2((uint64_t)half + 1) | (uint32_t)(half - abs(v));
}

static int64_t sign_extend(uint64_t v, int width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return width == 64 ? (int64_t)v : (int64_t)(((v & (sign * 2 - 1)) ^ sign) - sign);
}

/* One table: replays the network, then spreads the entries over the keys that read them. */
static void build_table(struct golden *g, const uint32_t *act, int32_t *signed_entry)
{
    const struct lutnet *net = g->net;
    int64_t *v = g->node;
    for (int i = 0; i < net->nodes; i++) {
        const struct lutnet_node *n = &net->node[net->order[i]];
        int64_t r = 0;
        switch (n->op) {
        case LUTNET_INPUT:
            r = sign_extend(act[n->a], g->dims.act_w);
            break;
        case LUTNET_ADD:
            r = v[n->a] + v[n->b];
            break;
        case LUTNET_SUB:
            r = v[n->a] - v[n->b];
            break;
        case LUTNET_NEG:
            r = -v[n->a];
            break;
        }
        v[net->order[i]] = r;
    }
    int negative = 1 << g->dims.idx_w;
    for (int j = 0; j < net->entries; j++) {
        signed_entry[j] = (int32_t)v[j];
        signed_entry[negative + j] = (int32_t)(net->stored > net->entries ? v[net->entries + j] : -v[j]);
    }
}

void golden_act(struct golden *g, const uint32_t *act, bool last)
{
    int tables = g->arch.lanes * g->arch.luts;
    for (int t = 0; t < tables; t++)
        build_table(g, act + t * g->dims.mu, g->signed_entry + ((size_t)t << g->dims.key_w));
    g->last = last;
    g->beat = 0;
}

static int64_t accumulate(struct golden *g, int64_t acc, int64_t sum)
{
    int64_t r = acc + sum, wrapped = sign_extend((uint64_t)r, g->dims.acc_w);
    if (r == wrapped || g->arch.overflow != OVERFLOW_SATURATE)
        return wrapped;
    g->status |= STATUS_SATURATED;
    int64_t max = (int64_t)((UINT64_C(1) << (g->dims.acc_w - 1)) - 1);
    return r > 0 ? max : -max - 1;
}

/* A group that differs in length from its pass's first one, or is longer than R, is an error. Its excess beats work on the
 * last accumulator; the results of that pass mean nothing. */
static void check_group(struct golden *g, bool last)
{
    if (!last && g->beat == g->arch.reuse - 1)
        g->status |= STATUS_KEY_GROUP;
    if (last && !g->first && g->beat != g->group)
        g->status |= STATUS_KEY_GROUP;
    if (last && g->first)
        g->group = g->beat;
}

bool golden_key(struct golden *g, const uint32_t *key, bool last, int64_t *result, bool *result_last)
{
    int luts = g->arch.luts, outputs = g->dims.outputs, key_w = g->dims.key_w;
    for (int t = 0; t < g->arch.lanes; t++) {
        const int32_t *table = g->signed_entry + ((size_t)(t * luts) << key_w);
        for (int k = 0; k < outputs; k++) {
            int64_t sum = 0;
            for (int l = 0; l < luts; l++)
                sum += table[((size_t)l << key_w) + key[k * luts + l]];
            int64_t *acc = &g->acc[(t * outputs + k) * g->arch.reuse + g->beat];
            int64_t r = accumulate(g, g->first ? 0 : *acc, sum);
            *acc = r;
            result[t * outputs + k] = r;
        }
    }
    check_group(g, last);
    bool emits = g->last;
    *result_last = last && emits;
    if (last) {
        g->first = g->last;
        g->beat = 0;
    } else if (g->beat < g->arch.reuse - 1) {
        g->beat++;
    }
    return emits;
}

unsigned golden_status(const struct golden *g)
{
    return g->status;
}
