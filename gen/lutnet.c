/* SPDX-License-Identifier: Apache-2.0 */
/* lutnet.c -- makes the table-build network.
 *
 * Each entry with two or more non-zero weights needs an adder of its own, B - mu in all; tree and chain reach exactly that
 * number, because both operands of every adder are entries themselves (up to the sign of the second).
 */
#include "lutnet.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "dims.h"

void lutnet_entry_weights(int mu, int j, int8_t *weight)
{
    int v = dims_half_entries(mu) - j;
    for (int i = mu - 1; i >= 0; i--) { /* balanced ternary digits, least significant last */
        int digit = ((v % 3) + 3) % 3;
        digit = digit == 2 ? -1 : digit;
        weight[i] = (int8_t)digit;
        v = (v - digit) / 3;
    }
}

/* The entry that holds +-weight; *sign is true if it holds the negative. weight is not all zero. */
static int entry_of(int mu, const int8_t *weight, bool *sign)
{
    int v = 0;
    for (int i = 0; i < mu; i++)
        v = 3 * v + weight[i];
    *sign = v < 0;
    return dims_half_entries(mu) - abs(v);
}

/* Beyond mu all weights are zero. */
static int count_nonzero(const int8_t *weight)
{
    int n = 0;
    for (int i = 0; i < LUTNET_MAX_MU; i++)
        n += weight[i] != 0;
    return n;
}

static int last_nonzero(int mu, const int8_t *weight)
{
    int i = mu - 1;
    while (weight[i] == 0)
        i--;
    return i;
}

/* Where to split an entry in two parts that are both non-zero: positions below `cut` and the rest.
 * tree: the first halving of the group, then of its half, ..., that separates the non-zeros. chain: before the last one. */
static int split(int mu, int network, const int8_t *weight)
{
    if (network == NETWORK_CHAIN)
        return last_nonzero(mu, weight);
    int lo = 0, hi = mu;
    for (;;) {
        int cut = lo + (hi - lo + 1) / 2;
        bool left = false, right = false;
        for (int i = lo; i < hi; i++)
            if (weight[i] != 0)
                *(i < cut ? &left : &right) = true;
        if (left && right)
            return cut;
        *(left ? &hi : &lo) = cut;
    }
}

static struct lutnet_node *put(struct lutnet *net, int number, enum lutnet_op op, int a, int b, const int8_t *weight)
{
    struct lutnet_node *n = &net->node[number];
    n->op = op;
    n->a = a;
    n->b = b;
    memcpy(n->weight, weight, sizeof n->weight);
    return n;
}

static void entry_by_parts(struct lutnet *net, int network, int j, const int8_t *weight)
{
    int8_t left[LUTNET_MAX_MU] = {0}, right[LUTNET_MAX_MU] = {0};
    int cut = split(net->mu, network, weight);
    for (int i = 0; i < LUTNET_MAX_MU; i++)
        (i < cut ? left : right)[i] = weight[i];
    bool neg_left, neg_right;
    int l = entry_of(net->mu, left, &neg_left), r = entry_of(net->mu, right, &neg_right);
    assert(!neg_left); /* the first non-zero of an entry is +1 */
    put(net, j, neg_right ? LUTNET_SUB : LUTNET_ADD, l, r, weight);
}

/* Each entry on its own: a chain of temporaries that no other entry uses. Activations are the single-weight entries. */
static void entry_alone(struct lutnet *net, int j, const int8_t *weight)
{
    int8_t part[LUTNET_MAX_MU] = {0};
    int last = last_nonzero(net->mu, weight), prev = -1;
    for (int i = 0; i <= last; i++) {
        if (weight[i] == 0)
            continue;
        int8_t single[LUTNET_MAX_MU] = {0};
        single[i] = 1;
        bool sign;
        int act = entry_of(net->mu, single, &sign);
        part[i] = weight[i];
        if (prev >= 0) {
            int number = i == last ? j : net->nodes++;
            put(net, number, weight[i] < 0 ? LUTNET_SUB : LUTNET_ADD, prev, act, part);
            prev = number;
        } else {
            prev = act;
        }
    }
}

static void positive_entry(struct lutnet *net, int network, int j)
{
    int8_t weight[LUTNET_MAX_MU] = {0};
    lutnet_entry_weights(net->mu, j, weight);
    if (count_nonzero(weight) == 1)
        put(net, j, LUTNET_INPUT, last_nonzero(net->mu, weight), -1, weight);
    else if (network == NETWORK_NAIVE)
        entry_alone(net, j, weight);
    else
        entry_by_parts(net, network, j, weight);
}

/* -(l + r) = (-l) - r: one adder, like its twin. Floats and activations: a negation. */
static void negative_entry(struct lutnet *net, int j, bool flip)
{
    const struct lutnet_node *twin = &net->node[j];
    int8_t weight[LUTNET_MAX_MU];
    for (int i = 0; i < LUTNET_MAX_MU; i++)
        weight[i] = (int8_t)-twin->weight[i];
    int b = net->entries;
    if (flip || twin->op == LUTNET_INPUT || twin->a >= b) /* a temporary has no negative */
        put(net, b + j, LUTNET_NEG, j, -1, weight);
    else
        put(net, b + j, twin->op == LUTNET_ADD ? LUTNET_SUB : LUTNET_ADD, b + twin->a, twin->b, weight);
}

/* Levels and a topological order: repeated sweeps, one per level (depth is at most mu). */
static void sort_levels(struct lutnet *net, bool flip)
{
    int placed = 0;
    bool done[LUTNET_MAX_NODES] = {false};
    for (int level = 0; placed < net->nodes; level++) {
        int before = placed;
        for (int i = 0; i < net->nodes; i++) {
            struct lutnet_node *n = &net->node[i];
            bool free_op = n->op == LUTNET_INPUT || (n->op == LUTNET_NEG && flip);
            if (done[i] || (n->op != LUTNET_INPUT && !done[n->a]) || (n->b >= 0 && !done[n->b]))
                continue;
            int from = n->op == LUTNET_INPUT ? 0 : net->node[n->a].level;
            if (n->b >= 0 && net->node[n->b].level > from)
                from = net->node[n->b].level;
            n->level = from + (free_op ? 0 : 1);
            if (n->level > level)
                continue;
            done[i] = true;
            net->order[placed++] = i;
            net->adders += !free_op;
            if (n->level > net->depth)
                net->depth = n->level;
            i = -1; /* a free node may enable another of this level */
        }
        assert(placed > before || level <= net->mu);
        (void)before;
    }
}

static void set_range(struct lutnet_node *n, const struct arch *a, const struct dims *d)
{
    if (d->ieee) {
        n->width = d->act_w;
        return;
    }
    for (int i = 0; i < d->mu; i++) {
        n->lo += n->weight[i] > 0 ? d->act_min : n->weight[i] < 0 ? -d->act_max : 0;
        n->hi += n->weight[i] > 0 ? d->act_max : n->weight[i] < 0 ? -d->act_min : 0;
    }
    n->width = a->widths == WIDTHS_UNIFORM ? d->ent_w : dims_signed_width(n->lo, n->hi);
}

/* Nodes, sources and levels; ranges and widths come later. `flip`: a negation is a flipped sign bit (floats). */
static bool topology(struct lutnet *net, int mu, int network, bool negatives, bool flip)
{
    memset(net, 0, sizeof *net);
    net->mu = mu;
    net->entries = dims_half_entries(mu);
    net->stored = negatives ? 2 * net->entries : net->entries;
    net->nodes = net->stored;
    for (int j = 0; j < net->entries; j++)
        positive_entry(net, network, j);
    for (int j = 0; j < net->stored - net->entries; j++)
        negative_entry(net, j, flip);
    if (net->nodes > LUTNET_MAX_NODES)
        return false;
    sort_levels(net, flip);
    return true;
}

/* An operand can be read in `step`: it is an activation, or its adder has delivered it to the shadow table. */
static bool ready(const struct lutnet *net, int i, int step, int latency)
{
    const struct lutnet_node *n = &net->node[i];
    return n->op == LUTNET_INPUT || (n->step >= 0 && n->step + latency < step);
}

/* List scheduling in topological order. */
static void schedule(struct lutnet *net, int adders, int latency)
{
    int left = 0, last = 0;
    for (int i = 0; i < net->nodes; i++) {
        net->node[i].step = net->node[i].unit = -1;
        left += net->node[i].op != LUTNET_INPUT;
    }
    for (int step = 0; left > 0; step++) {
        int unit = 0;
        for (int k = 0; k < net->nodes && unit < adders; k++) {
            struct lutnet_node *n = &net->node[net->order[k]];
            if (n->op == LUTNET_INPUT || n->step >= 0 || !ready(net, n->a, step, latency) || !ready(net, n->b, step, latency))
                continue;
            n->step = step;
            n->unit = unit++;
            last = step;
            left--;
        }
    }
    net->steps = last + latency + 1;
}

int lutnet_stage(const struct lutnet *net, int regs, int level)
{
    int stage = 0;
    for (int j = 1; j <= regs; j++)
        stage += (j * net->depth + regs - 1) / regs < level;
    return stage;
}

void lutnet_last_stages(const struct lutnet *net, int regs, int *last)
{
    for (int i = 0; i < net->nodes; i++)
        last[i] = i < net->stored ? regs : lutnet_stage(net, regs, net->node[i].level);
    for (int k = 0; k < net->nodes; k++) {
        const struct lutnet_node *n = &net->node[k];
        if (n->op == LUTNET_INPUT)
            continue;
        int made = lutnet_stage(net, regs, n->level);
        if (made > last[n->a])
            last[n->a] = made;
        if (n->b >= 0 && made > last[n->b])
            last[n->b] = made;
    }
}

static int count_steps(int mu, int network, int adders, int latency)
{
    struct lutnet *net = malloc(sizeof *net);
    if (!net)
        abort();
    topology(net, mu, network, false, false);
    schedule(net, adders, latency);
    int steps = net->steps;
    free(net);
    return steps;
}

int lutnet_steps(int mu, int network, int adders, int latency)
{
    enum { NETWORKS = 3, MAX_ADDERS = 358, MAX_LATENCY = 8 };
    static _Atomic short known[LUTNET_MAX_MU][NETWORKS][MAX_ADDERS + 1][MAX_LATENCY + 1]; /* 0: not yet */
    if (adders > MAX_ADDERS || latency > MAX_LATENCY)
        return count_steps(mu, network, adders, latency);
    _Atomic short *slot = &known[mu - 1][network][adders][latency];
    int steps = atomic_load_explicit(slot, memory_order_relaxed);
    if (steps == 0) {
        steps = count_steps(mu, network, adders, latency);
        atomic_store_explicit(slot, (short)steps, memory_order_relaxed);
    }
    return steps;
}

bool lutnet_build(struct lutnet *net, const struct arch *a, const struct dims *d)
{
    if (!topology(net, d->mu, a->network, d->stored > d->entries, d->ieee))
        return false;
    for (int i = 0; i < net->nodes; i++)
        set_range(&net->node[i], a, d);
    if (d->steps > 0)
        schedule(net, a->build_adders, d->build_regs);
    return true;
}
