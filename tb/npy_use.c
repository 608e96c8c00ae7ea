/* SPDX-License-Identifier: Apache-2.0 */
/* npy_use.c -- what the arrays mean here: weights, activations, results. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "npy.h"

bool npy_check_weights(const struct npy *n, struct diag *d)
{
    if (n->type != NPY_INT8 || n->dims != 2) {
        diag_error(d, n->dims != 2 ? DIAG_NPY_SHAPE : DIAG_NPY_DTYPE, loc_file(n->name),
                   "weights are an int8 matrix, this is %s with %d dimension%s", npy_type_name(n->type), n->dims,
                   n->dims == 1 ? "" : "s");
        diag_help(d, "save W as an M x N matrix of int8 (outputs x inputs) that holds -1, 0 and 1");
        return false;
    }
    for (int64_t row = 0; row < n->shape[0]; row++) {
        for (int64_t col = 0; col < n->shape[1]; col++) {
            int v = (int8_t)n->data[row * n->row_stride + col * n->col_stride];
            if (v >= -1 && v <= 1)
                continue;
            diag_error(d, DIAG_WEIGHT_VALUE, loc_file(n->name), "the weight in row %lld, column %lld is %d",
                       (long long)row, (long long)col, v);
            diag_note(d, "rows and columns count from 0; weights are -1, 0 or 1");
            diag_help(d, "quantize the matrix first: W / mean(|W|), rounded and clamped to -1..1");
            return false;
        }
    }
    return true;
}

/* The .npy types that hold activations of an architecture; *words names them. */
static bool act_type_fits(enum npy_type type, int act, const char **words)
{
    switch (act) {
    case ACT_FP8_E4M3:
    case ACT_FP8_E5M2:
        *words = "uint8 (bit patterns)";
        return type == NPY_UINT8;
    case ACT_FP16:
        *words = "float16";
        return type == NPY_FLOAT16;
    case ACT_BF16:
        *words = "uint16 (bit patterns)";
        return type == NPY_UINT16;
    case ACT_FP32:
        *words = "float32";
        return type == NPY_FLOAT32;
    default:
        *words = "int8 or int16";
        return type == NPY_INT8 || type == NPY_INT16;
    }
}

uint32_t *npy_activations(const struct npy *n, const struct arch *a, const struct dims *dims, int64_t *count,
                          int64_t *length, struct diag *d)
{
    char text[16];
    const char *words, *type = param_value_text(PARAM_act, a->act, text);
    if (!act_type_fits(n->type, a->act, &words)) {
        diag_error(d, DIAG_ACT_DTYPE, loc_file(n->name), "activations of type %s cannot be %s", type,
                   npy_type_name(n->type));
        diag_help(d, "save them as %s", words);
        return NULL;
    }
    *count = n->shape[0];
    *length = n->shape[1];
    uint32_t mask = dims->act_w >= 32 ? UINT32_MAX : (1u << dims->act_w) - 1;
    uint32_t *x = malloc((size_t)*count * (size_t)*length * sizeof *x);
    if (!x)
        diag_report(d, DIAG_FILE_SIZE, NULL, "'%s' does not fit into memory", diag_quote(n->name).s);
    for (int64_t row = 0; x && row < *count; row++) {
        for (int64_t col = 0; x && col < *length; col++) {
            int64_t v = npy_at(n, row, col);
            x[row * *length + col] = (uint32_t)v & mask;
            if (dims->act_float || (v >= dims->act_min && v <= dims->act_max))
                continue;
            diag_error(d, DIAG_ACT_VALUE, loc_file(n->name), "the activation %lld of vector %lld is %lld, out of %s",
                       (long long)col, (long long)row, (long long)v, type);
            diag_note(d, "legal are %lld..%lld%s", (long long)dims->act_min, (long long)dims->act_max,
                      a->range == RANGE_SYMMETRIC ? " (range=symmetric)" : "");
            diag_help(d, "scale the vector to that range, or take a wider type with --act");
            free(x);
            x = NULL;
        }
    }
    return x;
}

/* Everything goes to a file beside the target, which then takes its place. */
static int write_file(const char *path, const uint8_t *head, size_t head_size, const uint8_t *data, size_t size)
{
    size_t room = strlen(path) + 16;
    char *temporary = malloc(room);
    if (!temporary)
        return ENOMEM;
    snprintf(temporary, room, "%s.XXXXXX", path);
    int fd = mkstemp(temporary), error = fd < 0 ? errno : 0;
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (f) {
        mode_t mask = umask(0);
        umask(mask);
        bool ok = fwrite(head, 1, head_size, f) == head_size && fwrite(data, 1, size, f) == size && fflush(f) == 0 &&
                  fchmod(fd, 0666 & ~mask) == 0 && fsync(fd) == 0;
        error = ok ? 0 : errno;
        if (fclose(f) != 0 && !error)
            error = errno;
        if (!error && rename(temporary, path) != 0)
            error = errno;
    }
    if (error && fd >= 0)
        unlink(temporary);
    free(temporary);
    return error;
}

bool npy_write(const char *path, const int64_t *value, int64_t rows, int64_t cols, bool one_dim,
               const struct dims *dims, struct diag *d)
{
    size_t bytes = dims->act_float ? (size_t)dims->res_w / 8 : dims->res_w == 64 ? 8 : 4;
    const char *descr = !dims->act_float ? (bytes == 8 ? "<i8" : "<i4") : bytes == 4 ? "<f4" : "<u2";
    char shape[64], head[256] = "\x93NUMPY\x01";
    size_t count = (size_t)rows * (size_t)cols;
    if (one_dim)
        snprintf(shape, sizeof shape, "(%lld,)", (long long)cols);
    else
        snprintf(shape, sizeof shape, "(%lld, %lld)", (long long)rows, (long long)cols);
    int text =
        snprintf(head + 10, sizeof head - 10, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape);
    size_t size = ((size_t)text + 10 + 1 + 63) / 64 * 64; /* elements are aligned, as NumPy does it */
    memset(head + 10 + text, ' ', size - 10 - (size_t)text);
    head[size - 1] = '\n';
    head[8] = (char)(size - 10);
    head[9] = 0;
    uint8_t *data = malloc(count * bytes);
    for (size_t i = 0; data && i < count; i++)
        for (size_t b = 0; b < bytes; b++)
            data[i * bytes + b] = (uint8_t)((uint64_t)value[i] >> 8 * b);
    int error = data ? write_file(path, (const uint8_t *)head, size, data, count * bytes) : ENOMEM;
    free(data);
    if (error) {
        diag_error(d, DIAG_OUT_WRITE, loc_file(path), "cannot write '%s': %s", diag_quote(path).s, strerror(error));
        diag_help(d, "choose another file, or make room");
    }
    return error == 0;
}
