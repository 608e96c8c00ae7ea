/* SPDX-License-Identifier: Apache-2.0 */
/* sim_data.h -- the matrix and the vectors of a simulation: read from .npy files, or random of a given shape. */
#ifndef TLUT_SIM_DATA_H
#define TLUT_SIM_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "diag.h"
#include "dims.h"
#include "npy.h"

struct sim_data {
    struct npy file; /* of the weights */
    int8_t *own;     /* random weights */
    const int8_t *w; /* m x n, element (r, c) at r * row_stride + c * col_stride */
    int64_t m, n, row_stride, col_stride;
    uint32_t *x; /* vectors of n bit patterns */
    int64_t vectors;
};

struct sim_shape {
    int64_t m, n;
};

/* The next three return false after a diagnostic. A struct sim_data is all zeros at first, and released in any case. */

/* int8 matrix and activations of architecture a. */
bool sim_data_load(struct sim_data *t, const char *weights, const char *acts, const struct arch *a,
                   const struct dims *dims, struct diag *d);
/* The shape of a workload's layer. */
bool sim_data_layer(struct sim_shape *shape, const char *workload, const char *layer, struct diag *d);
/* Random ternary weights and activations for `jobs` jobs (stim.h). */
bool sim_data_make(struct sim_data *t, const struct sim_shape *shape, int64_t jobs, uint64_t seed, const struct arch *a,
                   const struct dims *dims, struct diag *d);
void sim_data_release(struct sim_data *t);

#endif
