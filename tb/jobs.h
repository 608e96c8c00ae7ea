/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.h -- GEMVs back to back as a source of beats for drive.h, and a place for their results. */
#ifndef TLUT_JOBS_H
#define TLUT_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "drive.h"
#include "gemv.h"

struct jobs {
    const struct gemv *gemv; /* `count` of them, all of the same shape; gemv_init() is done */
    int64_t count;
    int64_t *y; /* count x T x M results, or NULL */
    /* Key beats made elsewhere, instead of those of the weights: bits(beats, i, word) writes the payload of beat i of a
     * job, in the order of gemv.h. NULL: none. */
    void (*bits)(void *beats, int64_t i, uint32_t *word);
    void *beats;
    int64_t key_beat; /* of its job: the one shown last */
    struct jobs_at {
        int64_t job, pass, tile;
        int r;
    } act, key, result; /* where each stream is */
};

/* The source of these jobs. Each run rewinds it. */
struct drive_source jobs_source(struct jobs *j);

/* Compares y with plain sums that know nothing of tables, tiles and passes: of products of W and x in 64 bits (integer
 * activations), or of fixed-point words made here from the numbers, in 128 bits, rounded once (aligned arithmetic). In
 * ieee arithmetic, where the order of additions counts, and with accumulators that are too narrow and do more than
 * wrap, there is nothing to compare with, and it returns 0. Returns the number of differences and describes the first
 * ones in log. */
int64_t jobs_check_dense(const struct jobs *j, FILE *log);

/* Does it compare anything? */
bool jobs_has_dense(const struct jobs *j);

#endif
