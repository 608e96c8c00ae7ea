/* SPDX-License-Identifier: Apache-2.0 */
/* filter.h -- tells quickly whether a point is dominated by one of many others.
 *
 * A tree over the others: each node is split at the median of one objective after the other, leaves hold a few points
 * that are near each other, and every node knows its best corner. A point that does not reach a node's corner cannot be
 * dominated by anything below. So fronts of a hundred thousand points in five objectives are found in seconds.
 */
#ifndef TLUT_FILTER_H
#define TLUT_FILTER_H

#include "front.h"

enum { FILTER_LEAF = 16, FILTER_RECENT = 4 };

struct filter_tree {
    size_t count, n;      /* points, objectives */
    double *key, *corner; /* of points in the order of the leaves; of nodes: 1 is the root, 2i and 2i + 1 its halves */
    uint64_t *index;
    size_t recent[FILTER_RECENT]; /* points that dominated others lately */
};

/* Takes the points of a front, dominated ones among them or not. */
void filter_tree_build(struct filter_tree *t, const struct front *f);
void filter_tree_release(struct filter_tree *t);

/* Whether a point of the tree is better in the sense of front.h: dominates, or is equal with a lower index. */
bool filter_tree_rejects(struct filter_tree *t, const double *key, uint64_t index);

/* Drops the points that others of *f dominate. For fronts that were made by front_append(). */
void front_reduce(struct front *f);

/* Appends a block's front, and reduces *f when it has doubled; front_reduce() is to be called at the end. */
void front_collect(struct front *f, const struct front *block);

/* What a thread has delivered so far; turns away most points of later blocks. It may let points through that are not on
 * the front, never the reverse. */
struct filter {
    struct front front; /* all that was added, reduced now and then */
    struct filter_tree tree;
};

void filter_init(struct filter *f, const struct sweep *sweep);
void filter_release(struct filter *f);

/* Adds the front of a block that has been delivered. */
void filter_add(struct filter *f, const struct front *block);

/* key: front_keys(). */
static inline bool filter_rejects(struct filter *f, const double *key, uint64_t index)
{
    return f->tree.count > 0 && filter_tree_rejects(&f->tree, key, index);
}

#endif
