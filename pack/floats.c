/* SPDX-License-Identifier: Apache-2.0 */
/* floats.c -- floating-point tensors as ternary weights: those that are -s, 0, s already, or by the absmean rule. */
#include <math.h>
#include <string.h>

#include "pack.h"

enum { CHUNK = 1 << 15 }; /* bytes read at a time */

#define INFINITE 0x7f800000u /* bits of singles */
#define MAGNITUDE 0x7fffffffu

size_t pack_float_size(enum pack_type type)
{
    return type == PACK_F32 ? 4 : 2;
}

static inline float single(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Exponent and fraction moved to their places in a single give the number times 2^-112, subnormals too. */
static inline uint32_t half(uint32_t bits)
{
    uint32_t v = bits_of(single((bits & 0x7fff) << 13) * 0x1p112f);
    if ((bits & 0x7c00) == 0x7c00)
        v = INFINITE | (bits & 0x3ff) << 13;
    return v | (bits & 0x8000) << 16;
}

/* A number as the bits of a single. Magnitudes are compared as such, in the order of the numbers: signs and sizes of
 * weights are not foreseen by any processor, so that there should be no branches. */
static inline __attribute__((always_inline)) uint32_t number(enum pack_type type, const uint8_t *p)
{
    uint32_t low = (uint32_t)p[0] | (uint32_t)p[1] << 8;
    if (type == PACK_F16)
        return half(low);
    return type == PACK_BF16 ? low << 16 : low | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

double pack_float(enum pack_type type, const uint8_t *p)
{
    return (double)single(number(type, p));
}

/* What a first look at some numbers tells. */
struct look {
    double total;   /* of the magnitudes, if asked for */
    uint32_t scale; /* the first magnitude that is not zero, or as it was */
    bool other;     /* there is a magnitude that is neither zero nor the scale */
    bool infinite;  /* there is one that is no finite number */
};

static inline __attribute__((always_inline)) void look_at(enum pack_type type, const uint8_t *p, size_t size, bool sum,
                                                          struct look *l)
{
    const size_t step = type == PACK_F32 ? 4 : 2, count = size / step;
    uint32_t other = 0, most = 0, scale = l->scale;
    for (size_t i = 0; i < count && scale == 0; i++)
        scale = number(type, p + i * step) & MAGNITUDE;
    for (size_t i = 0; i < count; i++) {
        uint32_t v = number(type, p + i * step) & MAGNITUDE;
        other |= (uint32_t)(v != 0) & (uint32_t)(v != scale);
        most = v > most ? v : most;
    }
    l->total = 0;
    for (size_t i = 0; i < count && sum; i++)
        l->total += (double)single(number(type, p + i * step) & MAGNITUDE);
    l->scale = scale;
    l->other = other != 0;
    l->infinite = most >= INFINITE;
}

static void look(enum pack_type type, const uint8_t *p, size_t size, bool sum, struct look *l)
{
    if (type == PACK_F16)
        look_at(PACK_F16, p, size, sum, l);
    else if (type == PACK_BF16)
        look_at(PACK_BF16, p, size, sum, l);
    else
        look_at(PACK_F32, p, size, sum, l);
}

static bool refuse(struct pack_reader *r, uint64_t at, double v)
{
    diag_error(r->diag, DIAG_PACK_NOT_TERNARY, loc_file(r->src->file.name),
               isfinite(v) ? "tensor '%s' is not ternary: %g beside a scale of %g, at byte %llu"
                           : "tensor '%s' holds %g: %g is no number to divide by, at byte %llu",
               diag_quote(r->tensor->name).s, v, r->scale, (unsigned long long)at);
    diag_note(r->diag, "ternary floats are -s, 0 and s with one s");
    if (isfinite(v))
        diag_help(r->diag, "--absmean makes weights ternary: W / mean|W|, rounded and clamped; only a model that was "
                           "trained for it survives that");
    return false;
}

/* The first number of a chunk that makes trouble. */
static bool find_bad(struct pack_reader *r, const uint8_t *p, size_t size, uint64_t at)
{
    const size_t step = pack_float_size(r->tensor->type);
    for (size_t i = 0; i < size; i += step) {
        double v = pack_float(r->tensor->type, p + i);
        if (!isfinite(v) || (!r->opt.absmean && v != 0 && fabs(v) != r->scale))
            return refuse(r, at + i, v);
    }
    return refuse(r, at, NAN); /* not reached */
}

bool pack_float_scale(struct pack_reader *r)
{
    static _Thread_local uint8_t chunk[CHUNK];
    const struct pack_tensor *t = r->tensor;
    struct look l = {0};
    double total = 0;
    for (uint64_t done = 0; done < t->bytes;) {
        size_t n = t->bytes - done < CHUNK ? (size_t)(t->bytes - done) : CHUNK;
        if (!pack_file_read(&r->src->file, t->at + done, chunk, n, t->name, r->diag))
            return false;
        look(t->type, chunk, n, r->opt.absmean, &l);
        r->scale = (double)single(l.scale);
        if (l.infinite || (l.other && !r->opt.absmean))
            return find_bad(r, chunk, n, t->at + done);
        total += l.total; /* sums of chunks, so that small numbers are not lost in a large sum */
        done += n;
    }
    if (r->opt.absmean) {
        r->scale = total / ((double)t->rows * (double)t->cols);
        r->scale = r->scale > 1e-5 ? r->scale : 1e-5;
    }
    r->rule = PACK_MULTIPLIED;
    return true;
}

/* Bits of the largest single that is not above v: x > v is x > that for singles x. */
static uint32_t not_above(double v)
{
    float f = (float)v;
    return bits_of((double)f > v ? nextafterf(f, 0) : f);
}

/* Returns how many weights are beyond 1.5 scales, or -1 if one is no number. */
static inline __attribute__((always_inline)) int64_t round_all(enum pack_type type, const uint8_t *restrict p,
                                                               int64_t count, double scale, uint8_t *restrict codes)
{
    const uint32_t limit = not_above(scale / 2); /* |v| = s/2 is a tie, which goes to the even number, 0 */
    const uint32_t far = not_above(scale * 1.5);
    const int step = type == PACK_F32 ? 4 : 2;
    int64_t clipped = 0;
    uint32_t most = 0;
    for (int64_t i = 0; i < count; i++) {
        uint32_t v = number(type, p + i * step), magnitude = v & MAGNITUDE, one = magnitude > limit;
        codes[i] = (uint8_t)(1 + one - 2 * (one & v >> 31));
        most = magnitude > most ? magnitude : most;
    }
    for (int64_t i = 0; i < count && most > far; i++)
        clipped += (number(type, p + i * step) & MAGNITUDE) > far;
    return most > INFINITE ? -1 : clipped;
}

bool pack_float_row(struct pack_reader *r, const uint8_t *p, int64_t count, uint8_t *codes, uint64_t at)
{
    const enum pack_type type = r->tensor->type;
    int64_t clipped = type == PACK_F16    ? round_all(PACK_F16, p, count, r->scale, codes)
                      : type == PACK_BF16 ? round_all(PACK_BF16, p, count, r->scale, codes)
                                          : round_all(PACK_F32, p, count, r->scale, codes);
    if (clipped < 0) /* the file has changed since the first pass */
        return find_bad(r, p, (size_t)count * pack_float_size(type), at);
    r->clipped += r->opt.absmean ? (uint64_t)clipped : 0;
    return true;
}
