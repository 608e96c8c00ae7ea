/* SPDX-License-Identifier: Apache-2.0 */
/* npy.c -- reading. The file: "\x93NUMPY", major, minor, header length (2 bytes; version 2: 4 bytes), header, elements.
 */
#include "npy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define NPY_HEADER_LIMIT 65536 /* bytes: a real header has 118 */

static const struct {
    const char *descr, *name;
    int size;
} types[] = {
    [NPY_INT8] = {"i1", "int8", 1},       [NPY_INT16] = {"i2", "int16", 2},     [NPY_INT32] = {"i4", "int32", 4},
    [NPY_INT64] = {"i8", "int64", 8},     [NPY_UINT8] = {"u1", "uint8", 1},     [NPY_UINT16] = {"u2", "uint16", 2},
    [NPY_FLOAT16] = {"f2", "float16", 2}, [NPY_FLOAT32] = {"f4", "float32", 4},
};

const char *npy_type_name(enum npy_type type)
{
    return types[type].name;
}

/* The header while it is read. */
struct cursor {
    const struct npy *npy;
    const uint8_t *at, *start, *end; /* start: of the file, for offsets */
    struct diag *diag;
    bool failed;
};

static void fail(struct cursor *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct cursor *c, const char *format, ...)
{
    char text[160];
    va_list args;
    if (c->failed)
        return;
    c->failed = true;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_error(c->diag, DIAG_NPY_FORMAT, loc_file(c->npy->name), "%s at byte %zu", text, (size_t)(c->at - c->start));
    diag_help(c->diag, "write the file with numpy.save(), as an array of one or two dimensions");
}

static void blanks(struct cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n'))
        c->at++;
}

/* Takes the character if it is next. */
static bool take(struct cursor *c, char ch)
{
    blanks(c);
    if (c->failed || c->at == c->end || *c->at != (uint8_t)ch)
        return false;
    c->at++;
    return true;
}

static void expect(struct cursor *c, char ch)
{
    if (!take(c, ch))
        fail(c, "the header has no '%c'", ch);
}

/* A quoted word of at most size - 1 characters. */
static void word(struct cursor *c, char *out, size_t size)
{
    size_t n = 0;
    out[0] = 0;
    blanks(c);
    char quote = c->at < c->end && *c->at == '"' ? '"' : '\'';
    expect(c, quote);
    while (!c->failed && c->at < c->end && *c->at != (uint8_t)quote && n < size - 1)
        out[n++] = (char)*c->at++;
    out[n] = 0;
    if (!c->failed && (c->at == c->end || *c->at != (uint8_t)quote))
        fail(c, "a word in the header is not closed or too long");
    else
        c->at++;
}

static bool boolean(struct cursor *c)
{
    blanks(c);
    for (int value = 0; value < 2; value++) {
        const char *text = value ? "True" : "False";
        size_t n = strlen(text);
        if ((size_t)(c->end - c->at) >= n && memcmp(c->at, text, n) == 0) {
            c->at += n;
            return value;
        }
    }
    fail(c, "fortran_order is neither True nor False");
    return false;
}

static void dtype(struct cursor *c, struct npy *n)
{
    char text[24];
    const uint8_t *where = c->at;
    blanks(c);
    if (c->at < c->end && *c->at == '[') {
        diag_error(c->diag, DIAG_NPY_DTYPE, loc_file(n->name), "the elements are records, at byte %zu",
                   (size_t)(c->at - c->start));
        diag_help(c->diag, "save one plain field of the array");
        c->failed = true;
        return;
    }
    word(c, text, sizeof text);
    if (c->failed)
        return;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(text + (*text != 0), types[i].descr) == 0 &&
            (*text == '<' || *text == '=' || (*text == '|' && types[i].size == 1))) {
            n->type = (enum npy_type)i;
            return;
        }
    }
    c->failed = true;
    diag_error(c->diag, DIAG_NPY_DTYPE, loc_file(n->name), "the elements have dtype '%s', at byte %zu",
               diag_quote(text).s, (size_t)(where - c->start));
    diag_note(c->diag,
              "legal are int8, int16, int32, int64, uint8, uint16, float16 and float32, in little-endian order");
    diag_help(c->diag, *text == '>' ? "swap the bytes: a.astype(a.dtype.newbyteorder('<'))"
                                    : "convert it, such as with a.astype(numpy.int8)");
}

static void shape(struct cursor *c, struct npy *n)
{
    int dims = 0;
    int64_t value[2] = {1, 1};
    expect(c, '(');
    while (!c->failed && !take(c, ')')) {
        blanks(c);
        const uint8_t *where = c->at;
        int64_t v = 0;
        while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && v < NPY_LIMIT)
            v = 10 * v + (*c->at++ - '0');
        if (c->at == where)
            fail(c, "the shape is not a list of numbers");
        else if (v >= NPY_LIMIT)
            fail(c, "the shape is far too large");
        else if (dims < 2)
            value[dims] = v;
        dims++;
        if (!take(c, ',') && !c->failed && (c->at == c->end || *c->at != ')'))
            fail(c, "the shape is not a list of numbers");
    }
    if (c->failed)
        return;
    n->dims = dims;
    n->shape[0] = dims == 2 ? value[0] : 1;
    n->shape[1] = dims == 2 ? value[1] : value[0];
    if (dims < 1 || dims > 2 || n->shape[0] == 0 || n->shape[1] == 0) {
        c->failed = true;
        diag_error(c->diag, DIAG_NPY_SHAPE, loc_file(n->name),
                   dims < 1 || dims > 2 ? "the array has %d dimensions" : "the array is empty", dims);
        diag_help(c->diag, "a matrix has two dimensions, a vector one, and neither is empty");
    }
}

/* {'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), } in any order, each key once. */
static void header(struct cursor *c, struct npy *n)
{
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    bool seen[3] = {false, false, false};
    expect(c, '{');
    while (!c->failed && !take(c, '}')) {
        char key[20];
        size_t k = 0;
        blanks(c);
        const uint8_t *where = c->at;
        word(c, key, sizeof key);
        while (k < 3 && strcmp(key, keys[k]) != 0)
            k++;
        if (!c->failed && (k == 3 || seen[k])) {
            c->at = where;
            fail(c, "unexpected key '%s' in the header", diag_quote(key).s);
        }
        if (c->failed)
            return;
        seen[k] = true;
        expect(c, ':');
        if (k == 0)
            dtype(c, n);
        else if (k == 1)
            n->fortran = boolean(c);
        else
            shape(c, n);
        if (!take(c, ',') && !c->failed && (c->at == c->end || *c->at != '}'))
            fail(c, "the header has no ',' or '}'");
    }
    blanks(c);
    if (!c->failed && c->at != c->end)
        fail(c, "text behind the header's '}'");
    for (int k = 0; k < 3; k++)
        if (!seen[k])
            fail(c, "the header has no '%s'", keys[k]);
}

bool npy_parse(struct npy *n, const char *name, const uint8_t *file, size_t size, struct diag *d)
{
    memset(n, 0, sizeof *n);
    snprintf(n->name, sizeof n->name, "%s", name);
    struct cursor c = {n, file, file, file + size, d, false};
    if (size < 10 || memcmp(file, "\x93NUMPY", 6) != 0) {
        fail(&c, size == 0 ? "the file is empty," : "not a .npy file: no magic word");
        return false;
    }
    size_t prefix = file[6] == 1 ? 10 : 12;
    c.at = file + 6;
    if (file[6] < 1 || file[6] > 2 || file[7] != 0) {
        fail(&c, "version %d.%d of the format, legal are 1.0 and 2.0,", file[6], file[7]);
        return false;
    }
    size_t length = (size_t)file[8] | (size_t)file[9] << 8;
    if (prefix == 12 && size >= 12)
        length |= (size_t)file[10] << 16 | (size_t)file[11] << 24;
    c.at = file + 8;
    if (size < prefix || length > NPY_HEADER_LIMIT || length > size - prefix) {
        fail(&c, "the header is said to have %zu bytes, the file has %zu;", length, size);
        return false;
    }
    c.at = file + prefix;
    c.end = c.at + length;
    header(&c, n);
    if (c.failed)
        return false;
    n->data = c.end;
    uint64_t bytes = (uint64_t)n->shape[0] * (uint64_t)n->shape[1]; /* below 2^64: each is below 2^32 */
    uint64_t there = size - prefix - length, want = bytes * (uint64_t)types[n->type].size;
    if (bytes > (uint64_t)NPY_LIMIT || want != there) {
        diag_error(d, DIAG_NPY_SIZE, loc_file(name),
                   "the elements take %llu bytes (%lld x %lld of %s), the file holds %llu from byte %zu on",
                   (unsigned long long)want, (long long)n->shape[0], (long long)n->shape[1], types[n->type].name,
                   (unsigned long long)there, prefix + length);
        diag_help(d, there < want ? "the file is truncated: copy or save it again"
                                  : "something follows the array: save it alone in its file");
        return false;
    }
    n->row_stride = n->fortran ? 1 : n->shape[1];
    n->col_stride = n->fortran ? n->shape[0] : 1;
    return true;
}

static bool read_failed(FILE *f, void *data, const char *path, const char *why, struct diag *d)
{
    if (f)
        fclose(f);
    free(data);
    diag_error(d, DIAG_FILE_READ, loc_file(path), "cannot read '%s': %s", diag_quote(path).s, why);
    return false;
}

bool npy_read(struct npy *n, const char *path, struct diag *d)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, room = 0;
    memset(n, 0, sizeof *n);
    if (!f)
        return read_failed(f, data, path, strerror(errno), d);
    do { /* not by the size of the file: it may be a pipe */
        room = room ? 2 * room : 1 << 16;
        uint8_t *more = (int64_t)room <= 2 * NPY_LIMIT ? realloc(data, room) : NULL;
        if (!more)
            return read_failed(f, data, path, "it is too large", d);
        data = more;
        errno = 0;
        size += fread(data + size, 1, room - size, f);
    } while (size == room);
    if (ferror(f))
        return read_failed(f, data, path, strerror(errno), d);
    fclose(f);
    bool ok = npy_parse(n, path, data, size, d);
    n->file = data;
    if (!ok)
        npy_release(n);
    return ok;
}

void npy_release(struct npy *n)
{
    free(n->file);
    n->file = NULL;
    n->data = NULL;
}

int64_t npy_at(const struct npy *n, int64_t row, int64_t col)
{
    int size = types[n->type].size;
    const uint8_t *p = n->data + (row * n->row_stride + col * n->col_stride) * size;
    uint64_t v = 0;
    for (int i = 0; i < size; i++)
        v |= (uint64_t)p[i] << 8 * i;
    if (n->type <= NPY_INT64 && size < 8) /* sign-extend */
        return (int64_t)(v << (64 - 8 * size)) >> (64 - 8 * size);
    return (int64_t)v;
}
