/* SPDX-License-Identifier: Apache-2.0 */
/* emit_text.c -- the atoms of the shaped outputs that are not RTL: header, harness, Makefile, constraints. */
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "digest.h"
#include "emit.h"
#include "tpl.h"

/* Input and output delays: this part of the clock period is left to the logic outside. */
enum { IO_DELAY_PERCENT = 20 };

int emit_numbers(struct emit_number *out, int max, const struct dims *d, const struct lutnet *net)
{
    const struct emit_number all[] = {
        {"act_w", d->act_w, "bits of an activation"},
        {"act_min", d->act_min, "smallest integer activation"},
        {"act_max", d->act_max, "largest integer activation"},
        {"exp_w", d->exp_w, "exponent bits of a floating-point activation, 0 for integers"},
        {"man_w", d->man_w, "stored significand bits of a floating-point activation, 0 for integers"},
        {"mu", d->mu, "activations a table combines"},
        {"n", d->n, "activations a beat and token"},
        {"outputs", d->outputs, "results a beat and token"},
        {"entries", d->entries, "entries of the half table; the index of the zero group"},
        {"stored", d->stored, "entries that are stored"},
        {"idx_w", d->idx_w, "bits of a key's index"},
        {"key_w", d->key_w, "bits of a key: sign and index"},
        {"ent_w", d->ent_w, "bits of a table entry"},
        {"leaf_w", d->leaf_w, "bits of an operand of the sum over the tables"},
        {"levels", d->levels, "levels of that sum"},
        {"sum_w", d->sum_w, "bits of that sum"},
        {"acc_w", d->acc_w, "bits of an accumulator"},
        {"acc_needed_w", d->acc_needed_w, "bits that max-n needs"},
        {"res_w", d->res_w, "bits of a result on the stream"},
        {"tile_min", d->tile_min, "smallest sum over the tables"},
        {"tile_max", d->tile_max, "largest sum over the tables"},
        {"act_beat_bits", d->act_beat_bits, "payload of an activation beat, bits"},
        {"key_beat_bits", d->key_beat_bits, "payload of a key beat, bits"},
        {"res_beat_bits", d->res_beat_bits, "payload of a result beat, bits"},
        {"act_tdata_w", d->act_tdata_w, "data width of the activation stream"},
        {"key_tdata_w", d->key_tdata_w, "data width of the key stream"},
        {"res_tdata_w", d->res_tdata_w, "data width of the result stream"},
        {"build_regs", d->build_regs, "register stages of the table build"},
        {"pipe", d->pipe, "register stages from the fetch to the accumulator"},
        {"latency", d->latency, "cycles from the first activation beat to the first possible result"},
        {"build_adders", net->adders, "adders of a table build"},
        {"build_depth", net->depth, "adders on its longest path"},
    };
    int count = (int)(sizeof all / sizeof *all);
    for (int i = 0; i < count && i < max; i++)
        out[i] = all[i];
    return count < max ? count : max;
}

static void upper(char *out, const char *in)
{
    do
        *out++ = (char)(*in >= 'a' && *in <= 'z' ? *in - 'a' + 'A' : *in);
    while (*in++);
}

/* NAMES: one row per number, NAME as the C macro spells it. VALUE can stand in a C expression of long long. */
static void numbers(struct tpl *t, const struct dims *d, const struct lutnet *net)
{
    struct emit_number n[EMIT_MAX_NUMBERS];
    int count = emit_numbers(n, EMIT_MAX_NUMBERS, d, net);
    for (int i = 0; i < count; i++) {
        char name[64];
        upper(name, n[i].name);
        tpl_list_add(t, "NUMBERS");
        tpl_item_set(t, "NUMBERS", "NAME", "%s", name);
        tpl_item_set(t, "NUMBERS", "VALUE", n[i].value < 0 ? "(%lld)" : "%lld", n[i].value);
        tpl_item_set(t, "NUMBERS", "DOC", "%s", n[i].doc);
    }
}

/* PARAMS: one row per parameter. FIELD is the one of struct arch, INIT its value in C, TEXT its value in XML; DOC its
 * meaning as XML text, TYPE and WORD for IP-XACT. */
static void parameters(struct tpl *t, const struct arch *a)
{
    static const char *const field[] = {
#define P_ENUM(name, ...) #name,
#define P_INT(name, ...) #name,
#include "params.def"
    };
    for (int p = 0; p < PARAM_COUNT; p++) {
        int v = arch_get(a, (enum param)p);
        char number[16];
        tpl_list_add(t, "PARAMS");
        tpl_item_set(t, "PARAMS", "FIELD", "%s", field[p]);
        if (v == PARAM_SPECIAL)
            tpl_item_set(t, "PARAMS", "INIT", "PARAM_SPECIAL");
        else
            tpl_item_set(t, "PARAMS", "INIT", "%d", v);
        tpl_item_set(t, "PARAMS", "PATH", "%s/@%s", param_table[p].element, param_table[p].attribute);
        tpl_item_set(t, "PARAMS", "TEXT", "%s", param_value_text((enum param)p, v, number));
        bool word = param_table[p].names || v == PARAM_SPECIAL;
        tpl_item_set(t, "PARAMS", "TYPE", "%s", word ? "string" : "int");
        tpl_item_flag(t, "PARAMS", "WORD", word);
        struct buf doc = BUF_INIT;
        buf_add_xml(&doc, param_table[p].doc);
        tpl_item_set(t, "PARAMS", "DOC", "%s", doc.data);
        buf_release(&doc);
    }
}

static void clock_period(struct tpl *t, const struct arch *a)
{
    int ps = 1000000 / a->mhz; /* rounded down: the safe side */
    int io = ps * IO_DELAY_PERCENT / 100;
    tpl_set(t, "MHZ", "%d", a->mhz);
    tpl_set(t, "PERIOD_NS", "%d.%03d", ps / 1000, ps % 1000);
    tpl_set(t, "IO_DELAY_NS", "%d.%03d", io / 1000, io % 1000);
    tpl_set(t, "IO_DELAY_PERCENT", "%d", IO_DELAY_PERCENT);
}

void emit_text_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    char hex[DIGEST_HEX], name[ARCH_NAME_MAX + 1];
    digest_arch(a, hex);
    upper(name, a->name);
    tpl_set(t, "NAME", "%s", a->name);
    tpl_set(t, "NAME_UPPER", "%s", name);
    tpl_set(t, "VERSION", "%s", tlut_version());
    tpl_set(t, "DIGEST", "%s", hex);
    tpl_set(t, "DIGEST_ID", "%.8s", hex);
    tpl_set(t, "BANNER", "generated by tlut-gen %s; the emitted RTL belongs to its user", tlut_version());
    tpl_set(t, "H_LUTS", "%d", a->luts);
    tpl_set(t, "H_REUSE", "%d", a->reuse);
    tpl_set(t, "H_LANES", "%d", a->lanes);
    tpl_flag(t, "AXIS", a->iface == IFACE_AXIS);
    tpl_flag(t, "INTEGER", !d->act_float);
    bool wide = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    tpl_flag(t, "KEYS", a->encoding == ENCODING_DENSE && !wide); /* what a key beat is made of */
    tpl_flag(t, "WIDE_WEIGHTS", wide);
    tpl_flag(t, "TRIT2", a->encoding == ENCODING_TRIT2);
    tpl_flag(t, "PACK5", a->encoding == ENCODING_PACK5);
    numbers(t, d, net);
    parameters(t, a);
    clock_period(t, a);
}
