/* SPDX-License-Identifier: Apache-2.0 */
/* cost_tables.c -- sums over table-build networks, made once; sequential schedules, made when first asked for. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cost_internal.h"
#include "lutnet.h"

enum { NETWORKS = 3, MAX_ADDERS = 358, KINDS = 3 }; /* half table; whole table of integers; whole table of floats */

struct cost_tables {
    struct cost_net net[LUTNET_MAX_MU][NETWORKS][KINDS];
    /* [mu - 1][network][adders][latency] */
    _Atomic(struct cost_seq *) seq[LUTNET_MAX_MU][NETWORKS][MAX_ADDERS + 1][COST_MAX_REGS + 1];
};

int cost_sum_width(int range, int w, int plus, int minus)
{
    int64_t max = (INT64_C(1) << (w - 1)) - 1, min = range == RANGE_SYMMETRIC ? -max : -max - 1;
    return dims_signed_width(plus * min - minus * max, plus * max - minus * min);
}

static void weights(const struct lutnet_node *n, int *plus, int *minus)
{
    *plus = *minus = 0;
    for (int i = 0; i < LUTNET_MAX_MU; i++) {
        *plus += n->weight[i] > 0;
        *minus += n->weight[i] < 0;
    }
}

/* What a network's nodes are in a pipeline of r register stages. */
struct plan {
    bool twin[LUTNET_MAX_NODES];                        /* the same combination stands earlier in the order */
    int uses[LUTNET_MAX_NODES];                         /* adders that read the combination; of the first of twins */
    unsigned char regs[LUTNET_MAX_NODES][COST_MAX_REGS + 1];
    bool chained[LUTNET_MAX_NODES][COST_MAX_REGS + 1];  /* an operand is an adder of the same stage */
};

static bool adds(const struct lutnet_node *n)
{
    return n->op == LUTNET_ADD || n->op == LUTNET_SUB;
}

static void make_plan(struct plan *plan, const struct lutnet *net)
{
    int last[LUTNET_MAX_NODES], first[3 * 3 * 3 * 3 * 3 * 3], same[LUTNET_MAX_NODES];
    bool seen[3 * 3 * 3 * 3 * 3 * 3] = {false};
    for (int k = 0; k < net->nodes; k++) {
        int i = net->order[k], code = 0;
        for (int j = 0; j < LUTNET_MAX_MU; j++)
            code = 3 * code + net->node[i].weight[j] + 1;
        plan->twin[i] = seen[code];
        plan->uses[i] = 0;
        if (!seen[code])
            first[code] = i;
        seen[code] = true;
        same[i] = first[code];
        const struct lutnet_node *n = &net->node[i]; /* its operands stand earlier in the order */
        if (n->op == LUTNET_INPUT || plan->twin[i])
            continue;
        plan->uses[same[n->a]]++;
        if (adds(n))
            plan->uses[same[n->b]]++;
    }
    for (int r = 0; r <= COST_MAX_REGS; r++) {
        lutnet_last_stages(net, r, last);
        for (int i = 0; i < net->nodes; i++) {
            const struct lutnet_node *n = &net->node[i];
            int made = lutnet_stage(net, r, n->level), count = last[i] - made;
            plan->regs[i][r] = (unsigned char)(count > 0 && !plan->twin[i] ? count : 0);
            plan->chained[i][r] = false;
            for (int k = 0; adds(n) && k < 2; k++) {
                const struct lutnet_node *from = &net->node[k ? n->b : n->a];
                plan->chained[i][r] = plan->chained[i][r] || (adds(from) && lutnet_stage(net, r, from->level) == made);
            }
        }
    }
}

/* Bits at operand width w; entries of a whole table are all as wide as its widest one, but no wider in the network. */
static void sum_bits(struct cost_net *s, const struct lutnet *net, const struct plan *plan, int range, int w)
{
    int width[LUTNET_MAX_MU + 1][LUTNET_MAX_MU + 1];
    for (int p = 0; p <= net->mu; p++)
        for (int q = 0; p + q <= net->mu; q++)
            width[p][q] = p + q > 0 ? cost_sum_width(range, w, p, q) : 1;
    for (int i = 0; i < net->nodes; i++) {
        const struct lutnet_node *n = &net->node[i];
        int p, q;
        weights(n, &p, &q);
        int bits = width[p][q];
        if (i < net->stored)
            s->entry_bits[range][w] += bits;
        if (plan->twin[i])
            continue;
        for (int u = 0; u <= COST_MAX_USES && u <= plan->uses[i]; u++) {
            s->used_bits[range][w][u] += bits;
            s->read_bits[range][w][u] += bits * plan->uses[i];
        }
        if (adds(n)) {
            s->add_bits[range][w] += bits;
            s->log_bits[range][w] += bits * cost_log2(bits);
            s->deep_bits[range][w] += bits * n->level;
        } else if (n->op == LUTNET_NEG) {
            s->neg_bits[range][w] += bits;
        }
        for (int r = 0; r <= COST_MAX_REGS; r++) {
            s->reg_bits[range][w][r] += bits * plan->regs[i][r];
            s->chain_bits[range][w][r] += plan->chained[i][r] ? bits : 0;
        }
    }
}

static bool fill(struct cost_net *s, const struct arch *a)
{
    struct lutnet *net = malloc(sizeof *net);
    struct plan *plan = malloc(sizeof *plan);
    struct dims d;
    dims_derive(&d, a);
    bool ok = net && plan && lutnet_build(net, a, &d);
    if (ok) {
        make_plan(plan, net);
        s->depth = net->depth;
        for (int i = 0; i < net->nodes; i++) {
            const struct lutnet_node *n = &net->node[i];
            if (plan->twin[i])
                continue;
            s->adders += adds(n);
            s->levels += adds(n) ? n->level : 0;
            s->negations += n->op == LUTNET_NEG;
            s->inputs += n->op == LUTNET_INPUT;
            for (int u = 0; u <= COST_MAX_USES && u <= plan->uses[i]; u++) {
                s->used_nodes[u]++;
                s->used_reads[u] += plan->uses[i];
            }
            for (int r = 0; r <= COST_MAX_REGS; r++) {
                s->reg_nodes[r] += plan->regs[i][r];
                s->chained[r] += plan->chained[i][r];
            }
        }
        for (int range = 0; range < 2; range++)
            for (int w = 2; w <= COST_MAX_WORD; w++)
                sum_bits(s, net, plan, range, w);
    }
    free(net);
    free(plan);
    return ok;
}

struct cost_tables *cost_tables_new(void)
{
    struct cost_tables *t = calloc(1, sizeof *t);
    bool ok = t;
    for (int mu = 1; ok && mu <= LUTNET_MAX_MU; mu++)
        for (int network = 0; network < NETWORKS; network++)
            for (int kind = 0; ok && kind < KINDS; kind++) {
                struct arch a;
                arch_init(&a);
                a.mu = mu;
                a.luts = 1;
                a.network = network;
                a.half = kind == 0;
                a.act = kind == 2 ? ACT_FP16 : ACT_INT8;
                ok = fill(&t->net[mu - 1][network][kind], &a);
            }
    if (ok)
        return t;
    cost_tables_free(t);
    return NULL;
}

void cost_tables_free(struct cost_tables *t)
{
    if (!t)
        return;
    for (int mu = 0; mu < LUTNET_MAX_MU; mu++)
        for (int n = 0; n < NETWORKS; n++)
            for (int p = 0; p <= MAX_ADDERS; p++)
                for (int r = 0; r <= COST_MAX_REGS; r++)
                    free(atomic_load(&t->seq[mu][n][p][r]));
    free(t);
}

const struct cost_net *cost_net(const struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    return &t->net[d->mu - 1][a->network][d->stored == d->entries ? 0 : d->ieee ? 2 : 1];
}

static struct cost_seq *make_seq(const struct arch *a, const struct dims *d)
{
    struct lutnet *net = malloc(sizeof *net);
    struct cost_seq *s = calloc(1, sizeof *s);
    int widest[MAX_ADDERS + 1] = {0}, load[MAX_ADDERS + 1] = {0};
    if (!net || !s || !lutnet_build(net, a, d))
        abort(); /* as everywhere: out of memory is no state to go on from */
    s->steps = net->steps;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < net->nodes; i++) {
            const struct lutnet_node *n = &net->node[i];
            int p, q;
            weights(n, &p, &q);
            if (n->unit < 0)
                continue;
            if (pass == 0) {
                load[n->unit]++;
                if (p + q > widest[n->unit])
                    widest[n->unit] = p + q;
            } else {
                s->terms[widest[n->unit]]++;
            }
        }
    for (int u = 0; u <= MAX_ADDERS; u++) {
        s->units[widest[u]] += load[u] > 0;
        if (load[u] > s->longest)
            s->longest = load[u];
    }
    free(net);
    return s;
}

const struct cost_seq *cost_seq(struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    _Atomic(struct cost_seq *) *slot = &t->seq[d->mu - 1][a->network][a->build_adders][d->build_regs];
    struct cost_seq *s = atomic_load_explicit(slot, memory_order_acquire);
    if (s)
        return s;
    struct cost_seq *made = make_seq(a, d), *none = NULL;
    if (atomic_compare_exchange_strong(slot, &none, made))
        return made;
    free(made); /* another thread was first */
    return none;
}
