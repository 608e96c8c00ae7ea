/* SPDX-License-Identifier: Apache-2.0 */
#include "sim_data.h"

#include <stdlib.h>

#include "stim.h"
#include "workload.h"

void sim_data_release(struct sim_data *t)
{
    npy_release(&t->file);
    free(t->own);
    free(t->x);
}

bool sim_data_load(struct sim_data *t, const char *weights, const char *path, const struct arch *a,
                   const struct dims *dims, struct diag *d)
{
    struct npy acts;
    int64_t length = 0;
    if (!npy_read(&t->file, weights, d) || !npy_check_weights(&t->file, d) || !npy_read(&acts, path, d))
        return false;
    t->w = (const int8_t *)t->file.data;
    t->m = t->file.shape[0];
    t->n = t->file.shape[1];
    t->row_stride = t->file.row_stride;
    t->col_stride = t->file.col_stride;
    t->x = npy_activations(&acts, a, dims, &t->vectors, &length, d);
    bool ok = t->x != NULL;
    if (ok && length != t->n) {
        diag_error(d, DIAG_SHAPES_DISAGREE, loc_file(path), "the vectors have %lld elements, the matrix is %lld x %lld",
                   (long long)length, (long long)t->m, (long long)t->n);
        if (length == t->m)
            diag_help(d, "the matrix is transposed: it has to be outputs x inputs");
        else
            diag_help(d, "a vector has one element for each column of the matrix");
        ok = false;
    } else if (ok && t->vectors % a->lanes) {
        diag_error(d, DIAG_SHAPES_DISAGREE, loc_file(path), "%lld vectors cannot be shared out among %d lanes",
                   (long long)t->vectors, a->lanes);
        diag_help(d, "give a multiple of %d vectors", a->lanes);
        ok = false;
    }
    npy_release(&acts);
    return ok;
}

bool sim_data_layer(struct sim_shape *shape, const char *workload, const char *layer_name, struct diag *d)
{
    struct workload w;
    if (!workload_read(&w, workload, d))
        return false;
    const struct workload_layer *layer = workload_find(&w, layer_name, workload, d);
    if (layer)
        *shape = (struct sim_shape){layer->m, layer->n};
    workload_release(&w);
    return layer != NULL;
}

bool sim_data_make(struct sim_data *t, const struct sim_shape *shape, int64_t jobs, uint64_t seed, const struct arch *a,
                   const struct dims *dims, struct diag *d)
{
    uint64_t weight_seed = stim_next(&seed);
    t->m = shape->m;
    t->n = shape->n;
    t->row_stride = t->n;
    t->col_stride = 1;
    t->vectors = jobs * a->lanes;
    t->own = t->m <= INT64_MAX / 8 / t->n ? malloc((size_t)(t->m * t->n)) : NULL;
    t->x = malloc((size_t)(t->vectors * t->n) * sizeof *t->x);
    t->w = t->own;
    if (!t->own || !t->x || !stim_weights(t->own, t->m * t->n, weight_seed)) {
        diag_report(d, DIAG_FILE_SIZE, "simulate a smaller shape", "a matrix of %lld x %lld does not fit into memory",
                    (long long)t->m, (long long)t->n);
        return false;
    }
    for (int64_t v = 0; v < t->vectors; v++)
        stim_acts(t->x + v * t->n, t->n, dims, stim_next(&seed));
    return true;
}
