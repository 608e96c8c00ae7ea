/* SPDX-License-Identifier: Apache-2.0 */
/* arch.h -- struct arch: what the user asked for, one field per row of params.def.
 *
 * Plain data: no pointers, copied by assignment. Every field holds a legal value once arch_check() has passed. Where a
 * value was written is kept beside it, in struct arch_src (arch_load.h), so that this header knows nothing of XML.
 */
#ifndef TLUT_ARCH_H
#define TLUT_ARCH_H

#include <limits.h>
#include <stdbool.h>

#define PARAM_SPECIAL INT_MIN /* the special word of a P_INT row ("exact", "auto") */
#define ARCH_NAME_MAX 64      /* longest name of a core, without the final NUL */

enum kind { KIND_LUT, KIND_SIGNFLIP, KIND_MULTIPLIER };
enum weight_bits { WEIGHT_BITS_2, WEIGHT_BITS_B };
enum network { NETWORK_TREE, NETWORK_CHAIN, NETWORK_NAIVE };
enum build { BUILD_PARALLEL, BUILD_SEQUENTIAL };
enum widths { WIDTHS_EXACT, WIDTHS_UNIFORM };
enum act { /* ACT_INT2 + (b - 2) is the b-bit integer */
    ACT_INT2, ACT_INT8 = 6, ACT_INT16 = 14, ACT_FP8_E4M3, ACT_FP8_E5M2, ACT_FP16, ACT_BF16, ACT_FP32
};
enum range { RANGE_FULL, RANGE_SYMMETRIC };
enum arith { ARITH_AUTO, ARITH_INTEGER, ARITH_IEEE, ARITH_ALIGNED };
enum acc { /* ACC_INT2 + (w - 2) is a w-bit integer, w = 2..64 */
    ACC_AUTO, ACC_FP16, ACC_BF16, ACC_FP32, ACC_INT2, ACC_INT64 = ACC_INT2 + 62
};
enum overflow { OVERFLOW_ERROR, OVERFLOW_WRAP, OVERFLOW_SATURATE };
enum negate { NEGATE_DEFERRED, NEGATE_EARLY };
enum encoding { ENCODING_DENSE, ENCODING_TRIT2, ENCODING_PACK5 };
enum iface { IFACE_AXIS, IFACE_RAW };

struct arch {
    char name[ARCH_NAME_MAX + 1]; /* of the core; empty: made from the parameters */
#define P_ENUM(field, ...) int field;
#define P_INT(field, ...) int field;
#include "params.def"
};

/* Parameter numbers, in the order of params.def. */
enum param {
#define P_ENUM(field, ...) PARAM_##field,
#define P_INT(field, ...) PARAM_##field,
#include "params.def"
    PARAM_COUNT
};

/* One row of the table as data, for code that handles all parameters alike. */
struct param_info {
    const char *element, *attribute; /* where it stands in the XML */
    const char *flag;                /* --flag */
    const char *const *names;        /* enums: NULL-terminated list of words, index = value; integers: NULL */
    int min, max;                    /* integers: legal range (enums: 0..count-1) */
    int def;                         /* default value */
    const char *special;             /* integers: word for PARAM_SPECIAL, or NULL */
    const char *unit;                /* integers: unit of the value; enums: NULL */
    const char *doc;                 /* one line */
    unsigned long offset;            /* of the int field in struct arch */
};
extern const struct param_info param_table[PARAM_COUNT];

/* The field of parameter p. */
int arch_get(const struct arch *a, enum param p);
void arch_set(struct arch *a, enum param p, int value);

/* All defaults, empty name. */
void arch_init(struct arch *a);

/* The arithmetic in effect: arith, or for ARITH_AUTO the one of the activation type (integer, aligned for fp8, else ieee). */
enum arith arch_arith(const struct arch *a);

/* The text of a value of parameter p as it is written in XML: an enum's word, a number, or the special word.
 * `buf` (at least 16 bytes) holds numbers; the return value is either buf or a static string. */
const char *param_value_text(enum param p, int value, char *buf);

/* Parses one value. Returns false if text is no legal value of p (a number is taken only as plain decimal digits with an
 * optional minus sign, whatever the locale). Out-of-range numbers are false too; *number then tells that it was one. */
bool param_parse(enum param p, const char *text, int *value, bool *number);

#endif
