/* SPDX-License-Identifier: Apache-2.0 */
/* coder.c -- codes into keys. Up to five codes become a number of base 3 by one multiplication, and that number the
 * bits of one key or several by a table.
 */
#include <string.h>

#include "golden.h"
#include "keys.h"

/* The multiplier's weight -1, 0, 1 as a number of the activation's type. */
static uint32_t wide_weight(const struct dims *d, int weight)
{
    uint32_t mask = d->act_w >= 32 ? UINT32_MAX : (1u << d->act_w) - 1;
    uint32_t one = d->act_float ? ((1u << (d->exp_w - 1)) - 1) << d->man_w : 1;
    if (weight >= 0)
        return weight ? one : 0;
    return d->act_float ? one | 1u << (d->act_w - 1) : mask;
}

static int power3(int n)
{
    return n == 0 ? 1 : 3 * power3(n - 1);
}

static uint32_t one_key(const struct arch *a, const struct dims *d, int value)
{
    int8_t weight[6];
    for (int i = d->mu - 1; i >= 0; i--, value /= 3)
        weight[i] = (int8_t)(value % 3 - 1);
    bool wide = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    return wide ? wide_weight(d, weight[0]) : golden_key_encode(d->mu, weight);
}

void keys_coder_init(struct keys_coder *c, const struct arch *a, const struct dims *d)
{
    memset(c, 0, sizeof *c);
    c->mu = d->mu;
    c->encoding = a->encoding;
    if (a->encoding != ENCODING_DENSE)
        return;
    c->width = d->key_w;
    c->groups = 1;
    while ((c->groups + 1) * c->mu <= 5 && (c->groups + 1) * c->width <= 32)
        c->groups++;
    c->lookups = 32 / (c->groups * c->width) < KEYS_LOOKUPS ? 32 / (c->groups * c->width) : KEYS_LOOKUPS;
    int count = power3(c->mu);
    for (int v = 0; v < count; v++)
        c->single[v] = one_key(a, d, v);
    for (int v = 0; v < power3(c->mu * c->groups); v++) {
        uint32_t bits = 0;
        for (int g = c->groups - 1, rest = v; g >= 0; g--, rest /= count)
            bits |= c->single[rest % count] << g * c->width;
        for (int k = 0; k < c->lookups; k++)
            c->many[k][v] = bits << k * c->groups * c->width;
    }
}

/* Bits on their way to the beat: fewer than 32 between steps. */
struct keys_out {
    uint8_t *to;
    uint64_t bits;
    int have;
};

static inline uint64_t load(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* n <= 5 codes as a number, first one most significant: the sum is at most 242 and stands in byte n - 1 of a product.
 * Bytes below it do not carry: each of them is a part of such a sum. */
static inline unsigned value(const uint8_t *p, int n)
{
    static const uint64_t factor[6] = {0, 1, 0x0301, 0x090301, 0x1b090301, UINT64_C(0x511b090301)};
    return (unsigned)(load(p) * factor[n] >> 8 * (n - 1)) & 255u;
}

static inline void store(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

/* Look-ups of n codes each, `m` of them for every step of the output: their tables are shifted into place, so that only
 * one thing is waited for in a step, the bits so far. Inlined with constants for the usual cases. */
static inline __attribute__((always_inline)) void encode(const struct keys_coder *c, int n, int m,
                                                         const uint8_t **codes, int64_t count, struct keys_out *out)
{
    const int width = c->width * c->groups * m;
    const uint8_t *p = *codes;
    uint8_t *to = out->to;
    uint64_t b = out->bits;
    int h = out->have;
    for (int64_t i = 0; i < count; i++) {
        uint32_t word = 0;
        for (int k = 0; k < m; k++, p += n)
            word |= c->many[k][n <= 5 ? value(p, n) : value(p, 3) * 27 + value(p + 3, 3)];
        b |= (uint64_t)word << h;
        h += width;
        store(to, (uint32_t)b); /* of use when 32 bits are there; written over else */
        int full = h >> 5;      /* 0 or 1: below 32 bits, and at most 32 more */
        to += 4 * full;
        b >>= 32 * full;
        h &= 31;
    }
    *codes = p;
    *out = (struct keys_out){to, b, h};
}

/* As many whole steps as there are in `keys`; returns how many keys are left. */
static int64_t steps(const struct keys_coder *c, const uint8_t **codes, int64_t keys, struct keys_out *out)
{
    const int n = c->mu * c->groups, m = c->lookups;
    int64_t count = keys / (c->groups * m);
    if (n == 3 && m == 6)
        encode(c, 3, 6, codes, count, out);
    else if (n == 4 && m == 4)
        encode(c, 4, 4, codes, count, out);
    else if (n == 5 && m == 4)
        encode(c, 5, 4, codes, count, out);
    else if (n == 5 && m == 3)
        encode(c, 5, 3, codes, count, out);
    else if (n == 6 && m == 3)
        encode(c, 6, 3, codes, count, out);
    else
        encode(c, n, m, codes, count, out);
    return keys - count * c->groups * m;
}

/* What is left of a beat, key by key. */
static void rest(const struct keys_coder *c, const uint8_t *codes, int64_t keys, struct keys_out *out)
{
    for (int64_t i = 0; i < keys; i++) {
        unsigned v = 0;
        for (int k = 0; k < c->mu; k++)
            v = 3 * v + *codes++;
        out->bits |= (uint64_t)c->single[v] << out->have;
        for (out->have += c->width; out->have >= 8; out->have -= 8, out->bits >>= 8)
            *out->to++ = (uint8_t)out->bits;
    }
    for (; out->have > 0; out->have -= 8, out->bits >>= 8)
        *out->to++ = (uint8_t)out->bits;
}

/* Eight codes of two bits, a byte each, moved together into 16 bits. */
static void encode_trit2(const uint8_t *codes, int64_t trits, uint8_t *beat)
{
    for (; trits >= 8; trits -= 8, codes += 8, beat += 2) {
        uint64_t x = load(codes);
        x = (x | x >> 6) & UINT64_C(0x000f000f000f000f);
        x = (x | x >> 12) & UINT64_C(0x000000ff000000ff);
        beat[0] = (uint8_t)x;
        beat[1] = (uint8_t)(x >> 32);
    }
    for (int64_t i = 0; i < trits; i += 4) {
        int byte = 0;
        for (int k = 0; k < 4 && i + k < trits; k++)
            byte |= codes[i + k] << 2 * k;
        beat[i / 4] = (uint8_t)byte;
    }
}

static void encode_pack5(const uint8_t *codes, int64_t trits, uint8_t *beat)
{
    int64_t i = 0;
    for (; 5 * i + 5 <= trits; i++)
        beat[i] = (uint8_t)value(codes + 5 * i, 5);
    if (5 * i < trits) { /* the last byte is filled up with zero weights */
        uint8_t last[8] = {1, 1, 1, 1, 1, 0, 0, 0};
        memcpy(last, codes + 5 * i, (size_t)(trits - 5 * i));
        beat[i] = (uint8_t)value(last, 5);
    }
}

void keys_encode(const struct keys_coder *c, const uint8_t *codes, int64_t keys, uint8_t *beat)
{
    struct keys_out out = {beat, 0, 0};
    if (c->encoding == ENCODING_TRIT2)
        encode_trit2(codes, keys * c->mu, beat);
    else if (c->encoding == ENCODING_PACK5)
        encode_pack5(codes, keys * c->mu, beat);
    else {
        keys = steps(c, &codes, keys, &out);
        rest(c, codes, keys, &out);
    }
}
