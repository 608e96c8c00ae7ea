/* SPDX-License-Identifier: Apache-2.0 */
/* front.h -- the points of a sweep that are worth keeping: the Pareto front over the objectives, and the N best by the
 * first objective.
 *
 * A point is dominated if another one is as good in every objective and better in one. Of points that are equal in all
 * objectives the one of the lowest index stays. So the front is a set that depends on the points alone, not on the
 * order in which they come or on how they are split: fronts of parts can be merged. The same holds for the best:
 * ordered by the first objective, then the next ones, then the index.
 */
#ifndef TLUT_FRONT_H
#define TLUT_FRONT_H

#include <stddef.h>

#include "space.h"

struct front {
    const struct sweep *sweep;
    struct space_point *point;
    double *key; /* objectives of each point, as numbers to be minimized */
    size_t count, room;
    size_t reduced; /* of filter.h: how many there were after the last front_reduce() */
};

void front_init(struct front *f, const struct sweep *sweep);
void front_release(struct front *f);
void front_clear(struct front *f);

/* The objectives of a point as numbers to be minimized. */
void front_keys(const struct sweep *s, const struct space_point *p, double *key);

/* Adds a point, unless one of the front is better; those that it dominates go. */
void front_add(struct front *f, const struct space_point *p);

/* Adds a point that is known to belong to the front: read back from where a front was written. */
void front_append(struct front *f, const struct space_point *p);

/* Sorts by the objectives, first one first, then by the index: the order of output. */
void front_sort(struct front *f);

struct best {
    const struct sweep *sweep;
    struct space_point *point; /* best first */
    size_t count, most;
};

void best_init(struct best *b, const struct sweep *sweep, size_t most);
void best_release(struct best *b);
void best_clear(struct best *b);
void best_add(struct best *b, const struct space_point *p);

/* Negative, if a is better: objectives, then index. Never 0 for different points. */
int best_compare(const struct sweep *s, const struct space_point *a, const struct space_point *b);

#endif
