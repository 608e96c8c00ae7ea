/* SPDX-License-Identifier: Apache-2.0 */
/* gguf.c -- the header of GGUF, versions 2 and 3: keys and values (only general.alignment matters here), then a list of
 * tensors. Dimensions stand there with the fastest one first: a matrix of M rows is {N, M}.
 */
#include <string.h>

#include "pack.h"

enum { WINDOW = 1 << 16, MAX_ALIGN = 1 << 20, I2_S = 36, I2_S_TAIL = 32 };
enum { V_UINT32 = 4, V_STRING = 8, V_ARRAY = 9, V_TYPES = 13 };
static const uint8_t value_size[V_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

static const struct kind {
    const char *name; /* NULL: no such type */
    uint16_t block, bytes;
    enum pack_type type;
} kinds[] = {
    [0] = {"F32", 1, 4, PACK_F32},           [1] = {"F16", 1, 2, PACK_F16},
    [2] = {"Q4_0", 32, 18, PACK_OTHER},      [3] = {"Q4_1", 32, 20, PACK_OTHER},
    [6] = {"Q5_0", 32, 22, PACK_OTHER},      [7] = {"Q5_1", 32, 24, PACK_OTHER},
    [8] = {"Q8_0", 32, 34, PACK_OTHER},      [9] = {"Q8_1", 32, 36, PACK_OTHER},
    [10] = {"Q2_K", 256, 84, PACK_OTHER},    [11] = {"Q3_K", 256, 110, PACK_OTHER},
    [12] = {"Q4_K", 256, 144, PACK_OTHER},   [13] = {"Q5_K", 256, 176, PACK_OTHER},
    [14] = {"Q6_K", 256, 210, PACK_OTHER},   [15] = {"Q8_K", 256, 292, PACK_OTHER},
    [16] = {"IQ2_XXS", 256, 66, PACK_OTHER}, [17] = {"IQ2_XS", 256, 74, PACK_OTHER},
    [18] = {"IQ3_XXS", 256, 98, PACK_OTHER}, [19] = {"IQ1_S", 256, 50, PACK_OTHER},
    [20] = {"IQ4_NL", 32, 18, PACK_OTHER},   [21] = {"IQ3_S", 256, 110, PACK_OTHER},
    [22] = {"IQ2_S", 256, 82, PACK_OTHER},   [23] = {"IQ4_XS", 256, 136, PACK_OTHER},
    [24] = {"I8", 1, 1, PACK_INT8},          [25] = {"I16", 1, 2, PACK_OTHER},
    [26] = {"I32", 1, 4, PACK_OTHER},        [27] = {"I64", 1, 8, PACK_OTHER},
    [28] = {"F64", 1, 8, PACK_OTHER},        [29] = {"IQ1_M", 256, 56, PACK_OTHER},
    [30] = {"BF16", 1, 2, PACK_BF16},        [34] = {"TQ1_0", 256, 54, PACK_TQ1_0},
    [35] = {"TQ2_0", 256, 66, PACK_TQ2_0},   [I2_S] = {"I2_S", 4, 1, PACK_I2_S},
};

/* The header while it is read, through a window of the file. */
struct cursor {
    const struct pack_file *file;
    struct diag *diag;
    uint64_t at;         /* next byte */
    uint64_t start, end; /* of the window */
    bool failed;
    uint8_t window[WINDOW];
};

static void fail(struct cursor *c, uint64_t at, const char *what)
{
    if (c->failed)
        return;
    c->failed = true;
    diag_error(c->diag, DIAG_PACK_FORM, loc_file(c->file->name), "%s, at byte %llu", what, (unsigned long long)at);
    diag_help(c->diag, "the file is damaged or no GGUF file: copy or download it again");
}

static uint64_t left(const struct cursor *c)
{
    return c->file->size - c->at;
}

/* Takes size bytes, at most WINDOW; NULL after a failure. */
static const uint8_t *take(struct cursor *c, size_t size)
{
    if (c->failed)
        return NULL;
    if (c->at < c->start || c->at + size > c->end) { /* no wrap: at <= the file's size */
        size_t want = left(c) < WINDOW ? (size_t)left(c) : WINDOW;
        if (want < size)
            want = size; /* ends in a message */
        if (!pack_file_read(c->file, c->at, c->window, want, NULL, c->diag)) {
            c->failed = true;
            return NULL;
        }
        c->start = c->at;
        c->end = c->at + want;
    }
    const uint8_t *p = c->window + (c->at - c->start);
    c->at += size;
    return p;
}

static uint64_t number(struct cursor *c, size_t size)
{
    const uint8_t *p = take(c, size);
    uint64_t v = 0;
    for (size_t i = 0; p && i < size; i++)
        v |= (uint64_t)p[i] << 8 * i;
    return v;
}

/* A length that is followed by as many items of at least `size` bytes. */
static uint64_t length(struct cursor *c, uint64_t size, const char *what)
{
    uint64_t at = c->at, n = number(c, 8);
    if (!c->failed && n > left(c) / size)
        fail(c, at, what);
    return c->failed ? 0 : n;
}

static void skip(struct cursor *c, uint64_t bytes)
{
    if (!c->failed && bytes > left(c))
        fail(c, c->at, "a value ends behind the file's end");
    if (!c->failed)
        c->at += bytes;
}

static void skip_value(struct cursor *c, uint64_t type)
{
    uint64_t count = 1;
    if (type == V_ARRAY) {
        uint64_t at = c->at;
        type = number(c, 4);
        if (type >= V_TYPES || type == V_ARRAY)
            fail(c, at, "an array of an unknown type, or of arrays");
        count = c->failed ? 0 : length(c, type == V_STRING ? 8 : value_size[type], "an array is longer than the file");
    }
    if (type != V_STRING && !c->failed)
        skip(c, count * value_size[type]); /* no wrap: count items fit into the file */
    for (uint64_t i = 0; type == V_STRING && i < count && !c->failed; i++)
        skip(c, length(c, 1, "a string is longer than the file"));
}

static uint64_t alignment(struct cursor *c, uint64_t type)
{
    uint64_t at = c->at, v = type == V_UINT32 ? number(c, 4) : 0;
    if (v == 0 || (v & (v - 1)) != 0 || v > MAX_ALIGN)
        fail(c, at, "general.alignment is no power of two from 1 to 1048576 of type uint32");
    return v;
}

static void key_value(struct cursor *c, uint64_t *align)
{
    static const char wanted[] = "general.alignment";
    uint64_t at = c->at, n = length(c, 1, "a key is longer than the file");
    bool is_align = false;
    if (n == sizeof wanted - 1) {
        const uint8_t *p = take(c, sizeof wanted - 1);
        is_align = p && memcmp(p, wanted, sizeof wanted - 1) == 0;
    } else
        skip(c, n);
    uint64_t type_at = c->at, type = number(c, 4);
    if (!c->failed && type >= V_TYPES)
        fail(c, type_at, "a value of an unknown type");
    if (c->failed)
        return;
    if (is_align && *align)
        fail(c, at, "general.alignment stands there twice");
    else if (is_align)
        *align = alignment(c, type);
    else
        skip_value(c, type);
}

/* Type and shape are known: how many bytes, and is it a matrix? */
static bool set_size(struct cursor *c, struct pack_tensor *t, uint64_t type, uint64_t type_at)
{
    const struct kind *k = type < sizeof kinds / sizeof kinds[0] && kinds[type].name ? &kinds[type] : NULL;
    uint64_t count, cols = t->dims ? t->shape[t->dims - 1] : 1;
    if (!k) {
        diag_error(c->diag, DIAG_PACK_TYPE, loc_file(c->file->name),
                   "tensor '%s' has the unknown type %llu, at byte %llu", diag_quote(t->name).s,
                   (unsigned long long)type, (unsigned long long)type_at);
        diag_help(c->diag, "convert the file to TQ1_0 or TQ2_0, such as with llama-quantize");
        return !(c->failed = true);
    }
    t->type_name = k->name;
    t->type = k->type;
    if (!pack_elements(t, &count)) {
        diag_error(c->diag, DIAG_PACK_FORM, loc_file(c->file->name),
                   "tensor '%s' is empty or larger than 2^62 elements, at byte %llu", diag_quote(t->name).s,
                   (unsigned long long)type_at);
        return !(c->failed = true);
    }
    if ((type == I2_S ? count : cols) % k->block != 0) {
        diag_error(c->diag, DIAG_PACK_BLOCK, loc_file(c->file->name),
                   "tensor '%s' has rows of %llu, which is no multiple of the block of %d of %s, at byte %llu",
                   diag_quote(t->name).s, (unsigned long long)cols, k->block, k->name, (unsigned long long)type_at);
        return !(c->failed = true);
    }
    t->bytes = count / k->block * k->bytes + (type == I2_S ? I2_S_TAIL : 0); /* at most 2^62 * 8: checked below */
    if (count / k->block > c->file->size / k->bytes || t->bytes > c->file->size) {
        diag_error(c->diag, DIAG_PACK_TRUNCATED, loc_file(c->file->name),
                   "tensor '%s' is larger than the file of %llu bytes, at byte %llu", diag_quote(t->name).s,
                   (unsigned long long)c->file->size, (unsigned long long)type_at);
        return !(c->failed = true);
    }
    bool matrix = t->dims <= 2 || count == cols * t->shape[t->dims - 2];
    t->cols = matrix ? (int64_t)cols : 0;
    t->rows = matrix ? (int64_t)(count / cols) : 0;
    return true;
}

static void tensor(struct cursor *c, struct pack_source *s)
{
    uint64_t at = c->at, n = length(c, 1, "a tensor's name is longer than the file");
    if (!c->failed && (n == 0 || n > PACK_MAX_NAME))
        fail(c, at, "a tensor's name is empty or longer than 255 bytes");
    const uint8_t *name = take(c, (size_t)n);
    if (!name)
        return;
    struct pack_tensor *t = pack_add(s, (const char *)name, (size_t)n);
    if (strlen(t->name) != n)
        fail(c, at, "a tensor's name holds a NUL byte");
    at = c->at;
    uint64_t dims = number(c, 4);
    if (!c->failed && dims > 4)
        fail(c, at, "a tensor has more than 4 dimensions");
    if (c->failed)
        return;
    t->dims = (int)dims;
    for (int i = t->dims - 1; i >= 0; i--)
        t->shape[i] = number(c, 8);
    at = c->at;
    uint64_t type = number(c, 4), offset = number(c, 8);
    if (c->failed || !set_size(c, t, type, at))
        return;
    if (offset > c->file->size) {
        diag_error(
            c->diag, DIAG_PACK_TRUNCATED, loc_file(c->file->name),
            "the data of tensor '%s' are said to begin at byte %llu of the data, the file has %llu bytes, at byte "
            "%llu",
            diag_quote(t->name).s, (unsigned long long)offset, (unsigned long long)c->file->size,
            (unsigned long long)at + 4);
        diag_help(c->diag, "the file is truncated or damaged: copy or download it again");
        c->failed = true;
    }
    t->at = offset; /* from the start of the data, so far */
}

static uint64_t read_header(struct cursor *c, struct pack_source *s, uint64_t *align)
{
    const uint8_t *magic = take(c, 4);
    if (magic && memcmp(magic, "GGUF", 4) != 0)
        fail(c, 0, "not a GGUF file");
    uint64_t version = number(c, 4);
    if (!c->failed && (version < 2 || version > 3))
        fail(c, 4, "a version of GGUF other than 2 and 3 (in little-endian order)");
    uint64_t at = c->at, tensors = number(c, 8), keys = length(c, 13, "more keys than the file has bytes for");
    if (!c->failed && tensors > left(c) / 24)
        fail(c, at, "more tensors than the file has bytes for");
    for (uint64_t i = 0; i < keys && !c->failed; i++)
        key_value(c, align);
    for (uint64_t i = 0; i < tensors && !c->failed; i++)
        tensor(c, s);
    return c->at;
}

bool pack_gguf(struct pack_source *s, struct diag *d)
{
    static const struct cursor begin;
    static _Thread_local struct cursor c; /* large */
    uint64_t align = 0;
    c = begin;
    c.file = &s->file;
    c.diag = d;
    uint64_t start = read_header(&c, s, &align);
    if (c.failed)
        return false;
    align = align ? align : 32;
    start = (start + align - 1) / align * align;
    for (size_t i = 0; i < s->count; i++)
        s->tensor[i].at += start;
    return pack_check_tensors(s, start, align, d);
}
