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
    bool wide = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    uint32_t bits = 0;
    for (int i = d->mu - 1; i >= 0; i--, value /= 3)
        weight[i] = (int8_t)(value % 3 - 1);
    if (a->encoding == ENCODING_DENSE)
        return wide ? wide_weight(d, weight[0]) : golden_key_encode(d->mu, weight);
    for (int i = 0; i < d->mu; i++) /* trit2 */
        bits |= (uint32_t)(weight[i] + 1) << 2 * i;
    return bits;
}

void keys_coder_init(struct keys_coder *c, const struct arch *a, const struct dims *d)
{
    *c = (struct keys_coder){.mu = d->mu, .encoding = a->encoding, .groups = 1};
    c->width = a->encoding == ENCODING_DENSE ? d->key_w : 2 * d->mu;
    if (a->encoding == ENCODING_PACK5)
        return;
    while ((c->groups + 1) * c->mu <= 5 && (c->groups + 1) * c->width <= 32)
        c->groups++;
    int count = power3(c->mu);
    for (int v = 0; v < count; v++)
        c->single[v] = one_key(a, d, v);
    for (int v = 0; v < power3(c->mu * c->groups); v++) {
        int rest = v;
        c->many[v] = 0;
        for (int g = c->groups - 1; g >= 0; g--, rest /= count)
            c->many[v] |= c->single[rest % count] << g * c->width;
    }
}

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

/* `count` look-ups of n codes, `width` bits each; always inlined, with constants for the usual n. */
static inline __attribute__((always_inline)) void encode(const uint32_t *table, int n, int width, const uint8_t **codes,
                                                         int64_t count, uint64_t *bits, int *have, uint8_t **out)
{
    const uint8_t *p = *codes;
    uint8_t *to = *out;
    uint64_t b = *bits;
    int h = *have;
    for (int64_t i = 0; i < count; i++, p += n) {
        unsigned v = n <= 5 ? value(p, n) : value(p, 3) * 27 + value(p + 3, 3);
        b |= (uint64_t)table[v] << h;
        h += width;
        store(to, (uint32_t)b); /* of use when 32 bits are there; written over else */
        int full = h >> 5;      /* 0 or 1: below 32 bits, and at most 32 more */
        to += 4 * full;
        b >>= 32 * full;
        h &= 31;
    }
    *codes = p;
    *out = to;
    *bits = b;
    *have = h;
}

static void look_up(const uint32_t *table, int n, int width, const uint8_t **codes, int64_t count, uint64_t *bits,
                    int *have, uint8_t **out)
{
    switch (n) {
    case 3:
        encode(table, 3, width, codes, count, bits, have, out);
        break;
    case 4:
        encode(table, 4, width, codes, count, bits, have, out);
        break;
    case 5:
        encode(table, 5, width, codes, count, bits, have, out);
        break;
    case 6:
        encode(table, 6, width, codes, count, bits, have, out);
        break;
    default:
        encode(table, n, width, codes, count, bits, have, out);
    }
}

void keys_encode(const struct keys_coder *c, const uint8_t *codes, int64_t keys, uint8_t *beat)
{
    uint64_t bits = 0;
    int have = 0;
    int64_t trits = keys * c->mu;
    if (c->encoding == ENCODING_PACK5) {
        int64_t i = 0;
        for (; 5 * i + 5 <= trits; i++)
            beat[i] = (uint8_t)value(codes + 5 * i, 5);
        if (5 * i < trits) { /* the last byte is filled up with zero weights */
            uint8_t last[8] = {1, 1, 1, 1, 1, 0, 0, 0};
            memcpy(last, codes + 5 * i, (size_t)(trits - 5 * i));
            beat[i] = (uint8_t)value(last, 5);
        }
        return;
    }
    look_up(c->many, c->mu * c->groups, c->width * c->groups, &codes, keys / c->groups, &bits, &have, &beat);
    look_up(c->single, c->mu, c->width, &codes, keys % c->groups, &bits, &have, &beat);
    for (; have > 0; have -= 8, bits >>= 8) /* the rest, byte by byte */
        *beat++ = (uint8_t)bits;
}
