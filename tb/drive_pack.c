/* SPDX-License-Identifier: Apache-2.0 */
#include "drive_pack.h"

#include <stdbool.h>

/* `count` values of `width` bits, 1..32, from bit 0 on. */
static void pack_run(uint32_t *word, const uint32_t *value, int64_t count, int width)
{
    const uint32_t mask = UINT32_MAX >> (32 - width);
    uint64_t bits = 0;
    int have = 0;
    for (int64_t i = 0; i < count; i++) {
        bits |= (uint64_t)(value[i] & mask) << have;
        have += width;
        if (have >= 32) {
            *word++ = (uint32_t)bits;
            bits >>= 32;
            have -= 32;
        }
    }
    if (have > 0)
        pack_put(word, 0, have, bits);
}

void pack_act(const struct dims *d, const struct arch *a, const uint32_t *act, uint32_t *word)
{
    pack_run(word, act, (int64_t)a->lanes * d->n, d->act_w);
}

/* The weights of a key, first one most significant; what reads as zero counts as zero. False if no entry and not the
 * zero has the key's index: then the weights are sent in codes that name no weight. */
static bool key_weights(const struct dims *d, uint32_t key, int8_t *weight)
{
    int v = d->entries - (int)(key & ((1u << d->idx_w) - 1));
    bool legal = v >= 0;
    v = v < 0 ? 0 : key >> d->idx_w ? -v : v;
    for (int i = d->mu - 1; i >= 0; i--) { /* balanced ternary, least significant digit last */
        int digit = ((v % 3) + 4) % 3 - 1;
        weight[i] = (int8_t)digit;
        v = (v - digit) / 3;
    }
    return legal;
}

/* pack5: digits on their way into byte number `count`. */
struct byte {
    int64_t count;
    int value, digits;
    bool zeros, illegal; /* all weights zero; one of them without a legal code */
};

enum { FIRST_ILLEGAL = 243 }; /* FIRST_ILLEGAL..255 read as five zeros too */

static void add_digit(struct byte *b, int weight, bool legal, uint32_t *word)
{
    b->value = 3 * b->value + weight + 1;
    b->zeros = (b->digits == 0 || b->zeros) && weight == 0;
    b->illegal = (b->digits > 0 && b->illegal) || !legal;
    if (++b->digits < 5)
        return;
    if (b->zeros && b->illegal)
        b->value = FIRST_ILLEGAL + (int)(b->count % (256 - FIRST_ILLEGAL));
    pack_put(word, 8 * b->count, 8, (uint64_t)b->value);
    *b = (struct byte){.count = b->count + 1};
}

static void pack_weights(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word)
{
    int64_t at = 0;
    struct byte byte = {0};
    for (int64_t g = 0; g < (int64_t)d->outputs * a->luts; g++) {
        int8_t weight[6];
        bool legal = key_weights(d, key[g], weight);
        for (int i = 0; i < d->mu; i++, at++)
            if (a->encoding == ENCODING_PACK5)
                add_digit(&byte, weight[i], legal, word);
            else
                pack_put(word, 2 * at, 2, legal ? (uint64_t)(weight[i] + 1) : 3);
    }
    while (byte.digits > 0) /* the last byte is filled up with zero weights */
        add_digit(&byte, 0, true, word);
}

void pack_key(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word)
{
    if (a->encoding != ENCODING_DENSE) {
        pack_weights(d, a, key, word);
        return;
    }
    pack_run(word, key, (int64_t)d->outputs * a->luts, d->key_w);
}
