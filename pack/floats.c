/* SPDX-License-Identifier: Apache-2.0 */
/* floats.c -- floating-point tensors as ternary weights: those that are -s, 0, s already, or by the absmean rule. */
#include <math.h>
#include <string.h>

#include "pack.h"

enum { CHUNK = 1 << 15 }; /* bytes read at a time */

size_t pack_float_size(enum pack_type type)
{
    return type == PACK_F32 ? 4 : 2;
}

static double half(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double v = exponent == 31  ? (fraction ? NAN : INFINITY)
               : exponent == 0 ? ldexp(fraction, -24)
                               : ldexp(fraction + 1024, exponent - 25);
    return bits >> 15 ? -v : v;
}

static inline float single(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

double pack_float(enum pack_type type, const uint8_t *p)
{
    uint32_t low = (uint32_t)p[0] | (uint32_t)p[1] << 8;
    if (type == PACK_F16)
        return half(low);
    return (double)single(type == PACK_BF16 ? low << 16 : low | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
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

bool pack_float_scale(struct pack_reader *r)
{
    static _Thread_local uint8_t chunk[CHUNK];
    const struct pack_tensor *t = r->tensor;
    size_t size = pack_float_size(t->type);
    double total = 0;
    r->scale = 0;
    for (uint64_t done = 0; done < t->bytes;) {
        size_t n = t->bytes - done < CHUNK ? (size_t)(t->bytes - done) : CHUNK;
        double part = 0; /* sums of chunks, so that small numbers are not lost in a large sum */
        if (!pack_file_read(&r->src->file, t->at + done, chunk, n, t->name, r->diag))
            return false;
        for (size_t i = 0; i < n; i += size) {
            double v = pack_float(t->type, chunk + i), magnitude = fabs(v);
            part += magnitude;
            if (!r->opt.absmean && r->scale == 0 && magnitude > 0)
                r->scale = magnitude;
            if (!isfinite(v) || (!r->opt.absmean && magnitude != 0 && magnitude != r->scale))
                return refuse(r, t->at + done + i, v);
        }
        total += part;
        done += n;
    }
    if (r->opt.absmean) {
        r->scale = total / ((double)t->rows * (double)t->cols);
        r->scale = r->scale > 1e-5 ? r->scale : 1e-5;
    }
    r->rule = PACK_MULTIPLIED;
    return true;
}

bool pack_float_row(struct pack_reader *r, const uint8_t *p, size_t step, int64_t count, uint8_t *codes, uint64_t at)
{
    const enum pack_type type = r->tensor->type;
    const double limit = r->scale / 2; /* |v| = s/2 is a tie, which goes to the even number, 0 */
    const double far = r->scale * 1.5;
    for (int64_t i = 0; i < count; i++, p += step) {
        double v = pack_float(type, p);
        codes[i] = (uint8_t)(1 + (v > limit) - (v < -limit));
        r->clipped += r->opt.absmean && fabs(v) > far;
        if (v != v) /* the file has changed since the first pass */
            return refuse(r, at, v);
    }
    return true;
}
