/* SPDX-License-Identifier: Apache-2.0 */
#include "drive_pack.h"

void pack_act(const struct dims *d, const struct arch *a, const uint32_t *act, uint32_t *word)
{
    for (int64_t i = 0; i < (int64_t)a->lanes * d->n; i++)
        pack_put(word, i * d->act_w, d->act_w, act[i]);
}

void pack_key(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word)
{
    for (int64_t i = 0; i < (int64_t)d->outputs * a->luts; i++)
        pack_put(word, i * d->key_bits, d->key_bits, key[i]);
}
