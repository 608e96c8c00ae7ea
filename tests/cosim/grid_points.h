/* SPDX-License-Identifier: Apache-2.0 */
/* grid_points.h -- the grid of cores: every activation type x arithmetic x kind x build, at every pipeline depth.
 *
 * Columns of cores: 22 type-arithmetics (int2..int16; fp8_e4m3, fp8_e5m2, fp16, bf16 aligned; fp16, bf16, fp32 ieee) x
 * 5 forms (table built in parallel, table built sequentially, signflip, multiplier with 2-bit weights, multiplier with
 * weights as wide as the activation) = 110. Each has 16 points, an orthogonal array of strength 2 with four levels in
 * five factors: depth at build, fetch and reduce (0..3), L (1, 3, 8, and one of them again), R (1, 2, 8, likewise). So
 * 1760 points hold
 *   - for every column: every pair of depths at two places, and every depth at every place with every L and every R;
 *   - for every column: every L with every R;
 *   - for every form: all 64 triples of depths (the third one is shifted from type to type);
 *   - every depth at every place with every pair of L and R.
 * The baselines have no build to pipeline: the depth of their build is always 0, and the above holds without it.
 * grid_check() counts all this. What a point leaves open (mu, K, lanes, cores, half, network, widths, build adders,
 * negate, window, accumulator, overflow, range, encoding, zero gate, interface) is random, from the number of the
 * point, and legal.
 */
#ifndef TLUT_GRID_POINTS_H
#define TLUT_GRID_POINTS_H

#include <stddef.h>

#include "arch.h"

enum { GRID_TYPES = 22, GRID_FORMS = 5, GRID_ROWS = 16, GRID_POINTS = GRID_TYPES * GRID_FORMS * GRID_ROWS };

/* What is given at point i < GRID_POINTS, from config_small(). */
void grid_given(int i, struct arch *a);

/* The core of point i: complete, legal, resolved. */
void grid_point(int i, struct arch *a);

/* Does the grid cover what is said above? Complains on standard error. */
bool grid_check(void);

#endif
