/* SPDX-License-Identifier: Apache-2.0 */
/* pack.h -- files of tensors (GGUF, safetensors, .npy) as matrices of ternary weights, block by block.
 *
 *   struct pack_source src;
 *   if (pack_open(&src, path, d)) {
 *       struct pack_reader r;
 *       if (pack_reader_init(&r, &src, pack_find(&src, name, d), &options, d))
 *           ... pack_reader_block(&r, ...) ...
 *       pack_reader_release(&r);
 *   }
 *   pack_close(&src);
 *
 * Files are hostile until proved otherwise: every count and every length is compared with the bytes that are there
 * before it is used, and products are checked. Tensors are never held as a whole. A weight w is kept as its code w + 1,
 * so that codes are the digits of base 3. Diagnostics name the tensor and the byte offset in the file (E461 to E472).
 */
#ifndef TLUT_PACK_H
#define TLUT_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

#define PACK_MAX_DIMS 8
#define PACK_MAX_NAME 255 /* bytes of a tensor's name */

/* A file, read at offsets; or memory that takes its place. */
struct pack_file {
    int fd; /* -1: memory */
    const uint8_t *memory;
    uint64_t size;
    const char *name; /* for messages */
};

bool pack_file_open(struct pack_file *f, const char *path, struct diag *d);
void pack_file_close(struct pack_file *f);
/* Reads exactly size bytes at an offset. False after a diagnostic; `what` (NULL: the header) is what was read. */
bool pack_file_read(const struct pack_file *f, uint64_t at, void *data, size_t size, const char *what, struct diag *d);

enum pack_format { PACK_GGUF, PACK_SAFETENSORS, PACK_NPY };

/* How elements are stored. What is of another type is listed, and refused where weights are wanted. */
enum pack_type {
    PACK_TQ1_0, /* GGUF, 5 weights a byte, blocks of 256 with a scale each */
    PACK_TQ2_0, /* GGUF, 4 weights a byte, the same */
    PACK_I2_S,  /* GGUF, 4 weights a byte, one scale; three layouts that the file does not tell apart */
    PACK_U8,    /* safetensors, 4 weights a byte, a quarter of the rows apart; the scale is a tensor of its own */
    PACK_INT8,
    PACK_F16,
    PACK_BF16,
    PACK_F32,
    PACK_OTHER
};

struct pack_tensor {
    char *name;
    const char *type_name; /* as the file's format calls it */
    enum pack_type type;
    int dims;
    uint64_t shape[PACK_MAX_DIMS]; /* of the stored elements, slowest first, as NumPy writes shapes */
    int64_t rows, cols;            /* of the matrix of weights; 0 if it is none */
    bool fortran;                  /* columns are contiguous */
    uint64_t at, bytes;            /* in the file */
};

/* What a weight's value is made of: w * scale or w / scale. */
enum pack_rule { PACK_UNSCALED, PACK_MULTIPLIED, PACK_DIVIDED, PACK_RULE_UNKNOWN };

struct pack_source {
    struct pack_file file;
    enum pack_format format;
    struct pack_tensor *tensor;
    size_t count;
    enum pack_rule rule; /* of PACK_U8: by the model's config.json beside the file, or unknown */
};

/* Opens a file and reads its header. False after one diagnostic; pack_close() is due in either case. */
bool pack_open(struct pack_source *s, const char *path, struct diag *d);
/* The same with memory, which must outlive s. */
bool pack_open_memory(struct pack_source *s, const char *name, const uint8_t *data, size_t size, struct diag *d);
void pack_close(struct pack_source *s);

/* The tensor of that name; with name NULL the only one. NULL after a diagnostic. */
const struct pack_tensor *pack_find(const struct pack_source *s, const char *name, struct diag *d);

/* For the readers of headers. Each fills s->tensor from s->file. */
bool pack_gguf(struct pack_source *s, struct diag *d);
bool pack_safetensors(struct pack_source *s, struct diag *d);
bool pack_npy(struct pack_source *s, struct diag *d);
/* Appends an empty tensor with a copy of the name. */
struct pack_tensor *pack_add(struct pack_source *s, const char *name, size_t length);
/* Two tensors of one name, or tensors that overlap, leave gaps or end outside: false after a diagnostic. Data start at
 * byte `start`, each tensor at a multiple of align from there. */
bool pack_check_tensors(const struct pack_source *s, uint64_t start, uint64_t align, struct diag *d);
/* Product of the shape; false if it is 0 or above 2^62. */
bool pack_elements(const struct pack_tensor *t, uint64_t *count);

enum pack_i2s { PACK_I2S_UNKNOWN, PACK_I2S_X86, PACK_I2S_ARM, PACK_I2S_ROWS4 };

struct pack_options {
    enum pack_i2s i2s;
    bool absmean;        /* floats: W / mean |W|, rounded half to even, clamped; else they must be -s, 0, s */
    bool any_scale;      /* blocks may have different scales: only the weights count */
    enum pack_rule rule; /* PACK_RULE_UNKNOWN: by the file */
};

struct pack_reader {
    const struct pack_source *src;
    const struct pack_tensor *tensor;
    struct pack_options opt;
    struct diag *diag;
    double scale; /* the matrix is w * scale or w / scale; blocks: the first scale that is not zero, so far */
    enum pack_rule rule;
    bool scales_differ; /* with any_scale: blocks of different scales were seen */
    int block_scale;    /* fp16 bits of it, or -1 */
    uint64_t clipped;   /* absmean: weights beyond 1.5 scales, which became -1 or 1 */
    uint8_t *raw;       /* scratch */
    size_t raw_size;
    uint8_t *line; /* scratch: codes of whole blocks */
    size_t line_size;
};

/* Begins to read a tensor (NULL: false at once). Refuses what is no ternary matrix; of floats, all is read once. False
 * after a diagnostic; pack_reader_release() is due in either case. */
bool pack_reader_init(struct pack_reader *r, const struct pack_source *src, const struct pack_tensor *tensor,
                      const struct pack_options *opt, struct diag *d);
void pack_reader_release(struct pack_reader *r);

/* Codes of rows x cols weights from (row, col) on, inside of the matrix; row i goes to codes + i * stride. False after
 * a diagnostic: a code that names no weight, another scale, an end of the file. */
bool pack_reader_block(struct pack_reader *r, int64_t row, int64_t rows, int64_t col, int64_t cols, uint8_t *codes,
                       size_t stride);

/* For the decoders. */
double pack_float(enum pack_type type, const uint8_t *p);
size_t pack_float_size(enum pack_type type);
/* First pass over floats: finds scale and rule, refuses what is neither. */
bool pack_float_scale(struct pack_reader *r);
/* Codes of `count` numbers that follow each other; `at` is their place in the file, for messages. */
bool pack_float_row(struct pack_reader *r, const uint8_t *p, int64_t count, uint8_t *codes, uint64_t at);
/* Bytes into codes: a block of 256 weights; `count` bytes, a multiple of stride, four weights each and stride apart,
 * from bit 7 down; one weight of each byte. False if a code is illegal: *bad is the first such byte. */
bool pack_decode_tq1(const uint8_t *block, uint8_t *codes, size_t *bad);
bool pack_decode_tq2(const uint8_t *block, uint8_t *codes, size_t *bad);
bool pack_decode_strided(const uint8_t *byte, size_t count, size_t stride, uint8_t *codes, size_t *bad);
bool pack_decode_shift(const uint8_t *byte, size_t count, int shift, uint8_t *codes, size_t *bad);

#endif
