/* SPDX-License-Identifier: Apache-2.0 */
/* npy.h -- NumPy's .npy files, versions 1 and 2: arrays of one or two dimensions, in C or Fortran order.
 *
 * The header is parsed strictly as what numpy.save writes, a dict of descr, fortran_order and shape; nothing is
 * evaluated. The file is hostile until proved otherwise: every size is checked against the bytes that are there before
 * it is used. Diagnostics name the byte offset (E401 to E409).
 */
#ifndef TLUT_NPY_H
#define TLUT_NPY_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "dims.h"

#define NPY_LIMIT (INT64_C(1) << 32) /* bytes of a file */

enum npy_type { NPY_INT8, NPY_INT16, NPY_INT32, NPY_INT64, NPY_UINT8, NPY_UINT16, NPY_FLOAT16, NPY_FLOAT32 };

struct npy {
    enum npy_type type;
    bool fortran;
    int dims;                       /* 1 or 2 */
    int64_t shape[2];               /* 1-D: the length is shape[1], shape[0] is 1 */
    int64_t row_stride, col_stride; /* in elements */
    const uint8_t *data;            /* elements, little endian, not aligned */
    void *file;                     /* holds data */
    char name[256];                 /* of the file, for messages */
};

/* Reads a file. False after one diagnostic. */
bool npy_read(struct npy *n, const char *path, struct diag *d);
/* The same from a file in memory, which must outlive n. */
bool npy_parse(struct npy *n, const char *name, const uint8_t *file, size_t size, struct diag *d);
void npy_release(struct npy *n);

/* The word NumPy has for a type, such as "int8". */
const char *npy_type_name(enum npy_type type);

/* Element (row, col): integers sign- or zero-extended, floats as bit patterns. */
int64_t npy_at(const struct npy *n, int64_t row, int64_t col);

/* Is it a matrix of weights, int8 and 2-D, all of them -1, 0 or 1? The first other one is named. Its elements may then
 * be taken as int8_t at data with the two strides. */
bool npy_check_weights(const struct npy *n, struct diag *d);

/* Turns activations, 1-D (N) or 2-D (vectors x N), into bit patterns of the activation type, `count` vectors of
 * `length`, vector by vector, to be freed with free(). Integers of int8 or int16, range-checked; fp16 from float16,
 * fp32 from float32, bf16 and fp8 as bit patterns from uint16 and uint8. NULL after a diagnostic. */
uint32_t *npy_activations(const struct npy *n, const struct arch *a, const struct dims *dims, int64_t *count,
                          int64_t *length, struct diag *d);

/* Writes results as a rows x cols array (rows = 1 with one_dim: 1-D), whole or not at all: int32, or int64 if res_w is
 * 64; float accumulators as float32, or as uint16 bit patterns. False after a diagnostic (E2xx). */
bool npy_write(const char *path, const int64_t *value, int64_t rows, int64_t cols, bool one_dim,
               const struct dims *dims, struct diag *d);

#endif
