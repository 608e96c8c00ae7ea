/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c -- packed weights into codes w + 1. The loops have no branches, so that the compiler makes vectors of them:
 * illegal codes are gathered, and looked for byte by byte only if there was one.
 */
#include <string.h>

#include "pack.h"

/* Byte -> do five trits have it, do four trits and a zero digit have it? A byte is ceil(256/243 * q), q the number of
 * its trits in base 3, first one most significant. */
static bool legal_byte(int byte, int digits)
{
    int q = byte * 243 / 256; /* the largest one that may have it */
    return (q * 256 + 242) / 243 == byte && (digits == 5 || q % 3 == 0);
}

enum { TQ1_BYTES = 52, TQ1_ROOM = 64 }; /* bytes of a block that hold weights; with room for whole vectors */

/* A byte is a fraction of 256; three times it has the next digit as its integer part, which is told by comparing, and
 * what is left of it modulo 256. */
bool pack_decode_tq1(const uint8_t *restrict block, uint8_t *restrict codes, size_t *bad)
{
    uint8_t x[TQ1_ROOM] = {0}, digit[TQ1_ROOM], illegal[TQ1_ROOM], any = 0;
    memcpy(x, block, TQ1_BYTES);
    for (size_t m = 0; m < TQ1_ROOM; m++) { /* one of some q exactly if 243 byte mod 256 is below 243 */
        uint8_t y = (uint8_t)(x[m] + x[m] + x[m]);
        y = (uint8_t)(y + y + y + y + x[m]); /* 13 byte = -243 byte */
        illegal[m] = y != 0 && y < 14;
    }
    for (size_t n = 0; n < 5; n++) {
        for (size_t m = 0; m < TQ1_ROOM; m++) {
            digit[m] = (uint8_t)((x[m] > 85) + (x[m] > 170));
            x[m] = (uint8_t)(x[m] + x[m] + x[m]);
        }
        memcpy(codes + 32 * n, digit, 32);
        memcpy(codes + 160 + 16 * n, digit + 32, 16);
        if (n < 4)
            memcpy(codes + 240 + 4 * n, digit + 48, 4);
    }
    for (size_t m = 48; m < TQ1_BYTES; m++) /* these have no fifth digit */
        illegal[m] |= digit[m];
    for (size_t m = 0; m < TQ1_ROOM; m++)
        any |= illegal[m];
    if (!any)
        return true;
    for (*bad = 0; *bad < TQ1_BYTES && legal_byte(block[*bad], *bad < 48 ? 5 : 4); ++*bad)
        ;
    return false;
}

bool pack_decode_tq2(const uint8_t *restrict block, uint8_t *restrict codes, size_t *bad)
{
    unsigned illegal = 0;
    for (size_t h = 0; h < 2; h++)
        for (unsigned n = 0; n < 4; n++)
            for (size_t m = 0; m < 32; m++)
                codes[128 * h + 32 * n + m] = block[32 * h + m] >> 2 * n & 3;
    for (size_t m = 0; m < 64; m++)
        illegal |= block[m] & block[m] >> 1 & 0x55u;
    if (!illegal)
        return true;
    for (*bad = 0; (block[*bad] & block[*bad] >> 1 & 0x55) == 0; ++*bad)
        ;
    return false;
}

bool pack_decode_strided(const uint8_t *restrict byte, size_t count, size_t stride, uint8_t *restrict codes,
                         size_t *bad)
{
    unsigned illegal = 0;
    for (size_t i = 0; i < count; i += stride)
        for (unsigned n = 0; n < 4; n++)
            for (size_t m = 0; m < stride; m++)
                codes[4 * i + stride * n + m] = byte[i + m] >> (6 - 2 * n) & 3;
    for (size_t i = 0; i < count; i++)
        illegal |= byte[i] & byte[i] >> 1 & 0x55u;
    if (!illegal)
        return true;
    for (*bad = 0; (byte[*bad] & byte[*bad] >> 1 & 0x55) == 0; ++*bad)
        ;
    return false;
}

bool pack_decode_shift(const uint8_t *restrict byte, size_t count, int shift, uint8_t *restrict codes, size_t *bad)
{
    unsigned illegal = 0;
    for (size_t i = 0; i < count; i++)
        codes[i] = byte[i] >> shift & 3;
    for (size_t i = 0; i < count; i++)
        illegal |= codes[i] & codes[i] >> 1;
    if (!illegal)
        return true;
    for (*bad = 0; codes[*bad] != 3; ++*bad)
        ;
    return false;
}
