/* SPDX-License-Identifier: Apache-2.0 */
/* make.h -- writes files of tensors for tests, in memory, weight by weight as the formats are described; it shares
 * nothing with the readers. */
#ifndef TLUT_TEST_PACK_MAKE_H
#define TLUT_TEST_PACK_MAKE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "pack.h"
#include "unit.h"

static inline void put(struct buf *b, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buf_addch(b, (char)(uint8_t)(v >> 8 * i));
}

static inline void put_string(struct buf *b, const char *s)
{
    put(b, strlen(s), 8);
    buf_addstr(b, s);
}

static inline void pad(struct buf *b, size_t align)
{
    while (b->len % align)
        buf_addch(b, 0);
}

/* GGUF: header with one key; then tensors' entries; then data. */
static inline void gguf_head(struct buf *b, int version, uint64_t tensors, uint64_t keys)
{
    buf_addstr(b, "GGUF");
    put(b, (uint64_t)version, 4);
    put(b, tensors, 8);
    put(b, keys, 8);
}

static inline void gguf_key_u32(struct buf *b, const char *key, uint32_t v)
{
    put_string(b, key);
    put(b, 4, 4);
    put(b, v, 4);
}

static inline void gguf_entry(struct buf *b, const char *name, uint64_t rows, uint64_t cols, uint32_t type, uint64_t at)
{
    put_string(b, name);
    put(b, 2, 4);
    put(b, cols, 8);
    put(b, rows, 8);
    put(b, type, 4);
    put(b, at, 8);
}

static inline uint8_t tq1_byte(const int8_t *x, int step, int count)
{
    unsigned q = 0;
    for (int n = 0; n < 5; n++)
        q = 3 * q + (n < count ? (unsigned)(x[n * step] + 1) : 0);
    return (uint8_t)((q * 256 + 242) / 243);
}

static inline void tq1_block(struct buf *b, const int8_t *x, unsigned scale)
{
    for (int m = 0; m < 32; m++)
        put(b, tq1_byte(x + m, 32, 5), 1);
    for (int m = 0; m < 16; m++)
        put(b, tq1_byte(x + 160 + m, 16, 5), 1);
    for (int m = 0; m < 4; m++)
        put(b, tq1_byte(x + 240 + m, 4, 4), 1);
    put(b, scale, 2);
}

static inline void tq2_block(struct buf *b, const int8_t *x, unsigned scale)
{
    for (int half = 0; half < 256; half += 128)
        for (int m = 0; m < 32; m++) {
            int byte = 0;
            for (int n = 0; n < 4; n++)
                byte |= (x[half + m + 32 * n] + 1) << 2 * n;
            put(b, (uint64_t)byte, 1);
        }
    put(b, scale, 2);
}

/* Data of a matrix in a type; i2s chooses the layout. `scale` is 1.5 where there is one. */
enum { HALF_1_5 = 0x3e00, SINGLE_1_5 = 0x3fc00000, BF16_1_5 = 0x3fc0 };

static inline void put_i2s(struct buf *b, const int8_t *w, int64_t rows, int64_t cols, enum pack_i2s layout)
{
    int64_t stride = layout == PACK_I2S_X86 ? 32 : 16;
    for (int64_t i = 0; i < rows * cols / 4; i++) {
        int byte = 0;
        for (int k = 0; k < 4; k++) {
            int64_t at = layout == PACK_I2S_ROWS4 ? (i / cols * 4 + k) * cols + i % cols
                                                  : i / stride * 4 * stride + k * stride + i % stride;
            byte |= (w[at] + 1) << (6 - 2 * k);
        }
        put(b, (uint64_t)byte, 1);
    }
    put(b, SINGLE_1_5, 4);
    buf_fill(b, 0, 28);
}

static inline void put_hf(struct buf *b, const int8_t *w, int64_t rows, int64_t cols)
{
    for (int64_t r = 0; r < rows / 4; r++)
        for (int64_t c = 0; c < cols; c++) {
            int byte = 0;
            for (int i = 0; i < 4; i++)
                byte |= (w[(i * (rows / 4) + r) * cols + c] + 1) << 2 * i;
            put(b, (uint64_t)byte, 1);
        }
}

static inline void put_floats(struct buf *b, const int8_t *w, int64_t count, enum pack_type type)
{
    for (int64_t i = 0; i < count; i++) {
        uint64_t one = type == PACK_F32 ? SINGLE_1_5 : type == PACK_F16 ? HALF_1_5 : BF16_1_5;
        int bytes = type == PACK_F32 ? 4 : 2;
        put(b, w[i] == 0 ? 0 : w[i] > 0 ? one : one | UINT64_C(1) << (8 * bytes - 1), bytes);
    }
}

static inline void gguf_matrix(struct buf *b, const int8_t *w, int64_t rows, int64_t cols, uint32_t type,
                               enum pack_i2s layout)
{
    gguf_head(b, 3, 1, 1);
    gguf_key_u32(b, "general.file_type", 1);
    gguf_entry(b, "w", (uint64_t)rows, (uint64_t)cols, type, 0);
    pad(b, 32);
    for (int64_t i = 0; (type == 34 || type == 35) && i < rows * cols; i += 256)
        (type == 34 ? tq1_block : tq2_block)(b, w + i, HALF_1_5);
    if (type == 36)
        put_i2s(b, w, rows, cols, layout);
    if (type == 24)
        buf_add(b, w, (size_t)(rows * cols));
    if (type == 0 || type == 1 || type == 30)
        put_floats(b, w, rows * cols, type == 0 ? PACK_F32 : type == 1 ? PACK_F16 : PACK_BF16);
    pad(b, 32);
}

/* safetensors: a header, and data behind it. */
static inline void safetensors(struct buf *b, const char *header, const void *data, size_t size)
{
    put(b, strlen(header), 8);
    buf_addstr(b, header);
    buf_add(b, data, size);
}

static inline void npy_int8(struct buf *b, const int8_t *w, int64_t rows, int64_t cols, bool fortran)
{
    char text[118];
    memset(text, ' ', sizeof text);
    int n = snprintf(text, sizeof text, "{'descr': '|i1', 'fortran_order': %s, 'shape': (%lld, %lld), }",
                     fortran ? "True" : "False", (long long)rows, (long long)cols);
    text[n] = ' ';
    text[117] = '\n';
    buf_add(b, "\x93NUMPY\x01\0\x76\0", 10);
    buf_add(b, text, sizeof text);
    for (int64_t i = 0; i < rows * cols; i++)
        put(b, (uint64_t)(fortran ? w[i % rows * cols + i / rows] : w[i]), 1);
}

/* Opens and reads the matrix as codes. Returns what was printed (to be freed), or NULL if all went well. */
static inline char *read_codes(const struct buf *b, const char *name, const struct pack_options *opt, uint8_t **codes,
                               struct pack_reader *result)
{
    struct diag *d = diag_new();
    struct pack_source s;
    struct pack_reader r = {0};
    char *text = NULL;
    size_t length = 0;
    *codes = NULL;
    bool ok = pack_open_memory(&s, "file", (const uint8_t *)b->data, b->len, d) &&
              pack_reader_init(&r, &s, pack_find(&s, name, d), opt, d);
    if (ok) {
        int64_t rows = r.tensor->rows, cols = r.tensor->cols;
        *codes = malloc((size_t)(rows * cols));
        ok = pack_reader_block(&r, 0, rows, 0, cols, *codes, (size_t)cols);
    }
    if (result)
        *result = r;
    CU_ASSERT_EQUAL(diag_count(d), !ok);
    if (!ok) {
        FILE *f = open_memstream(&text, &length);
        diag_print(d, f);
        fclose(f);
    }
    pack_reader_release(&r);
    pack_close(&s);
    diag_free(d);
    return text;
}

#endif
