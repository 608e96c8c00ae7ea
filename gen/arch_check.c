/* SPDX-License-Identifier: Apache-2.0 */
/* arch_check.c -- what the parameters mean together: one function and one diagnostic code per rule.
 *
 * A parameter that has no effect in an architecture must keep its default: a value that somebody wrote and that changes
 * nothing is a misunderstanding. (Its default may be written out, as effective.xml does.)
 */
#include <string.h>

#include "arch_load.h"
#include "dims.h"

struct check {
    const struct arch *a;
    const struct arch_src *where; /* or NULL */
    struct diag *d;               /* or NULL: only the answer matters */
    bool ok;
};

static bool is_default(const struct check *c, enum param p)
{
    return arch_get(c->a, p) == param_table[p].def;
}

/* The value of a parameter as text. */
struct text {
    char s[16];
};

static struct text value(const struct check *c, enum param p)
{
    struct text t, number;
    const char *word = param_value_text(p, arch_get(c->a, p), number.s);
    strncpy(t.s, word, sizeof t.s - 1);
    t.s[sizeof t.s - 1] = '\0';
    return t;
}

/* Where the user wrote one of these parameters: the first that is not a default, or else the first. */
static struct loc written(const struct check *c, enum param p, enum param q, enum param r)
{
    const enum param order[] = {p, q, r, p, q, r};
    for (int i = 0; c->where && i < 6; i++)
        if (c->where->given[order[i]] && (i >= 3 || !is_default(c, order[i])))
            return c->where->loc[order[i]];
    return LOC_NONE;
}

/* Reports a broken rule, unless nobody listens. */
#define BROKEN(c, code, loc, help, ...)                                                                                \
    do {                                                                                                               \
        (c)->ok = false;                                                                                               \
        if ((c)->d) {                                                                                                  \
            diag_error((c)->d, code, loc, __VA_ARGS__);                                                                \
            diag_help((c)->d, "%s", help);                                                                             \
        }                                                                                                              \
    } while (0)

/* ---- facts about types ---- */

bool arch_act_is_float(int act)
{
    return act >= ACT_FP8_E4M3;
}

int arch_significand_bits(int act)
{
    switch (act) {
    case ACT_FP8_E4M3:
        return 4;
    case ACT_FP8_E5M2:
        return 3;
    case ACT_FP16:
        return 11;
    case ACT_BF16:
        return 8;
    case ACT_FP32:
        return 24;
    default:
        return 0;
    }
}

int arch_acc_bits(int acc)
{
    return acc >= ACC_INT2 ? acc - ACC_INT2 + 2 : 0;
}

/* ---- compute and table ---- */

static void rule_weight_bits_kind(struct check *c)
{
    if (c->a->kind == KIND_MULTIPLIER || is_default(c, PARAM_weight_bits))
        return;
    BROKEN(c, DIAG_WEIGHT_BITS_KIND, written(c, PARAM_weight_bits, PARAM_kind, PARAM_kind),
           "leave weight-bits out, or use kind=multiplier", "weight-bits means nothing with kind=%s",
           value(c, PARAM_kind).s);
}

static void rule_table_baseline(struct check *c)
{
    static const enum param unused[] = {PARAM_mu,   PARAM_network, PARAM_build,     PARAM_build_adders,
                                        PARAM_half, PARAM_widths,  PARAM_pipe_build};
    if (c->a->kind == KIND_LUT)
        return;
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        enum param p = unused[i];
        if (p == PARAM_mu) { /* it is 1, which may be said; its default is for tables, and 3 would be a lie */
            if (c->a->mu == 1 || (is_default(c, p) && !(c->where && c->where->given[p])))
                continue;
        } else if (is_default(c, p)) {
            continue;
        }
        bool said = c->where && c->where->given[p];
        BROKEN(c, DIAG_TABLE_BASELINE, said ? c->where->loc[p] : written(c, PARAM_kind, p, p),
               "leave it out, or use kind=lut; luts is the number of activations in parallel",
               "%s/@%s '%s' means nothing with kind=%s, which has no tables", param_table[p].element,
               param_table[p].attribute, value(c, p).s, value(c, PARAM_kind).s);
    }
}

static void rule_adders_parallel(struct check *c)
{
    if (c->a->kind != KIND_LUT || c->a->build == BUILD_SEQUENTIAL || is_default(c, PARAM_build_adders))
        return;
    BROKEN(c, DIAG_ADDERS_PARALLEL, written(c, PARAM_build_adders, PARAM_build, PARAM_build),
           "leave build-adders out, or use build=sequential", "build-adders means nothing with build=parallel");
}

static void rule_adders_too_many(struct check *c)
{
    int additions = dims_half_entries(c->a->mu) - c->a->mu;
    if (c->a->kind != KIND_LUT || c->a->build != BUILD_SEQUENTIAL || c->a->build_adders <= additions)
        return;
    struct loc loc = written(c, PARAM_build_adders, PARAM_mu, PARAM_build);
    if (additions == 0)
        BROKEN(c, DIAG_ADDERS_TOO_MANY, loc, "use build=parallel, or a larger group-size",
               "a table of group-size 1 has no additions to build sequentially");
    else
        BROKEN(c, DIAG_ADDERS_TOO_MANY, loc, "use fewer build-adders, a larger group-size, or build=parallel",
               "build-adders '%d' is more than the B - mu = %d additions of a table with group-size %d",
               c->a->build_adders, additions, c->a->mu);
}

static void rule_sequential_half(struct check *c)
{
    if (c->a->kind == KIND_LUT && c->a->build == BUILD_SEQUENTIAL && !c->a->half)
        BROKEN(c, DIAG_SEQUENTIAL_HALF, written(c, PARAM_half, PARAM_build, PARAM_build),
               "use half=true, or build=parallel", "build=sequential fills half tables only, and half is 'false'");
}

static void rule_sequential_naive(struct check *c)
{
    if (c->a->kind == KIND_LUT && c->a->build == BUILD_SEQUENTIAL && c->a->network == NETWORK_NAIVE)
        BROKEN(c, DIAG_SEQUENTIAL_NAIVE, written(c, PARAM_network, PARAM_build, PARAM_build),
               "use network=tree or network=chain, or build=parallel", "network=naive has no sequential build");
}

static void rule_widths_ieee(struct check *c)
{
    if (c->a->kind == KIND_LUT && arch_arith(c->a) == ARITH_IEEE && !is_default(c, PARAM_widths))
        BROKEN(c, DIAG_WIDTHS_IEEE, written(c, PARAM_widths, PARAM_arith, PARAM_act), "leave widths out",
               "widths=%s means nothing in ieee arithmetic: every entry is %s", value(c, PARAM_widths).s,
               value(c, PARAM_act).s);
}

/* ---- activations and arithmetic ---- */

static void rule_range_float(struct check *c)
{
    if (arch_act_is_float(c->a->act) && !is_default(c, PARAM_range))
        BROKEN(c, DIAG_RANGE_FLOAT, written(c, PARAM_range, PARAM_act, PARAM_act), "leave range out",
               "range=%s means nothing with the floating-point type %s", value(c, PARAM_range).s,
               value(c, PARAM_act).s);
}

static void rule_ieee_type(struct check *c)
{
    if (c->a->arith != ARITH_IEEE || c->a->act >= ACT_FP16)
        return;
    BROKEN(c, DIAG_IEEE_TYPE, written(c, PARAM_arith, PARAM_act, PARAM_act),
           arch_act_is_float(c->a->act) ? "use mode=aligned, or leave mode out" : "use mode=integer, or leave mode out",
           "mode=ieee needs activations of type fp16, bf16 or fp32, not %s", value(c, PARAM_act).s);
}

static void rule_aligned_type(struct check *c)
{
    if (c->a->arith != ARITH_ALIGNED || (arch_act_is_float(c->a->act) && c->a->act != ACT_FP32))
        return;
    BROKEN(c, DIAG_ALIGNED_TYPE, written(c, PARAM_arith, PARAM_act, PARAM_act),
           c->a->act == ACT_FP32 ? "use mode=ieee, or leave mode out" : "use mode=integer, or leave mode out",
           "mode=aligned needs activations of type fp8_e4m3, fp8_e5m2, fp16 or bf16, not %s", value(c, PARAM_act).s);
}

static void rule_integer_type(struct check *c)
{
    if (c->a->arith != ARITH_INTEGER || !arch_act_is_float(c->a->act))
        return;
    BROKEN(c, DIAG_INTEGER_TYPE, written(c, PARAM_arith, PARAM_act, PARAM_act),
           c->a->act == ACT_FP32  ? "use mode=ieee"
           : c->a->act < ACT_FP16 ? "use mode=aligned"
                                  : "use mode=aligned or mode=ieee",
           "mode=integer needs activations of an int type, not %s", value(c, PARAM_act).s);
}

static void rule_window_unused(struct check *c)
{
    static const enum param words[] = {PARAM_window, PARAM_top};
    if (arch_arith(c->a) == ARITH_ALIGNED)
        return;
    for (int i = 0; i < 2; i++)
        if (!is_default(c, words[i]))
            BROKEN(c, DIAG_WINDOW_UNUSED, written(c, words[i], PARAM_arith, PARAM_act),
                   arch_act_is_float(c->a->act) ? "leave it out, or use mode=aligned" : "leave it out",
                   "%s '%s' means nothing in %s arithmetic", param_table[words[i]].attribute, value(c, words[i]).s,
                   arch_arith(c->a) == ARITH_IEEE ? "ieee" : "integer");
}

/* The window in effect must hold a significand, be one that can be built, and meet the numbers of its type. */
static void rule_window(struct check *c)
{
    const struct arch *a = c->a;
    if (arch_arith(a) != ARITH_ALIGNED || !arch_act_is_float(a->act) || a->act == ACT_FP32)
        return;
    struct dims_window w;
    dims_window(&w, a);
    int least = arch_significand_bits(a->act) + 1, most = param_table[PARAM_window].max, lsb = w.top - (w.width - 2);
    struct text act = value(c, PARAM_act);
    struct loc loc = written(c, PARAM_window, PARAM_top, PARAM_act);
    if (w.top < w.normal)
        BROKEN(c, DIAG_WINDOW_OFF, written(c, PARAM_top, PARAM_act, PARAM_act), "raise top, or leave it out",
               "top '%d' lies below every normal number of %s: all of them, 2^%d..2^%d, would saturate", w.top, act.s,
               w.normal, w.largest);
    else if (w.width > most)
        BROKEN(c, DIAG_WINDOW_WIDE, loc, "lower top, or give window a number",
               "the window from top '%d' down to the smallest %s, 2^%d, takes %d bits, %d at most", w.top, act.s,
               w.smallest, w.width, most);
    else if (w.width < least) /* never the exact one */
        BROKEN(c, DIAG_WINDOW_NARROW, loc, "widen the window; 'exact' rounds nothing before the end",
               "window '%d' is narrower than the sign and the significand of %s, %d bits", w.width, act.s, least);
    else if (lsb > w.largest)
        BROKEN(c, DIAG_WINDOW_OFF, written(c, PARAM_top, PARAM_window, PARAM_act), "lower top, or widen the window",
               "top '%d' lies so high that a window of %d bits ends at 2^%d, above every number of %s (2^%d and less)",
               w.top, w.width, lsb, act.s, w.largest);
}

/* ---- accumulator and negation ---- */

static void rule_overflow_ieee(struct check *c)
{
    if (arch_arith(c->a) == ARITH_IEEE && !is_default(c, PARAM_overflow))
        BROKEN(c, DIAG_OVERFLOW_IEEE, written(c, PARAM_overflow, PARAM_arith, PARAM_act),
               "leave overflow out: floating-point sums overflow to infinity",
               "overflow=%s means nothing in ieee arithmetic", value(c, PARAM_overflow).s);
}

static void rule_acc_int_ieee(struct check *c)
{
    if (arch_arith(c->a) == ARITH_IEEE && arch_acc_bits(c->a->acc))
        BROKEN(c, DIAG_ACC_INT_IEEE, written(c, PARAM_acc, PARAM_arith, PARAM_act),
               c->a->act == ACT_FP32 ? "use auto, fp16, bf16 or fp32"
                                     : "use auto, fp16, bf16 or fp32; or mode=aligned, which sums in integers",
               "accumulator type %s does not hold the floating-point sums of ieee arithmetic", value(c, PARAM_acc).s);
}

static void rule_acc_float_integer(struct check *c)
{
    if (arch_arith(c->a) != ARITH_IEEE && c->a->acc >= ACC_FP16 && c->a->acc <= ACC_FP32)
        BROKEN(c, DIAG_ACC_FLOAT_INTEGER, written(c, PARAM_acc, PARAM_arith, PARAM_act), "use auto, or int2..int64",
               "accumulator type %s does not take the integer sums of %s arithmetic", value(c, PARAM_acc).s,
               arch_arith(c->a) == ARITH_ALIGNED ? "aligned" : "integer");
}

static void rule_negate_unused(struct check *c)
{
    bool full = c->a->kind == KIND_LUT && !c->a->half;
    const char *why = arch_arith(c->a) == ARITH_IEEE  ? "ieee arithmetic: a sign flip is one bit"
                      : c->a->kind == KIND_MULTIPLIER ? "kind=multiplier: nothing is negated"
                      : full                          ? "half=false: the table holds both signs"
                                                      : NULL;
    if (!is_default(c, PARAM_negate) && why)
        BROKEN(c, DIAG_NEGATE_UNUSED, written(c, PARAM_negate, full ? PARAM_half : PARAM_kind, PARAM_arith),
               "leave negate out", "negate=%s means nothing with %s", value(c, PARAM_negate).s, why);
}

static void rule_encoding_wide(struct check *c)
{
    if (c->a->kind == KIND_MULTIPLIER && c->a->weight_bits == WEIGHT_BITS_B && !is_default(c, PARAM_encoding))
        BROKEN(c, DIAG_ENCODING_WIDE, written(c, PARAM_encoding, PARAM_weight_bits, PARAM_kind),
               "use encoding=dense, or weight-bits=2", "encoding=%s packs ternary weights, and weight-bits is 'b'",
               value(c, PARAM_encoding).s);
}

static void rule_zero_gate(struct check *c)
{
    if (is_default(c, PARAM_zero_gate))
        return;
    if (c->a->kind == KIND_MULTIPLIER)
        BROKEN(c, DIAG_ZERO_GATE_MULTIPLIER, written(c, PARAM_zero_gate, PARAM_kind, PARAM_kind),
               "leave zero-gate out, or use kind=lut or kind=signflip",
               "gate/@zero=on means nothing with kind=multiplier, which has no fetch");
    else if (c->a->pipe_fetch == 0)
        BROKEN(c, DIAG_ZERO_GATE_REGISTER, written(c, PARAM_zero_gate, PARAM_pipe_fetch, PARAM_pipe_fetch),
               "set pipeline/@fetch to 1 or more, or leave zero-gate out",
               "gate/@zero=on has no operand register to hold: pipeline/@fetch is 0");
}

/* ---- rules that need derived numbers: only for architectures that obey all of the above ---- */

static void rule_acc_narrow(struct check *c, const struct dims *dims)
{
    int bits = arch_acc_bits(c->a->acc);
    if (bits == 0 || c->a->overflow != OVERFLOW_ERROR || bits >= dims->acc_needed_w)
        return;
    BROKEN(c, DIAG_ACC_NARROW, written(c, PARAM_acc, PARAM_max_n, PARAM_act),
           "use auto, a wider type, a smaller max-n, or overflow=saturate or wrap",
           "accumulator type int%d is too narrow: the worst sum of max-n = %d activations of type %s takes %d bits",
           bits, c->a->max_n, value(c, PARAM_act).s, dims->acc_needed_w);
}

static void rule_acc_wide(struct check *c, const struct dims *dims)
{
    if (c->a->acc != ACC_AUTO || dims->acc_needed_w <= DIMS_MAX_ACC)
        return;
    BROKEN(c, DIAG_ACC_WIDE, written(c, PARAM_window, PARAM_max_n, PARAM_acc),
           arch_arith(c->a) == ARITH_ALIGNED
               ? "lower max-n or window, or give the accumulator a type and overflow=saturate or wrap"
               : "lower max-n, or give the accumulator a type and overflow=saturate or wrap",
           "the worst sum of max-n = %d words of %d bits takes an accumulator of %d bits, %d at most", c->a->max_n,
           dims->word_w, dims->acc_needed_w, DIMS_MAX_ACC);
}

static void rule_beat_too_wide(struct check *c, const struct dims *dims)
{
    const struct arch *a = c->a;
    if (dims->act_tdata_w > DIMS_MAX_TDATA)
        BROKEN(c, DIAG_BEAT_TOO_WIDE, written(c, PARAM_luts, PARAM_lanes, PARAM_mu), "lower luts, group-size or lanes",
               "an activation beat has %lld bits, %d at most: lanes %d x luts %d x group-size %d x %d bits",
               (long long)dims->act_tdata_w, (int)DIMS_MAX_TDATA, a->lanes, a->luts, dims->mu, dims->act_w);
    if (dims->key_tdata_w > DIMS_MAX_TDATA)
        BROKEN(c, DIAG_BEAT_TOO_WIDE, written(c, PARAM_fetchers, PARAM_luts, PARAM_cores),
               "lower fetchers, luts or cores, and raise reuse instead",
               "a key beat has %lld bits, %d at most: cores %d x fetchers %d x luts %d keys of %d bits (encoding %s)",
               (long long)dims->key_tdata_w, (int)DIMS_MAX_TDATA, a->cores, a->fetchers, a->luts, dims->key_w,
               value(c, PARAM_encoding).s);
    if (dims->res_tdata_w > DIMS_MAX_TDATA)
        BROKEN(c, DIAG_BEAT_TOO_WIDE, written(c, PARAM_fetchers, PARAM_lanes, PARAM_cores),
               "lower fetchers, cores or lanes, and raise reuse instead",
               "a result beat has %lld bits, %d at most: lanes %d x cores %d x fetchers %d results of %d bits",
               (long long)dims->res_tdata_w, (int)DIMS_MAX_TDATA, a->lanes, a->cores, a->fetchers, dims->res_w);
}

bool arch_check(const struct arch *a, const struct arch_src *where, struct diag *d)
{
    static void (*const rules[])(struct check *) = {
        rule_weight_bits_kind,  rule_table_baseline, rule_adders_parallel, rule_adders_too_many, rule_sequential_half,
        rule_sequential_naive,  rule_widths_ieee,    rule_range_float,     rule_ieee_type,       rule_aligned_type,
        rule_integer_type,      rule_window_unused,  rule_window,          rule_overflow_ieee,   rule_acc_int_ieee,
        rule_acc_float_integer, rule_negate_unused,  rule_encoding_wide,   rule_zero_gate,
    };
    struct check c = {.a = a, .where = where, .d = d, .ok = true};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        rules[i](&c);
    if (!c.ok)
        return false;
    struct dims dims;
    dims_derive(&dims, a);
    rule_acc_narrow(&c, &dims);
    rule_acc_wide(&c, &dims);
    rule_beat_too_wide(&c, &dims);
    return c.ok;
}
