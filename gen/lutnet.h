/* SPDX-License-Identifier: Apache-2.0 */
/* lutnet.h -- the table-build network as data: one row per adder.
 *
 * Nodes 0..B-1 are the entries of the half table: entry j is the signed combination with |v| = B - j whose first non-zero
 * weight is +1, v = sum w[i] * 3^(mu-1-i) (first weight most significant). With the whole table stored, nodes B..2B-1 are
 * the negatives: node B+j = -(entry j). Further nodes are temporaries (naive network only). A node with a single weight +1
 * is an activation itself and costs nothing (`input` >= 0).
 *
 * Three readers, one truth: the emitter prints the rows as the build module, the golden model replays them in order (so
 * that floating point is bit-exact), the cost model counts them.
 */
#ifndef TLUT_LUTNET_H
#define TLUT_LUTNET_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"

#define LUTNET_MAX_MU 6
#define LUTNET_MAX_NODES 2600 /* mu = 6, naive: 364 entries, 364 negatives, 1458 temporaries */

enum lutnet_op {
    LUTNET_INPUT, /* node = activation a */
    LUTNET_ADD,   /* node = node a + node b */
    LUTNET_SUB,   /* node = node a - node b */
    LUTNET_NEG    /* node = -(node a): an adder for integers, a flipped sign bit for floats */
};

struct lutnet_node {
    enum lutnet_op op;
    int a, b;          /* source nodes, or the activation's number; b = -1 if unused */
    int level;         /* adders on the longest path from an activation */
    int8_t weight[LUTNET_MAX_MU]; /* the combination this node holds */
    int64_t lo, hi;    /* exact range (integers); 0, 0 for floats */
    int width;         /* bits that hold lo..hi, or the uniform width; floats: the format's width */
    int step, unit;    /* sequential build: the step in which the addition starts, and on which adder; -1: no addition */
};

struct lutnet {
    int mu, entries, stored; /* B; B or 2B */
    int nodes;               /* in topological order of `order` */
    int adders;              /* rows that are adders */
    int depth;               /* largest level */
    int steps;               /* sequential build: steps until the table is complete; 0 for parallel */
    struct lutnet_node node[LUTNET_MAX_NODES];
    int order[LUTNET_MAX_NODES]; /* node numbers, sources before uses, by level */
};

struct dims;

/* Builds the network of an architecture. Returns false only if a limit above is exceeded (a bug). */
bool lutnet_build(struct lutnet *net, const struct arch *a, const struct dims *d);

/* Parallel build with `regs` register stages: the number of them in front of the adders of a level (cut j of D stands
 * behind level ceil(j * depth / D)). */
int lutnet_stage(const struct lutnet *net, int regs, int level);

/* last[i], for all nodes: the last stage in which node i is read. Entries live to the end, temporaries to their last use. A
 * node has a register in each stage behind the one that it is made in, up to this one. */
void lutnet_last_stages(const struct lutnet *net, int regs, int *last);

/* Steps of a sequential build of the half table with `adders` adders of `latency` register stages: every adder starts one
 * addition a step, in topological order, as soon as both operands are there. Remembered: asking again is cheap. Safe with
 * threads. */
int lutnet_steps(int mu, int network, int adders, int latency);

/* The weights of entry j for group size mu: |v| = B - j, first non-zero +1. */
void lutnet_entry_weights(int mu, int j, int8_t *weight);

#endif
