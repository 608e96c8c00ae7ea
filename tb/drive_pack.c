/* SPDX-License-Identifier: Apache-2.0 */
#include "drive_pack.h"

void pack_act(const struct dims *d, const struct arch *a, const uint32_t *act, uint32_t *word)
{
    for (int64_t i = 0; i < (int64_t)a->lanes * d->n; i++)
        pack_put(word, i * d->act_w, d->act_w, act[i]);
}

/* The weights of a key, first one most significant; what reads as zero counts as zero. */
static void key_weights(const struct dims *d, uint32_t key, int8_t *weight)
{
    int v = d->entries - (int)(key & ((1u << d->idx_w) - 1));
    v = v < 0 ? 0 : key >> d->idx_w ? -v : v;
    for (int i = d->mu - 1; i >= 0; i--) { /* balanced ternary, least significant digit last */
        int digit = ((v % 3) + 4) % 3 - 1;
        weight[i] = (int8_t)digit;
        v = (v - digit) / 3;
    }
}

static void pack_weights(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word)
{
    int64_t at = 0;
    int byte = 0, place = 81;
    for (int64_t g = 0; g < (int64_t)d->outputs * a->luts; g++) {
        int8_t weight[6];
        key_weights(d, key[g], weight);
        for (int i = 0; i < d->mu; i++, at++) {
            if (a->encoding == ENCODING_TRIT2) {
                pack_put(word, 2 * at, 2, (uint64_t)(weight[i] + 1));
                continue;
            }
            byte += (weight[i] + 1) * place;
            place /= 3;
            if (at % 5 == 4) {
                pack_put(word, at / 5 * 8, 8, (uint64_t)byte);
                byte = 0;
                place = 81;
            }
        }
    }
    for (; a->encoding == ENCODING_PACK5 && at % 5 != 0; at++) { /* the last byte is filled up with zero weights */
        byte += place;
        place /= 3;
        if (at % 5 == 4)
            pack_put(word, at / 5 * 8, 8, (uint64_t)byte);
    }
}

void pack_key(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word)
{
    if (a->encoding != ENCODING_DENSE) {
        pack_weights(d, a, key, word);
        return;
    }
    for (int64_t i = 0; i < (int64_t)d->outputs * a->luts; i++)
        pack_put(word, i * d->key_w, d->key_w, key[i]);
}
