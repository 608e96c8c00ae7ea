/* SPDX-License-Identifier: Apache-2.0 */
/* lutnet.c -- makes the table-build network.
 *
 * Each entry with two or more non-zero weights needs an adder of its own, B - mu in all; tree and chain reach exactly that
 * number, because both operands of every adder are entries themselves (up to the sign of the second).
 */
#include "lutnet.h"

#include <assert.h>
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

static int count_nonzero(int mu, const int8_t *weight)
{
    int n = 0;
    for (int i = 0; i < mu; i++)
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
static int split(const struct arch *a, const int8_t *weight)
{
    if (a->network == NETWORK_CHAIN)
        return last_nonzero(a->mu, weight);
    int lo = 0, hi = a->mu;
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
    memcpy(n->weight, weight, (size_t)net->mu);
    return n;
}

static void entry_by_parts(struct lutnet *net, const struct arch *a, int j, const int8_t *weight)
{
    int8_t left[LUTNET_MAX_MU] = {0}, right[LUTNET_MAX_MU] = {0};
    int cut = split(a, weight);
    for (int i = 0; i < net->mu; i++)
        *(i < cut ? &left[i] : &right[i]) = weight[i];
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

static void positive_entry(struct lutnet *net, const struct arch *a, int j)
{
    int8_t weight[LUTNET_MAX_MU];
    lutnet_entry_weights(net->mu, j, weight);
    if (count_nonzero(net->mu, weight) == 1)
        put(net, j, LUTNET_INPUT, last_nonzero(net->mu, weight), -1, weight);
    else if (a->network == NETWORK_NAIVE)
        entry_alone(net, j, weight);
    else
        entry_by_parts(net, a, j, weight);
}

/* -(l + r) = (-l) - r: one adder, like its twin. Floats and activations: a negation. */
static void negative_entry(struct lutnet *net, int j, bool flip)
{
    const struct lutnet_node *twin = &net->node[j];
    int8_t weight[LUTNET_MAX_MU];
    for (int i = 0; i < net->mu; i++)
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
    if (d->act_float) {
        n->width = d->act_w;
        return;
    }
    for (int i = 0; i < d->mu; i++) {
        n->lo += n->weight[i] > 0 ? d->act_min : n->weight[i] < 0 ? -d->act_max : 0;
        n->hi += n->weight[i] > 0 ? d->act_max : n->weight[i] < 0 ? -d->act_min : 0;
    }
    n->width = a->widths == WIDTHS_UNIFORM ? d->ent_w : dims_signed_width(n->lo, n->hi);
}

bool lutnet_build(struct lutnet *net, const struct arch *a, const struct dims *d)
{
    memset(net, 0, sizeof *net);
    net->mu = d->mu;
    net->entries = d->entries;
    net->stored = d->stored;
    net->nodes = d->stored;
    for (int j = 0; j < net->entries; j++)
        positive_entry(net, a, j);
    for (int j = 0; j < net->stored - net->entries; j++)
        negative_entry(net, j, d->act_float);
    if (net->nodes > LUTNET_MAX_NODES)
        return false;
    for (int i = 0; i < net->nodes; i++)
        set_range(&net->node[i], a, d);
    sort_levels(net, d->act_float);
    return true;
}
