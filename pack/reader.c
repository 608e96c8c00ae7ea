/* SPDX-License-Identifier: Apache-2.0 */
/* reader.c -- blocks of a ternary matrix out of a tensor of any type. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "pack.h"

enum { TQ = 256 }; /* weights of a TQ1_0 or TQ2_0 block */

static uint8_t *grow(uint8_t **data, size_t *have, size_t want)
{
    if (*have < want)
        *data = buf_realloc(*data, *have = want, 1);
    return *data;
}

static bool fetch(struct pack_reader *r, uint64_t offset, size_t size)
{
    grow(&r->raw, &r->raw_size, size);
    return pack_file_read(&r->src->file, r->tensor->at + offset, r->raw, size, r->tensor->name, r->diag);
}

static bool illegal(struct pack_reader *r, uint64_t offset, int byte)
{
    diag_error(r->diag, DIAG_PACK_CODE, loc_file(r->src->file.name),
               "tensor '%s' holds a code that names no weight: 0x%02x at byte %llu", diag_quote(r->tensor->name).s,
               (unsigned)byte, (unsigned long long)(r->tensor->at + offset));
    diag_help(r->diag, r->tensor->type == PACK_U8 ? "is it a matrix of packed weights at all?"
                                                  : "the file is damaged, or its writer stored something else here");
    return false;
}

/* Does this block of a TQ tensor have the scale of the others? */
static bool block_scale(struct pack_reader *r, const uint8_t *p, uint64_t offset, const uint8_t *codes)
{
    int bits = p[0] | p[1] << 8;
    bool zero = bits == 0 || bits == 0x8000;
    if (bits == r->block_scale)
        return true;
    double value = pack_float(PACK_F16, p);
    if (!isfinite(value) || value < 0) {
        diag_error(r->diag, DIAG_PACK_SCALE, loc_file(r->src->file.name),
                   "tensor '%s' has a block of scale %g, at byte %llu", diag_quote(r->tensor->name).s, value,
                   (unsigned long long)(r->tensor->at + offset));
        diag_help(r->diag, "scales are positive: the file is damaged");
        return false;
    }
    for (int i = 0; i < TQ && zero; i++)
        zero = codes[i] == 1;
    if (zero) /* a block of zeros has no scale */
        return true;
    if (r->block_scale < 0 && value > 0) {
        r->block_scale = bits;
        r->scale = value;
        return true;
    }
    if (value == 0) {
        diag_error(r->diag, DIAG_PACK_SCALE, loc_file(r->src->file.name),
                   "tensor '%s' has a block of weights that are not all 0, of scale 0, at byte %llu",
                   diag_quote(r->tensor->name).s, (unsigned long long)(r->tensor->at + offset));
        diag_help(r->diag, "the file is damaged: such a block has no weights");
        return false;
    }
    r->scales_differ = true;
    if (r->opt.any_scale)
        return true;
    diag_error(r->diag, DIAG_PACK_SCALE, loc_file(r->src->file.name),
               "tensor '%s' has blocks of different scales: %g, and %g at byte %llu", diag_quote(r->tensor->name).s,
               r->scale, value, (unsigned long long)(r->tensor->at + offset));
    diag_help(r->diag, "--any-scale takes the weights alone and leaves the scales to you");
    return false;
}

/* Whole blocks around the wanted columns; straight into place if they fit. */
static bool tq_row(struct pack_reader *r, int64_t row, int64_t col, int64_t cols, uint8_t *codes)
{
    const bool one = r->tensor->type == PACK_TQ1_0;
    const size_t size = one ? 54 : 66;
    int64_t first = col / TQ, blocks = (col + cols + TQ - 1) / TQ - first;
    uint64_t offset = ((uint64_t)row * (uint64_t)(r->tensor->cols / TQ) + (uint64_t)first) * size;
    bool straight = col % TQ == 0 && cols % TQ == 0;
    uint8_t *out = straight ? codes : grow(&r->line, &r->line_size, (size_t)blocks * TQ);
    if (!fetch(r, offset, (size_t)blocks * size))
        return false;
    for (int64_t i = 0; i < blocks; i++, out += TQ) {
        const uint8_t *block = r->raw + (size_t)i * size;
        uint64_t at = offset + (uint64_t)i * size;
        size_t bad;
        if (!(one ? pack_decode_tq1 : pack_decode_tq2)(block, out, &bad))
            return illegal(r, at + bad, block[bad]);
        if (!block_scale(r, block + size - 2, at + size - 2, out))
            return false;
    }
    if (!straight)
        memcpy(codes, r->line + col % TQ, (size_t)cols);
    return true;
}

/* I2_S, x86 or ARM: units of `stride` bytes, 4 weights a byte, stride apart. */
static bool strided_row(struct pack_reader *r, int64_t row, int64_t col, int64_t cols, uint8_t *codes)
{
    const int64_t stride = r->opt.i2s == PACK_I2S_X86 ? 32 : 16, unit = 4 * stride;
    int64_t first = col / unit, units = (col + cols + unit - 1) / unit - first;
    uint64_t offset = (uint64_t)(row * (r->tensor->cols / unit) + first) * (uint64_t)stride;
    size_t size = (size_t)(units * stride), bad;
    bool straight = col % unit == 0 && cols % unit == 0;
    uint8_t *out = straight ? codes : grow(&r->line, &r->line_size, 4 * size);
    if (!fetch(r, offset, size))
        return false;
    if (!pack_decode_strided(r->raw, size, (size_t)stride, out, &bad))
        return illegal(r, offset + bad, r->raw[bad]);
    if (!straight)
        memcpy(codes, r->line + col % unit, (size_t)cols);
    return true;
}

static bool shifted_row(struct pack_reader *r, int64_t byte_row, int shift, int64_t col, int64_t cols, uint8_t *codes)
{
    uint64_t offset = (uint64_t)byte_row * (uint64_t)r->tensor->cols + (uint64_t)col;
    size_t bad;
    if (!fetch(r, offset, (size_t)cols))
        return false;
    if (!pack_decode_shift(r->raw, (size_t)cols, shift, codes, &bad))
        return illegal(r, offset + bad, r->raw[bad]);
    return true;
}

/* int8 or a float type: `count` elements, one after the other in the file, to codes that are step apart. */
static bool plain(struct pack_reader *r, uint64_t element, int64_t count, uint8_t *codes, size_t step)
{
    size_t size = r->tensor->type == PACK_INT8 ? 1 : pack_float_size(r->tensor->type);
    uint64_t offset = element * size;
    if (!fetch(r, offset, (size_t)count * size))
        return false;
    uint8_t *line = step == 1 ? codes : grow(&r->line, &r->line_size, (size_t)count);
    unsigned most = 0;
    if (r->tensor->type != PACK_INT8 && !pack_float_row(r, r->raw, count, line, r->tensor->at + offset))
        return false;
    for (int64_t i = 0; i < count && r->tensor->type == PACK_INT8; i++) {
        line[i] = (uint8_t)(r->raw[i] + 1);
        most = line[i] > most ? line[i] : most;
    }
    for (int64_t i = 0; i < count && most > 2; i++)
        if (line[i] > 2) {
            diag_error(r->diag, DIAG_PACK_NOT_TERNARY, loc_file(r->src->file.name),
                       "tensor '%s' is not ternary: %d at byte %llu", diag_quote(r->tensor->name).s, (int8_t)r->raw[i],
                       (unsigned long long)(r->tensor->at + offset + (uint64_t)i));
            diag_help(r->diag, "quantize the matrix first: W / mean(|W|), rounded and clamped to -1..1");
            return false;
        }
    for (int64_t i = 0; i < count && step != 1; i++)
        codes[(size_t)i * step] = line[i];
    return true;
}

static bool one_row(struct pack_reader *r, int64_t row, int64_t col, int64_t cols, uint8_t *codes)
{
    const struct pack_tensor *t = r->tensor;
    int64_t quarter = t->rows / 4;
    switch (t->type) {
    case PACK_TQ1_0:
    case PACK_TQ2_0:
        return tq_row(r, row, col, cols, codes);
    case PACK_I2_S:
        if (r->opt.i2s == PACK_I2S_ROWS4)
            return shifted_row(r, row / 4, (int)(6 - 2 * (row % 4)), col, cols, codes);
        return strided_row(r, row, col, cols, codes);
    case PACK_U8:
        return shifted_row(r, row % quarter, (int)(2 * (row / quarter)), col, cols, codes);
    default:
        return plain(r, (uint64_t)row * (uint64_t)t->cols + (uint64_t)col, cols, codes, 1);
    }
}

bool pack_reader_block(struct pack_reader *r, int64_t row, int64_t rows, int64_t col, int64_t cols, uint8_t *codes,
                       size_t stride)
{
    const struct pack_tensor *t = r->tensor;
    for (int64_t i = 0; i < cols && t->fortran; i++)
        if (!plain(r, (uint64_t)(col + i) * (uint64_t)t->rows + (uint64_t)row, rows, codes + i, stride))
            return false;
    for (int64_t i = 0; i < rows && !t->fortran; i++)
        if (!one_row(r, row + i, col, cols, codes + (size_t)i * stride))
            return false;
    return true;
}

/* Rows have to be whole blocks. */
static bool check_block(struct pack_reader *r)
{
    const struct pack_tensor *t = r->tensor;
    bool rows4 = r->opt.i2s == PACK_I2S_ROWS4;
    int64_t block = rows4 ? 4 : r->opt.i2s == PACK_I2S_X86 ? 128 : 64, have = rows4 ? t->rows : t->cols;
    if (t->type != PACK_I2_S)
        return true;
    if (r->opt.i2s == PACK_I2S_UNKNOWN) {
        diag_error(r->diag, DIAG_PACK_LAYOUT, loc_file(r->src->file.name),
                   "the layout of tensor '%s' of type I2_S at byte %llu is not known", diag_quote(t->name).s,
                   (unsigned long long)t->at);
        diag_note(r->diag, "three layouts have this type, and the file does not say which it has");
        diag_help(r->diag, "name the machine that it was made for: --i2s x86, arm, or rows4");
        return false;
    }
    if (have % block == 0)
        return true;
    diag_error(
        r->diag, DIAG_PACK_BLOCK, loc_file(r->src->file.name),
        "tensor '%s' at byte %llu has %s of %lld, which is no multiple of the block of %lld of this layout of I2_S",
        diag_quote(t->name).s, (unsigned long long)t->at, rows4 ? "columns" : "rows", (long long)have,
        (long long)block);
    diag_help(r->diag, "take another layout with --i2s, or convert the model again");
    return false;
}

static bool check_scale(struct pack_reader *r, const struct pack_tensor *t, uint64_t at)
{
    if (isfinite(r->scale) && r->scale >= 0)
        return true;
    diag_error(r->diag, DIAG_PACK_SCALE, loc_file(r->src->file.name), "tensor '%s' has the scale %g, at byte %llu",
               diag_quote(t->name).s, r->scale, (unsigned long long)at);
    diag_help(r->diag, "scales are positive: the file is damaged");
    return false;
}

static bool i2s_scale(struct pack_reader *r)
{
    uint8_t bytes[4];
    const struct pack_tensor *t = r->tensor;
    uint64_t offset = (uint64_t)t->rows * (uint64_t)t->cols / 4;
    if (!pack_file_read(&r->src->file, t->at + offset, bytes, sizeof bytes, t->name, r->diag))
        return false;
    r->scale = pack_float(PACK_F32, bytes);
    r->rule = PACK_MULTIPLIED;
    return check_scale(r, t, t->at + offset);
}

/* U8: the tensor NAME_scale beside it. */
static bool companion_scale(struct pack_reader *r)
{
    uint8_t bytes[4];
    const struct pack_source *s = r->src;
    char name[PACK_MAX_NAME + 8];
    snprintf(name, sizeof name, "%s_scale", r->tensor->name);
    for (size_t i = 0; i < s->count; i++) {
        const struct pack_tensor *t = &s->tensor[i];
        bool number = t->type == PACK_F16 || t->type == PACK_BF16 || t->type == PACK_F32;
        if (strcmp(t->name, name) != 0 || !number || t->bytes != pack_float_size(t->type))
            continue;
        if (!pack_file_read(&s->file, t->at, bytes, (size_t)t->bytes, t->name, r->diag))
            return false;
        r->scale = pack_float(t->type, bytes);
        r->rule = s->rule;
        return check_scale(r, t, t->at);
    }
    return true;
}

static bool find_scale(struct pack_reader *r)
{
    bool ok = true;
    switch (r->tensor->type) {
    case PACK_TQ1_0:
    case PACK_TQ2_0:
        r->rule = PACK_MULTIPLIED; /* the value is met on the way */
        break;
    case PACK_I2_S:
        ok = i2s_scale(r);
        break;
    case PACK_U8:
        ok = companion_scale(r);
        break;
    case PACK_INT8:
        break;
    default:
        ok = pack_float_scale(r);
    }
    if (r->opt.rule != PACK_RULE_UNKNOWN && r->rule != PACK_UNSCALED)
        r->rule = r->opt.rule;
    return ok;
}

bool pack_reader_init(struct pack_reader *r, const struct pack_source *src, const struct pack_tensor *tensor,
                      const struct pack_options *opt, struct diag *d)
{
    *r = (struct pack_reader){.src = src, .tensor = tensor, .opt = *opt, .diag = d, .block_scale = -1};
    if (!tensor)
        return false;
    if (tensor->type == PACK_OTHER) {
        diag_error(d, DIAG_PACK_NOT_TERNARY, loc_file(src->file.name),
                   "tensor '%s' at byte %llu has the type %s, which is not ternary", diag_quote(tensor->name).s,
                   (unsigned long long)tensor->at, tensor->type_name);
        diag_help(d, "tlut-pack info lists the tensors and their types");
        return false;
    }
    if (tensor->rows == 0) {
        diag_error(d, DIAG_PACK_SHAPE, loc_file(src->file.name),
                   "tensor '%s' at byte %llu has %d dimensions, it is no matrix", diag_quote(tensor->name).s,
                   (unsigned long long)tensor->at, tensor->dims);
        diag_help(d, "y[M] = W[M x N] * x[N]: name a tensor with two dimensions");
        return false;
    }
    return check_block(r) && find_scale(r);
}

void pack_reader_release(struct pack_reader *r)
{
    free(r->raw);
    free(r->line);
    r->raw = r->line = NULL;
    r->raw_size = r->line_size = 0;
}
