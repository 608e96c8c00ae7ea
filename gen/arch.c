/* SPDX-License-Identifier: Apache-2.0 */
/* arch.c -- the parameter table as data, and the text form of its values. */
#include "arch.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const KIND[] = {"lut", "signflip", "multiplier", NULL};
static const char *const WEIGHT_BITS[] = {"2", "b", NULL};
static const char *const NETWORK[] = {"tree", "chain", "naive", NULL};
static const char *const BUILD[] = {"parallel", "sequential", NULL};
static const char *const BOOL[] = {"false", "true", NULL};
static const char *const ONOFF[] = {"off", "on", NULL};
static const char *const WIDTHS[] = {"exact", "uniform", NULL};
static const char *const ACT[] = {"int2",  "int3",  "int4",  "int5",  "int6",     "int7",     "int8",
                                  "int9",  "int10", "int11", "int12", "int13",    "int14",    "int15",
                                  "int16", "fp8_e4m3", "fp8_e5m2", "fp16", "bf16", "fp32", NULL};
static const char *const RANGE[] = {"full", "symmetric", NULL};
static const char *const ARITH[] = {"auto", "integer", "ieee", "aligned", NULL};
static const char *const OVERFLOW[] = {"error", "wrap", "saturate", NULL};
static const char *const NEGATE[] = {"deferred", "early", NULL};
static const char *const ENCODING[] = {"dense", "trit2", "pack5", NULL};
static const char *const IFACE[] = {"axis", "raw", NULL};
static const char *const ACC[] = {
    "auto",  "fp16",  "bf16",  "fp32",  "int2",  "int3",  "int4",  "int5",  "int6",  "int7",  "int8",  "int9",
    "int10", "int11", "int12", "int13", "int14", "int15", "int16", "int17", "int18", "int19", "int20", "int21",
    "int22", "int23", "int24", "int25", "int26", "int27", "int28", "int29", "int30", "int31", "int32", "int33",
    "int34", "int35", "int36", "int37", "int38", "int39", "int40", "int41", "int42", "int43", "int44", "int45",
    "int46", "int47", "int48", "int49", "int50", "int51", "int52", "int53", "int54", "int55", "int56", "int57",
    "int58", "int59", "int60", "int61", "int62", "int63", "int64", NULL};

#define COUNT(names) ((int)(sizeof(names) / sizeof(names)[0]) - 1)

const struct param_info param_table[PARAM_COUNT] = {
#define P_ENUM(field, elem, attr, flg, nms, dflt, text)                                                               \
    {.element = elem, .attribute = attr, .flag = flg, .names = nms, .max = COUNT(nms) - 1, .def = dflt, .doc = text,  \
     .offset = offsetof(struct arch, field)},
#define P_INT(field, elem, attr, flg, lo, hi, dflt, word, units, text)                                                \
    {.element = elem, .attribute = attr, .flag = flg, .min = lo, .max = hi, .def = dflt, .special = word,             \
     .unit = units, .doc = text, .offset = offsetof(struct arch, field)},
#include "params.def"
};

int arch_get(const struct arch *a, enum param p)
{
    int v;
    memcpy(&v, (const char *)a + param_table[p].offset, sizeof v);
    return v;
}

void arch_set(struct arch *a, enum param p, int value)
{
    memcpy((char *)a + param_table[p].offset, &value, sizeof value);
}

void arch_init(struct arch *a)
{
    memset(a, 0, sizeof *a);
    for (int p = 0; p < PARAM_COUNT; p++)
        arch_set(a, (enum param)p, param_table[p].def);
}

const char *param_value_text(enum param p, int value, char *buf)
{
    const struct param_info *info = &param_table[p];
    if (info->names)
        return value >= 0 && value <= info->max ? info->names[value] : "?";
    if (value == PARAM_SPECIAL && info->special)
        return info->special;
    snprintf(buf, 16, "%d", value);
    return buf;
}

/* Plain decimal: -?[0-9]{1,9}. strtol would take blanks, plus signs and 0x, and report overflow through errno. */
static bool parse_decimal(const char *text, int *value)
{
    bool neg = *text == '-';
    const char *d = text + neg;
    size_t len = strspn(d, "0123456789");
    if (len == 0 || d[len] != '\0')
        return false;
    while (len > 1 && *d == '0')
        d++, len--;
    int v = 0;
    for (size_t i = 0; i < len; i++)
        v = i < 9 ? v * 10 + (d[i] - '0') : INT_MAX;
    *value = neg ? -v : v;
    return true;
}

bool param_parse(enum param p, const char *text, int *value, bool *number)
{
    const struct param_info *info = &param_table[p];
    *number = false;
    if (info->names) {
        for (int i = 0; info->names[i]; i++)
            if (strcmp(text, info->names[i]) == 0) {
                *value = i;
                return true;
            }
        return false;
    }
    if (info->special && strcmp(text, info->special) == 0) {
        *value = PARAM_SPECIAL;
        return true;
    }
    int v;
    if (!parse_decimal(text, &v))
        return false;
    *number = true;
    *value = v;
    return v >= info->min && v <= info->max;
}

enum arith arch_arith(const struct arch *a)
{
    if (a->arith != ARITH_AUTO)
        return (enum arith)a->arith;
    if (a->act < ACT_FP8_E4M3)
        return ARITH_INTEGER;
    return a->act == ACT_FP8_E4M3 || a->act == ACT_FP8_E5M2 ? ARITH_ALIGNED : ARITH_IEEE;
}
