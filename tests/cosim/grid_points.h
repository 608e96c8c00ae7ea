/* SPDX-License-Identifier: Apache-2.0 */
/* grid_points.h -- the grid of cores: every activation type x arithmetic x kind x build, at every pipeline depth.
 *
 * Forms: table built in parallel, table built sequentially, signflip, multiplier with 2-bit weights, multiplier with
 * weights as wide as the activation. Depths are 0..3 at three places: build, fetch, reduce. L is 1, 3 or 8, R 1, 2
 * or 8. 880 points are 11 type-arithmetics (fp16, bf16, fp32 ieee; fp8_e4m3, fp8_e5m2, fp16, bf16 aligned; int2, int4,
 * int8, int16) x 5 forms = 55 columns of 16 points each, an orthogonal array of strength 2 in the three depths, L and
 * R:
 *   - in every column: every two depths at two places; every depth at every place with every L, and with every R; every
 *     L with every R;
 *   - in every form: all 64 triples of depths (one depth is shifted from type to type);
 *   - every depth at every place with every pair of L and R.
 * 220 points are the other 11 integer widths x 5 forms, 4 points each: in every column every depth at every place,
 * every L and every R. The baselines have no build to pipeline: the depth of their build is always 0, and the above
 * holds without it. grid_check() counts all this. What a point leaves open (mu, K, lanes, cores, half, network, widths,
 * build adders, negate, window, accumulator, overflow, range, encoding, zero gate, interface) is random, from the
 * number of the point, and legal.
 */
#ifndef TLUT_GRID_POINTS_H
#define TLUT_GRID_POINTS_H

#include <stddef.h>

#include "arch.h"

enum {
    GRID_TYPES = 11,
    GRID_FORMS = 5,
    GRID_ROWS = 16,
    GRID_WIDTHS = 11,
    GRID_FEW = 4,
    GRID_FULL = GRID_TYPES * GRID_FORMS * GRID_ROWS,
    GRID_POINTS = GRID_FULL + GRID_WIDTHS * GRID_FORMS * GRID_FEW
};

/* What is given at point i < GRID_POINTS, from config_small(). */
void grid_given(int i, struct arch *a);

/* The core of point i: complete, legal, resolved. */
void grid_point(int i, struct arch *a);

/* Does the grid cover what is said above? Complains on standard error. */
bool grid_check(void);

#endif
