/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c -- packed weights into codes w + 1. The loops have no branches, so that the compiler makes vectors of them:
 * illegal codes are gathered, and looked for byte by byte only if there was one.
 */
#include "pack.h"

/* Byte -> do five trits have it, do four trits and a zero digit have it? A byte is ceil(256/243 * q), q the number of
 * its trits in base 3, first one most significant. */
static bool legal_byte(int byte, int digits)
{
    int q = byte * 243 / 256; /* the largest one that may have it */
    return (q * 256 + 242) / 243 == byte && (digits == 5 || q % 3 == 0);
}

/* Digit n of a byte: what is left of q/243 after n digits is a fraction of 256, its next digit is its integer part
 * times 3. */
static inline unsigned digit(unsigned byte, unsigned power)
{
    return ((byte * power & 255u) * 3u) >> 8;
}

bool pack_decode_tq1(const uint8_t *block, uint8_t *codes, size_t *bad)
{
    static const uint8_t power[5] = {1, 3, 9, 27, 81};
    unsigned illegal = 0;
    for (unsigned n = 0; n < 5; n++)
        for (size_t m = 0; m < 32; m++)
            codes[m + 32 * n] = (uint8_t)digit(block[m], power[n]);
    for (unsigned n = 0; n < 5; n++)
        for (size_t m = 0; m < 16; m++)
            codes[160 + m + 16 * n] = (uint8_t)digit(block[32 + m], power[n]);
    for (unsigned n = 0; n < 4; n++)
        for (size_t m = 0; m < 4; m++)
            codes[240 + m + 4 * n] = (uint8_t)digit(block[48 + m], power[n]);
    /* byte is ceil(256 q / 243) of some q exactly if 243 byte mod 256 is below 243; then q mod 3 is its fifth digit */
    for (size_t m = 0; m < 52; m++)
        illegal |= (243u * block[m] & 255u) >= 243u;
    for (size_t m = 48; m < 52; m++)
        illegal |= digit(block[m], 81) != 0;
    if (!illegal)
        return true;
    for (*bad = 0; *bad < 52 && legal_byte(block[*bad], *bad < 48 ? 5 : 4); ++*bad)
        ;
    return false;
}

bool pack_decode_tq2(const uint8_t *block, uint8_t *codes, size_t *bad)
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

bool pack_decode_strided(const uint8_t *byte, size_t count, size_t stride, uint8_t *codes, size_t *bad)
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

bool pack_decode_shift(const uint8_t *byte, size_t count, int shift, uint8_t *codes, size_t *bad)
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
