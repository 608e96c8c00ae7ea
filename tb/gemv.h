/* SPDX-License-Identifier: Apache-2.0 */
/* gemv.h -- how a host runs y[M] = W[M x N] * x[N] on a core: passes, beats, keys, padding.
 *
 * M outputs run as passes of up to outputs * R rows; x is replayed for each pass. Within a pass, activation beat i holds
 * x[i*n .. i*n+n-1] (zeros past N), and is followed by the pass's key beats, g = ceil(rows / outputs) of them: beat r
 * holds the keys of rows first + r*outputs + k. Ragged N is padded with zero weights, ragged M with zero keys.
 */
#ifndef TLUT_GEMV_H
#define TLUT_GEMV_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "dims.h"

struct gemv {
    const struct arch *arch;
    const struct dims *dims;
    int64_t m, n;            /* shape of W */
    const int8_t *w;         /* weights -1, 0, +1; element (row, col) at w[row * row_stride + col * col_stride] */
    int64_t row_stride, col_stride;
    const uint32_t *x;       /* T x N bit patterns, lane t at x + t * n; every lane of the core is used */
    int64_t passes, tiles;   /* passes over x; activation beats a pass, ceil(N / n) */
};

/* Fills passes and tiles from the other fields. */
void gemv_init(struct gemv *g);
/* Key beats of each group of pass p: ceil(rows of the pass / outputs), 1..R. */
int gemv_group(const struct gemv *g, int64_t pass);
/* Activation beat `tile` (the same in each pass): T * (L * mu) bit patterns. */
void gemv_act_beat(const struct gemv *g, int64_t tile, uint32_t *act);
/* Key beat r of tile `tile` in pass `pass`: outputs * L keys as golden_key() takes them. */
void gemv_key_beat(const struct gemv *g, int64_t pass, int64_t tile, int r, uint32_t *key);
/* Row of result k of result beat r of a pass, or -1 if it is padding. */
int64_t gemv_row(const struct gemv *g, int64_t pass, int r, int k);

#endif
