/* SPDX-License-Identifier: Apache-2.0 */
/* points.h -- the architectures that are measured: a training set and a validation set, drawn from a seed.
 *
 * Both are stratified: every data type with every kind of core. The validation set comes in throughput classes of
 * outputs x n about equal, so that a class can be asked for its best design. A design never stands in both sets of the
 * same seed, and no validation point is one of the training points of any seed that is given as `avoid`.
 */
#ifndef TLUT_POINTS_H
#define TLUT_POINTS_H

#include <stdint.h>

#include "arch.h"

struct point {
    struct arch arch;  /* checked, resolved */
    const char *type;  /* "int8", "fp16", ...; aligned floats: "fp16-aligned" */
    int lot;           /* validation: number of its class of type and throughput; training: 0 */
    bool energy;       /* is also simulated */
};

struct points {
    int count;
    struct point *point;
};

enum points_size { POINTS_FULL, POINTS_SMALL }; /* small: a handful of int8 designs, for tests */

void points_training(struct points *p, uint64_t seed, enum points_size size);
void points_validation(struct points *p, uint64_t seed, const struct points *avoid, enum points_size size);
void points_release(struct points *p);

#endif
