/* SPDX-License-Identifier: Apache-2.0 */
/* golden.c -- beats, groups and passes of the golden model; golden_num.c has the numbers. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

#include "golden_num.h"

#define MAX_LANES 16

struct golden {
    struct arch arch;
    struct dims dims;
    struct num num;
    unsigned status;
    bool first, last;          /* the group in hand is the first / last of its pass */
    int beat, group;           /* key beat within the group; beats of the pass's first group, less one */
    unsigned act_status;       /* of the activations in hand, reported when a key beat uses them */
    bool bad[MAX_LANES];       /* aligned: a NaN or an infinity in this lane's activations of the group in hand */
    bool pass_bad[MAX_LANES];  /* ... in the groups of the pass before it */
    int64_t *acc;              /* T x outputs x R */
};

struct golden *golden_new(const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    struct golden *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->arch = *a;
    g->dims = *d;
    g->acc = calloc((size_t)a->lanes * (size_t)d->outputs * (size_t)a->reuse, sizeof *g->acc);
    if (!num_init(&g->num, &g->arch, &g->dims, net) || !g->acc) {
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
    num_release(&g->num);
    free(g->acc);
    free(g);
}

void golden_reset(struct golden *g)
{
    g->status = 0;
    g->first = true;
    g->beat = 0;
    memset(g->pass_bad, 0, sizeof g->pass_bad);
}

uint32_t golden_key_encode(int mu, const int8_t *weight)
{
    int v = 0;
    for (int i = 0; i < mu; i++)
        v = 3 * v + weight[i];
    int half = dims_half_entries(mu), sign = v < 0;
    return (uint32_t)sign << dims_clog2((uint64_t)half + 1) | (uint32_t)(half - abs(v));
}

void golden_act(struct golden *g, const uint32_t *act, bool last)
{
    memset(g->bad, 0, sizeof g->bad);
    g->act_status = num_load(&g->num, act, g->bad);
    g->last = last;
    g->beat = 0;
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

static void end_beat(struct golden *g, bool last)
{
    if (!last) {
        g->beat += g->beat < g->arch.reuse - 1;
        return;
    }
    for (int t = 0; t < g->arch.lanes; t++)
        g->pass_bad[t] = !g->last && (g->pass_bad[t] || g->bad[t]);
    g->first = g->last;
    g->beat = 0;
}

bool golden_key(struct golden *g, const uint32_t *key, bool last, int64_t *result, bool *result_last)
{
    int luts = g->arch.luts, outputs = g->dims.outputs;
    bool emits = g->last;
    g->status |= g->act_status;
    for (int t = 0; t < g->arch.lanes; t++)
        for (int k = 0; k < outputs; k++) {
            int64_t *acc = &g->acc[((size_t)t * (size_t)outputs + (size_t)k) * (size_t)g->arch.reuse + (size_t)g->beat];
            int64_t sum = num_row(&g->num, t, key + k * luts, &g->status);
            *acc = num_accumulate(&g->num, g->first ? 0 : *acc, sum, &g->status);
            if (emits)
                result[t * outputs + k] = num_result(&g->num, *acc, g->bad[t] || g->pass_bad[t], &g->status);
        }
    check_group(g, last);
    *result_last = last && emits;
    end_beat(g, last);
    return emits;
}

unsigned golden_status(const struct golden *g)
{
    return g->status;
}
