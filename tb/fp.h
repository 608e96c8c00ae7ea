/* SPDX-License-Identifier: Apache-2.0 */
/* fp.h -- floating point and aligned fixed point, bit by bit: the specification of the RTL modules tlut_fp_*.
 *
 * A number is its bit pattern in the low bits of a uint32_t (sign, exponent, significand; the bits above are zero).
 * Everything is integer code: the host's floating point, its rounding mode and its libm play no part. No function
 * fails, keeps state or allocates. docs/fp.md states the choices that IEEE 754 leaves open and why each was made.
 *
 * Common to all operations:
 * - One rounding, to nearest, ties to even. Subnormals are kept, as operands and as results.
 * - One canonical NaN for each format: positive, quiet, the other significand bits zero (e4m3: S.1111.111 with S = 0).
 * A NaN operand of any payload or sign gives the canonical NaN; signalling NaNs are not distinguished.
 * - Overflow gives infinity; in e4m3, which has none, the NaN (the non-saturating conversion of the OCP FP8
 * specification).
 * - x + -x = +0; only -0 + -0 = -0.
 */
#ifndef TLUT_FP_H
#define TLUT_FP_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 fp_int128;
__extension__ typedef unsigned __int128 fp_uint128;

enum fp_rules {
    FP_IEEE, /* the largest exponent means infinity and NaN */
    FP_E4M3  /* OCP: the largest exponent holds numbers, only the all-ones significand is NaN, no infinity */
};

struct fp_format {
    int exp_w, man_w; /* bits of the exponent (2..8) and of the stored significand (1..23) */
    enum fp_rules rules;
};

extern const struct fp_format fp_e4m3; /* bias 7,   subnormals from 2^-9,   largest 448 */
extern const struct fp_format fp_e5m2; /* bias 15,  subnormals from 2^-16,  largest 57344 */
extern const struct fp_format fp_fp16; /* bias 15,  subnormals from 2^-24,  largest 65504 */
extern const struct fp_format fp_bf16; /* bias 127, subnormals from 2^-133, largest 2^128 - 2^120 */
extern const struct fp_format fp_fp32; /* bias 127, subnormals from 2^-149, largest 2^128 - 2^104 */

/* Bits of a number: 1 + exp_w + man_w. */
int fp_width(const struct fp_format *f);

/* 2^(exp_w - 1) - 1. */
int fp_bias(const struct fp_format *f);

/* The canonical NaN: e4m3 0x7f, e5m2 0x7e, fp16 0x7e00, bf16 0x7fc0, fp32 0x7fc00000. */
uint32_t fp_nan(const struct fp_format *f);

/* +infinity of an FP_IEEE format; e4m3: its NaN, which is where its overflows go. */
uint32_t fp_inf(const struct fp_format *f);

bool fp_is_nan(const struct fp_format *f, uint32_t a);
bool fp_is_inf(const struct fp_format *f, uint32_t a);

/* a + b. Infinities of opposite sign give NaN. */
uint32_t fp_add(const struct fp_format *f, uint32_t a, uint32_t b);

/* a * b. Zero times infinity gives NaN. */
uint32_t fp_mul(const struct fp_format *f, uint32_t a, uint32_t b);

/* The number in another format. Infinity becomes infinity, or NaN in e4m3. */
uint32_t fp_convert(const struct fp_format *from, const struct fp_format *to, uint32_t a);

/* Flips the sign bit, of a NaN too, as the XOR gate in the RTL does. So a NaN with the sign set exists inside a core;
 * every addition, multiplication and conversion makes it canonical again, and each result passes through one. */
uint32_t fp_neg(const struct fp_format *f, uint32_t a);

/* A fixed-point window: a two's complement word of `width` bits; `top` is the exponent of its largest magnitude bit, so
 * the word counts units of 2^(top - (width - 2)). */
struct fp_window {
    int width, top;
};

/* The exponent of the window's least significant bit, top - (width - 2). */
int fp_window_lsb(struct fp_window w);

/* The window that holds every finite number of the format exactly: from the smallest subnormal, 2^(1 - bias - man_w),
 * to the largest exponent, and a sign: e4m3  2^-9  .. 2^8    18 + 1 =  19 bits        bf16  2^-133 .. 2^127  261 + 1 =
 * 262 bits (too wide to use) e5m2  2^-16 .. 2^15   32 + 1 =  33 bits        fp32  2^-149 .. 2^127  277 + 1 = 278 bits
 *   fp16  2^-24 .. 2^15   40 + 1 =  41 bits */
struct fp_window fp_exact_window(const struct fp_format *f);

/* The default window: the exact one for fp8 and fp16. For bf16 32 bits with top 15 (units of 2^-15): magnitudes from
 * 2^-8 up to 2^16 are exact, smaller ones are rounded to a multiple of 2^-15, larger ones saturate and say so. Meant
 * for normalised activations, whose outliers stay far below 2^16. */
struct fp_window fp_default_window(const struct fp_format *f);

struct fp_fixed {
    fp_int128 word; /* in units of 2^fp_window_lsb(); |word| <= 2^(width-1) - 1, so the most negative never occurs */
    bool nan, inf;  /* the operand was NaN or infinite; word is 0 then */
    bool saturated; /* |a| >= 2^(top+1): word is +-(2^(width-1) - 1) */
};

/* The number as a fixed-point word, rounded to nearest even at the least significant bit where the window is narrower
 * than the number. 2 <= width <= 127; width - 1 >= man_w + 1 (the window holds a significand), so rounding cannot
 * overflow. -0 gives 0. */
struct fp_fixed fp_to_fixed(const struct fp_format *f, uint32_t a, struct fp_window w);

/* sum * 2^lsb_exp as fp32, rounded once. -600 <= lsb_exp <= 600. Zero gives +0. */
uint32_t fp_from_fixed(fp_int128 sum, int lsb_exp);

#endif
