/* SPDX-License-Identifier: Apache-2.0 */
/* Every network: counts, depth, order, ranges; every node evaluated against the plain sum of its weights. */
#include "lutnet.h"

#include <string.h>

#include "dims.h"
#include "unit.h"

static struct lutnet net;

static void build(struct arch *a, struct dims *d)
{
    dims_derive(d, a);
    CU_ASSERT_FATAL(lutnet_build(&net, a, d));
}

static void test_adder_counts(void)
{
    static const int adders[] = {0, 2, 10, 36, 116, 358}, tree_depth[] = {0, 1, 2, 2, 3, 3};
    struct arch a;
    struct dims d;
    arch_init(&a);
    for (a.mu = 1; a.mu <= 6; a.mu++) {
        a.network = NETWORK_TREE;
        build(&a, &d);
        CU_ASSERT_EQUAL(net.adders, adders[a.mu - 1]);
        CU_ASSERT_EQUAL(net.adders, net.entries - a.mu);
        CU_ASSERT_EQUAL(net.depth, tree_depth[a.mu - 1]);
        a.network = NETWORK_CHAIN;
        build(&a, &d);
        CU_ASSERT_EQUAL(net.adders, adders[a.mu - 1]);
        CU_ASSERT_EQUAL(net.depth, a.mu - 1);
    }
}

/* naive: an entry with k non-zeros takes k - 1 adders. */
static void test_naive_counts(void)
{
    struct arch a;
    struct dims d;
    arch_init(&a);
    a.network = NETWORK_NAIVE;
    for (a.mu = 1; a.mu <= 6; a.mu++) {
        build(&a, &d);
        int expected = 0;
        for (int j = 0; j < net.entries; j++) {
            int8_t w[6];
            lutnet_entry_weights(a.mu, j, w);
            int nonzero = 0;
            for (int i = 0; i < a.mu; i++)
                nonzero += w[i] != 0;
            expected += nonzero - 1;
        }
        CU_ASSERT_EQUAL(net.adders, expected);
    }
}

/* Entries in the order of the keys: entry j has value B - j and a leading +1; together with their negatives and zero they
 * are all 3^mu combinations. */
static void test_entry_weights(void)
{
    for (int mu = 1; mu <= 6; mu++)
        for (int j = 0; j < dims_half_entries(mu); j++) {
            int8_t w[6];
            lutnet_entry_weights(mu, j, w);
            int v = 0, first = 0;
            for (int i = 0; i < mu; i++) {
                CU_ASSERT(w[i] >= -1 && w[i] <= 1);
                v = 3 * v + w[i];
                first = first ? first : w[i];
            }
            CU_ASSERT_EQUAL(v, dims_half_entries(mu) - j);
            CU_ASSERT_EQUAL(first, 1);
        }
}

static void evaluate(const struct arch *a, const struct dims *d, const int64_t *x)
{
    int64_t v[LUTNET_MAX_NODES];
    bool known[LUTNET_MAX_NODES] = {false};
    for (int k = 0; k < net.nodes; k++) {
        int i = net.order[k];
        const struct lutnet_node *n = &net.node[i];
        CU_ASSERT_FATAL(!known[i]);
        CU_ASSERT_FATAL(n->op == LUTNET_INPUT || (known[n->a] && (n->b < 0 || known[n->b])));
        v[i] = n->op == LUTNET_INPUT ? x[n->a]
               : n->op == LUTNET_ADD ? v[n->a] + v[n->b]
               : n->op == LUTNET_SUB ? v[n->a] - v[n->b]
                                     : -v[n->a];
        known[i] = true;
        int64_t sum = 0;
        for (int m = 0; m < a->mu; m++)
            sum += n->weight[m] * x[m];
        CU_ASSERT_EQUAL(v[i], sum);
        CU_ASSERT(v[i] >= n->lo && v[i] <= n->hi);
        CU_ASSERT(n->width <= d->ent_w && dims_signed_width(v[i], v[i]) <= n->width);
    }
    for (int j = 0; j < d->stored; j++) {
        int8_t w[6];
        lutnet_entry_weights(a->mu, j % d->entries, w);
        for (int i = 0; i < a->mu; i++)
            CU_ASSERT_EQUAL(net.node[j].weight[i], j < d->entries ? w[i] : -w[i]);
    }
}

/* All combinations of extreme activations, and random ones; every kind of network, both tables, both widths. */
static void test_values_and_ranges(void)
{
    uint64_t rng = unit_seed();
    struct arch a;
    struct dims d;
    arch_init(&a);
    for (a.mu = 1; a.mu <= 6; a.mu++)
        for (int variant = 0; variant < 24; variant++) {
            a.network = variant % 3;
            a.half = variant / 3 % 2;
            a.widths = variant / 6 % 2;
            a.range = variant / 12;
            a.act = ACT_INT2 + (int)(unit_random(&rng) % 15);
            build(&a, &d);
            for (int m = 0; m < (1 << a.mu) + 20; m++) {
                int64_t x[6];
                for (int i = 0; i < a.mu; i++)
                    x[i] = m >= 1 << a.mu ? d.act_min + (int64_t)(unit_random(&rng) % (uint64_t)(d.act_max - d.act_min + 1))
                           : m >> i & 1   ? d.act_min
                                          : d.act_max;
                evaluate(&a, &d, x);
            }
        }
}

/* Exact means exact: some activations reach both ends of every range. */
static void test_ranges_are_tight(void)
{
    struct arch a;
    struct dims d;
    arch_init(&a);
    for (a.mu = 1; a.mu <= 6; a.mu++) {
        build(&a, &d);
        int widest = 0;
        for (int i = 0; i < net.nodes; i++) {
            int64_t lo = 0, hi = 0;
            for (int m = 0; m < a.mu; m++) {
                int w = net.node[i].weight[m];
                lo += w > 0 ? d.act_min : w < 0 ? -d.act_max : 0;
                hi += w > 0 ? d.act_max : w < 0 ? -d.act_min : 0;
            }
            CU_ASSERT(net.node[i].lo == lo && net.node[i].hi == hi);
            widest = net.node[i].width > widest ? net.node[i].width : widest;
        }
        CU_ASSERT_EQUAL(widest, d.ent_w);
    }
}

UNIT_MAIN("lutnet", {"adders and depth", test_adder_counts}, {"naive counts", test_naive_counts},
          {"entry weights", test_entry_weights}, {"values and ranges", test_values_and_ranges},
          {"ranges are tight", test_ranges_are_tight})
