/* SPDX-License-Identifier: Apache-2.0 */
/* emit_rtl.c -- the numbers that wrapper.v.in and core.v.in print; emit_build.c has the rows of the build module. Shape
 * lives in the templates: this file makes atoms only. */
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "dims.h"
#include "emit.h"
#include "lutnet.h"
#include "tpl.h"

static void set_number(struct tpl *t, const char *name, int64_t v)
{
    tpl_set(t, name, "%lld", (long long)v);
}

/* A width W is set together with its most significant bit. */
static void set_width(struct tpl *t, const char *width, const char *msb, int64_t v)
{
    if (width)
        set_number(t, width, v);
    set_number(t, msb, v - 1);
}

/* Packed parameter {v[count-1], ..., v[0]}, 8 bits each. */
static void set_packed(struct tpl *t, const char *name, const int *v, int count)
{
    struct buf b = BUF_INIT;
    buf_addch(&b, '{');
    for (int i = count - 1; i >= 0; i--)
        buf_printf(&b, "8'd%d%s", v[i], i > 0 ? ", " : "}");
    tpl_set(t, name, "%s", b.data);
    buf_release(&b);
}

/* The multiplier core of aligned arithmetic with full weights: its products are aligned, not its activations. */
static bool raw_products(const struct arch *a, const struct dims *d)
{
    return d->aligned && a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
}

static bool gated(const struct arch *a)
{
    return a->zero_gate && a->pipe_fetch > 0 && a->kind != KIND_MULTIPLIER;
}

static void float_numbers(struct tpl *t, const struct arch *a, const struct dims *d)
{
    set_number(t, "EXP_W", d->exp_w);
    set_number(t, "MAN_W", d->man_w);
    set_number(t, "RULES", a->act == ACT_FP8_E4M3);
    set_number(t, "FLOAT", d->ieee);
    set_number(t, "ACC_EXP_W", d->acc_exp_w);
    set_number(t, "ACC_MAN_W", d->acc_man_w);
    set_number(t, "WINDOW", d->word_w);
    set_number(t, "TOP", d->window_top);
    set_number(t, "LSB_EXP", d->lsb_exp);
    bool full = a->weight_bits == WEIGHT_BITS_B;
    set_number(t, "MUL_MODE", raw_products(a, d) ? 4 : d->ieee ? (full ? 2 : 3) : full ? 0 : 1);
}

/* What the core is made of, for `if`. */
static void core_flags(struct tpl *t, const struct arch *a, const struct dims *d)
{
    bool lut = a->kind == KIND_LUT, sequential = d->steps > 0;
    tpl_flag(t, "IEEE", d->ieee);
    tpl_flag(t, "ALIGNED", d->aligned);
    tpl_flag(t, "BUILD", lut);
    tpl_flag(t, "SEQUENTIAL", sequential);
    tpl_flag(t, "NETWORK_NAIVE", a->network == NETWORK_NAIVE);
    tpl_flag(t, "BUILD_PIPED", lut && !sequential && d->build_regs > 0);
    tpl_flag(t, "BUILD_CLOCKED", lut && (sequential || d->build_regs > 0));
    tpl_flag(t, "MULTIPLIER", a->kind == KIND_MULTIPLIER);
    tpl_flag(t, "RAW_PRODUCTS", raw_products(a, d));
    tpl_flag(t, "MUL_FLAGS", raw_products(a, d));
    tpl_flag(t, "GATED", gated(a));
    tpl_flag(t, "ENCODED", a->encoding != ENCODING_DENSE);
}

static void core_numbers(struct tpl *t, const struct arch *a, const struct dims *d)
{
    set_number(t, "MU", d->mu);
    set_number(t, "MU_MSB", d->mu - 1);
    set_number(t, "N", d->n);
    set_number(t, "K", a->fetchers);
    set_number(t, "LUTS", a->luts);
    set_number(t, "REUSE", a->reuse);
    set_number(t, "CORES", a->cores);
    set_number(t, "LANES", a->lanes);
    set_number(t, "OUTPUTS", d->outputs);
    set_number(t, "ENTRIES", d->entries);
    set_number(t, "STORED", d->stored);
    set_number(t, "ACT_W", d->act_w);
    set_number(t, "WORD_W", raw_products(a, d) ? d->act_w : d->word_w);
    set_number(t, "IDX_W", d->idx_w);
    set_number(t, "KEY_W", d->key_w);
    set_number(t, "ENT_W", raw_products(a, d) ? d->act_w : d->ent_w);
    set_number(t, "LEAF_W", d->leaf_w);
    set_number(t, "SUM_W", d->sum_w);
    set_number(t, "ACC_W", d->acc_w);
    set_number(t, "RES_W", d->res_w);
    set_number(t, "LEVELS", d->levels);
    set_number(t, "SLOT_W", a->reuse > 2 ? dims_clog2((uint64_t)a->reuse) : 1);
    set_number(t, "PIPE", d->pipe);
    set_number(t, "ACC_REGS", d->acc_regs);
    set_number(t, "STEPS", d->steps);
    set_number(t, "STEPS_MSB", d->steps - 1);
    set_number(t, "UNITS", a->build_adders);
    set_number(t, "BUILD_REGS", d->build_regs);
    set_number(t, "BUILD_REGS_MSB", d->build_regs - 1);
    set_number(t, "LATENCY", d->latency);
    set_number(t, "MACS", (int64_t)d->outputs * d->n * a->lanes);
    set_number(t, "EARLY", a->negate == NEGATE_EARLY && !d->ieee && d->stored == d->entries);
    set_number(t, "SATURATE", a->overflow == OVERFLOW_SATURATE);
    tpl_set(t, "ACT_NAME", "%s", param_table[PARAM_act].names[a->act]);
    tpl_set(t, "NETWORK", "%s", param_table[PARAM_network].names[a->network]);
    set_packed(t, "LEVEL_WIDTHS", d->level_w, d->levels + 1);
    int regs[DIMS_MAX_LEVELS + 1];
    memcpy(regs, d->reg_after, sizeof regs);
    regs[0] -= gated(a); /* that stage is in tlut_gate */
    set_packed(t, "LEVEL_REGS", regs, d->levels + 1);
}

static void stream_numbers(struct tpl *t, const struct arch *a, const struct dims *d)
{
    bool axis = a->iface == IFACE_AXIS;
    set_width(t, "TABLE_ACT_W", "TABLE_ACT_MSB", (int64_t)d->mu * (raw_products(a, d) ? d->act_w : d->word_w));
    set_width(t, NULL, "TABLE_ENT_MSB", (int64_t)d->stored * d->ent_w);
    set_width(t, "ACT_BITS", "ACT_MSB", d->act_beat_bits);
    set_number(t, "KEY_BITS", d->key_beat_bits);
    set_width(t, "CORE_KEY_W", "CORE_KEY_MSB", (int64_t)a->fetchers * a->luts * d->key_w);
    int out_w = d->aligned ? d->res_w : d->acc_w; /* of a result as it leaves the core */
    set_number(t, "OUT_W", out_w);
    set_width(t, "CORE_RES_W", "CORE_RES_MSB", (int64_t)a->lanes * a->fetchers * out_w);
    set_width(t, "ALL_KEY_W", "ALL_KEY_MSB", (int64_t)d->outputs * a->luts * d->key_w);
    set_number(t, "GROUPS", (int64_t)d->outputs * a->luts);
    set_number(t, "PACK5", a->encoding == ENCODING_PACK5);
    set_width(t, NULL, "ACT_TDATA_MSB", d->act_tdata_w);
    set_width(t, NULL, "KEY_TDATA_MSB", d->key_tdata_w);
    set_width(t, NULL, "RES_TDATA_MSB", d->res_tdata_w);
    tpl_flag(t, "AXIS", axis);
    tpl_flag(t, "ACT_PADDED", d->act_tdata_w > d->act_beat_bits);
    tpl_flag(t, "KEY_PADDED", d->key_tdata_w > d->key_beat_bits);
    tpl_flag(t, "RES_EXTENDED", d->res_w > out_w);
    tpl_flag(t, "MANY_CORES", a->cores > 1);
    tpl_set(t, "RES_DATA", "%s", axis ? "m_axis_res_tdata" : "res_data");
    tpl_set(t, "RES_FILL", "%s", d->act_float ? "1'b0" : "y[OUT_W-1]");
}

/* The reason of each width, as a comment behind it. */
static void reasons(struct tpl *t, const struct arch *a, const struct dims *d)
{
    const char *act = param_table[PARAM_act].names[a->act];
    if (d->aligned)
        tpl_set(t, "WORD_WHY", "%s", raw_products(a, d) ? "operand of a multiplier" : "window word");
    else
        tpl_set(t, "WORD_WHY", "one %s", act);
    if (a->kind == KIND_LUT) {
        tpl_set(t, "MU_WHY", "operands of one table");
        tpl_set(t, "ENT_WHY", "entry: a signed sum of up to %d operands", d->mu);
    } else {
        tpl_set(t, "MU_WHY", "one operand");
        tpl_set(t, "ENT_WHY", "one operand");
    }
    bool owed = a->negate == NEGATE_DEFERRED && !d->ieee && a->kind != KIND_MULTIPLIER && d->stored == d->entries;
    tpl_set(t, "LEAF_WHY", "%s",
            a->kind == KIND_MULTIPLIER ? "product"
            : owed                     ? "what a key selects, XOR its sign, the +1 still owed"
                                       : "what a key selects, with its sign");
    if (d->ieee)
        tpl_set(t, "ACC_WHY", "a floating-point number of %d + %d bits and a sign", d->acc_exp_w, d->acc_man_w);
    else if (a->acc == ACC_AUTO || d->acc_w == d->acc_needed_w)
        tpl_set(t, "ACC_WHY", "holds every partial sum of %d elements", a->max_n);
    else
        tpl_set(t, "ACC_WHY", "as asked for; %d bits hold every partial sum of %d elements", d->acc_needed_w, a->max_n);
}

/* How keys lie on the stream, and what they mean. */
static void key_notes(struct tpl *t, const struct arch *a, const struct dims *d, const char *unit)
{
    const char *note[2] = {NULL, "tlut_unpack makes keys of them"};
    if (a->encoding == ENCODING_DENSE)
        tpl_set(t, "KEY_LAYOUT", "output k, %s l at [(k*%d + l)*%d +: %d]", unit, a->luts, d->key_w, d->key_w);
    else
        tpl_set(t, "KEY_LAYOUT", "weight i of output k is number k*%d + i, %s", d->n,
                a->encoding == ENCODING_TRIT2 ? "2 bits each" : "5 a byte");
    if (a->encoding == ENCODING_TRIT2) {
        note[0] = "a weight, 2 bits: w + 1; code 3 reads as zero.";
    } else if (a->encoding == ENCODING_PACK5) {
        note[0] = "five weights a byte: the sum of (w[i] + 1) * 3^(4-i); bytes 243..255 read as five zeros.";
    } else if (a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B) {
        note[0] = "a weight of the activations' type;";
        note[1] = "any value is multiplied, -1, 0 and +1 are the ternary ones";
    } else if (d->mu == 1) {
        note[0] = "{sign, index}, one weight each: +1 is {0, 0}, -1 is {1, 0},";
        note[1] = "0 is {0, 1}";
    }
    if (note[0]) {
        tpl_set(t, "KEY_NOTE_1", "%s", note[0]);
        tpl_set(t, "KEY_NOTE_2", "%s", note[1]);
    } else {
        tpl_set(t, "KEY_NOTE_1", "{sign, index}, %d bits: v = sum w[i] * 3^(%d-i), index = %d - |v|, sign = v < 0;",
                d->key_w, d->mu - 1, d->entries);
        tpl_set(t, "KEY_NOTE_2", "the zero group is {0, %d}, any index above reads as zero too", d->entries);
    }
}

/* How a result is read, and the names of the key stream. */
static void stream_notes(struct tpl *t, const struct arch *a, const struct dims *d)
{
    if (d->aligned)
        tpl_set(t, "RES_NOTE", "fp32");
    else if (d->ieee)
        tpl_set(t, "RES_NOTE", "the accumulator, %s", d->acc_w == 32 ? "fp32" : d->acc_exp_w == 5 ? "fp16" : "bf16");
    else
        tpl_set(t, "RES_NOTE", "%d bits sign-extended", d->acc_w);
    tpl_set(t, "KEY_DATA", "%s", a->iface == IFACE_AXIS ? "s_axis_key_tdata" : "key_data");
    set_number(t, "KEY_BITS_MSB", d->key_beat_bits - 1);
}

/* Header lines that differ by kind. */
static void headlines(struct tpl *t, const struct arch *a, const struct dims *d)
{
    static const char *const what[] = {"lookup tables", "conditional additions", "multiplications"};
    static const char *const path[] = {"tables -> fetch", "select and sign", "multipliers"};
    static const char *const operands[] = {"tables and their fetches", "activations, selected and signed by the keys",
                                           "multipliers"};
    static const char *const unit[] = {"table", "activation", "activation"};
    int rows = a->lanes * a->fetchers, needs = d->acc_regs > d->steps ? d->acc_regs : d->steps;
    tpl_set(t, "KIND_WHAT", "%s", what[a->kind]);
    tpl_set(t, "CORE_PATH", "%s", path[a->kind]);
    tpl_set(t, "OPERANDS", "%s", operands[a->kind]);
    tpl_set(t, "UNIT", "%s", unit[a->kind]);
    tpl_set(t, "ARITH", "%s", param_table[PARAM_arith].names[arch_arith(a)]);
    tpl_set(t, "WINDOW_NOTE", "%s", "");
    if (d->aligned)
        tpl_set(t, "WINDOW_NOTE", " in %d bits from 2^%d down", d->word_w, d->window_top);
    if (a->kind == KIND_LUT)
        tpl_set(t, "COST_LINE", "%d tables, %d x %d fetches, %d sums of %d operands with %d accumulators",
                a->luts * a->lanes, a->luts, rows, rows, a->luts, a->reuse);
    else
        tpl_set(t, "COST_LINE", "%d x %d %s, %d sums of %d operands with %d accumulators", a->luts, rows,
                a->kind == KIND_MULTIPLIER ? "multipliers" : "selections", rows, a->luts, a->reuse);
    tpl_set(t, "RATE_NOTE", "%s", "");
    if (needs > 0)
        tpl_set(t, "RATE_NOTE", "; groups of fewer than %d beats wait", needs + 1);
    key_notes(t, a, d, unit[a->kind]);
}

void emit_rtl_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    core_flags(t, a, d);
    core_numbers(t, a, d);
    float_numbers(t, a, d);
    stream_numbers(t, a, d);
    reasons(t, a, d);
    stream_notes(t, a, d);
    headlines(t, a, d);
    emit_build_vars(t, a, d, net);
}
