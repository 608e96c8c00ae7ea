/* SPDX-License-Identifier: Apache-2.0 */
/* drive_pack.h -- beats as bit vectors: elements in and out of arrays of 32-bit words, least significant bit first. */
#ifndef TLUT_DRIVE_PACK_H
#define TLUT_DRIVE_PACK_H

#include <stdint.h>

#include "arch.h"
#include "dims.h"

static inline void pack_put(uint32_t *word, int64_t at, int width, uint64_t value)
{
    for (int done = 0; done < width;) {
        int shift = (int)((at + done) % 32), take = 32 - shift < width - done ? 32 - shift : width - done;
        uint32_t mask = (take == 32 ? UINT32_MAX : (1u << take) - 1) << shift;
        uint32_t *w = &word[(at + done) / 32];
        *w = (*w & ~mask) | ((uint32_t)(value >> done) << shift & mask);
        done += take;
    }
}

static inline uint64_t pack_get(const uint32_t *word, int64_t at, int width)
{
    uint64_t value = 0;
    for (int done = 0; done < width;) {
        int shift = (int)((at + done) % 32), take = 32 - shift < width - done ? 32 - shift : width - done;
        uint32_t mask = take == 32 ? UINT32_MAX : (1u << take) - 1;
        value |= (uint64_t)(word[(at + done) / 32] >> shift & mask) << done;
        done += take;
    }
    return value;
}

/* Activations (T * n patterns) and keys (outputs * L) into the payload of a beat; bits past it are left alone. */
void pack_act(const struct dims *d, const struct arch *a, const uint32_t *act, uint32_t *word);
void pack_key(const struct dims *d, const struct arch *a, const uint32_t *key, uint32_t *word);

#endif
