/* SPDX-License-Identifier: Apache-2.0 */
/* filter.h -- tells quickly that a point cannot be on the front, because one of the points seen before is better.
 *
 * Holds the front of what a thread has delivered so far, as chunks of near points with the best corner of each: most chunks
 * are passed over by a look at the corner. It may let points through that are not on the front, never the reverse.
 */
#ifndef TLUT_FILTER_H
#define TLUT_FILTER_H

#include "front.h"

enum { FILTER_CHUNK = 32, FILTER_RECENT = 4 };

struct filter {
    struct front front;  /* all that was added */
    size_t built, chunks; /* how many of it the arrays below hold */
    double *key, *corner;
    uint64_t *index;
    size_t recent[FILTER_RECENT]; /* entries that were better lately */
};

void filter_init(struct filter *f, const struct sweep *sweep);
void filter_release(struct filter *f);

/* Adds the front of a block that has been delivered. */
void filter_add(struct filter *f, const struct front *block);

/* Whether a point of the filter is better, or equal with a lower index. key: front_keys(). */
bool filter_rejects(struct filter *f, const double *key, uint64_t index);

#endif
