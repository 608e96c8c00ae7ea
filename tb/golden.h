/* SPDX-License-Identifier: Apache-2.0 */
/* golden.h -- the golden model: what a core computes, beat by beat and bit by bit. It is the specification of the RTL.
 *
 * It works on beats as the streams carry them, after padding and packing are stripped: activations and keys are arrays of
 * bit patterns, results are bit patterns of dims.acc_w bits, sign-extended to 64 (integers) or zero-extended (floats).
 * It replays the order of additions of struct lutnet and of the reduction tree, so floating point is exact too.
 * It depends on arch.h, dims.h and lutnet.h alone, knows nothing of clocks (schedule.h does) and never fails.
 */
#ifndef TLUT_GOLDEN_H
#define TLUT_GOLDEN_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "dims.h"
#include "lutnet.h"

/* Bits of `status`, sticky until golden_reset(). */
enum { STATUS_KEY_GROUP = 1, STATUS_SATURATED = 2, STATUS_NAN = 4, STATUS_INF = 8 };

struct golden;

/* Allocates a model in the state after reset; NULL if memory runs out. `a` is copied. */
struct golden *golden_new(const struct arch *a, const struct dims *d, const struct lutnet *net);
void golden_free(struct golden *g);
void golden_reset(struct golden *g);

/* An activation beat: T * n bit patterns, lane-major, each below 2^act_w; last ends the vector. Every core of the C gets
 * the same beat. */
void golden_act(struct golden *g, const uint32_t *act, bool last);

/* A key beat of the group of the last activation beat: outputs * L keys, key of output k and table l at [k*L + l], each
 * {sign, index} below 2^key_w (multiplier, weight-bits b: the weight itself, act_w bits); last ends the group.
 * Returns true if the beat yields a result beat; then result[t*outputs + k], t < T, is written and *result_last is TLAST. */
bool golden_key(struct golden *g, const uint32_t *key, bool last, int64_t *result, bool *result_last);

unsigned golden_status(const struct golden *g);

/* The key of a group of mu weights (first weight most significant): {sign, idx}, idx = B - |v|, sign = v < 0. */
uint32_t golden_key_encode(int mu, const int8_t *weight);

#endif
