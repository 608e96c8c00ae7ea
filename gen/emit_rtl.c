/* SPDX-License-Identifier: Apache-2.0 */
/* emit_rtl.c -- the numbers and rows that wrapper.v.in, core.v.in and build.v.in print. Shape lives in the templates; this
 * file makes atoms only: numbers, names, one sign-extended operand. */
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

/* The name of a node: its weights, or a number for a temporary. */
#define NODE_NAME 32
static const char *node_name(const struct lutnet *net, int i, char *name)
{
    if (i >= net->stored) {
        snprintf(name, NODE_NAME, "t%d", i - net->stored);
        return name;
    }
    char *p = name + sprintf(name, "e_");
    for (int k = 0; k < net->mu; k++)
        *p++ = net->node[i].weight[k] > 0 ? 'p' : net->node[i].weight[k] < 0 ? 'n' : 'z';
    *p = '\0';
    return name;
}

/* Register stages in front of the adders of a level: cut j of D stands behind level ceil(j * depth / D). */
static int stage_of_level(const struct lutnet *net, int regs, int level)
{
    int stage = 0;
    for (int j = 1; j <= regs; j++)
        stage += (j * net->depth + regs - 1) / regs < level;
    return stage;
}

/* The name of node i as it is seen behind `stage` register stages. */
static const char *staged_name(const struct lutnet *net, int i, int made, int stage, char *name)
{
    node_name(net, i, name);
    if (stage > made)
        sprintf(name + strlen(name), "_q%d", stage);
    return name;
}

/* Operand i sign-extended to `width` bits. */
static void operand(struct buf *b, const struct lutnet *net, int i, const char *name, int width)
{
    int own = net->node[i].width;
    buf_reset(b);
    if (width > own)
        buf_printf(b, "{{%d{%s[%d]}}, %s}", width - own, name, own - 1, name);
    else
        buf_addstr(b, name);
}

struct printer {
    struct tpl *t;
    const struct lutnet *net;
    int regs, act_w;
    int made[LUTNET_MAX_NODES]; /* stage in which a node is computed */
};

static void new_row(struct printer *p, const char *kind)
{
    static const char *const kinds[] = {"COMMENT", "INPUT", "SUM", "REG"};
    static const char *const fields[] = {"TEXT", "MSB", "NAME", "A", "OP", "B"};
    tpl_list_add(p->t, "NODES");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        tpl_item_flag(p->t, "NODES", kinds[i], strcmp(kinds[i], kind) == 0);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        tpl_item_set(p->t, "NODES", fields[i], "%s", "");
}

static void node_row(struct printer *p, int i)
{
    const struct lutnet_node *n = &p->net->node[i];
    char name[NODE_NAME], source[NODE_NAME];
    struct buf b = BUF_INIT;
    int stage = p->made[i];
    new_row(p, n->op == LUTNET_INPUT ? "INPUT" : "SUM");
    tpl_item_set(p->t, "NODES", "MSB", "%d", n->width - 1);
    tpl_item_set(p->t, "NODES", "NAME", "%s", node_name(p->net, i, name));
    if (n->op == LUTNET_INPUT) {
        int lsb = n->a * p->act_w, pad = n->width - p->act_w;
        if (pad > 0)
            tpl_item_set(p->t, "NODES", "A", "{{%d{act_i[%d]}}, act_i[%d+:%d]}", pad, lsb + p->act_w - 1, lsb, p->act_w);
        else
            tpl_item_set(p->t, "NODES", "A", "act_i[%d+:%d]", lsb, p->act_w);
        buf_release(&b);
        return;
    }
    operand(&b, p->net, n->a, staged_name(p->net, n->a, p->made[n->a], stage, source), n->width);
    if (n->op == LUTNET_NEG) { /* 0 - a */
        tpl_item_set(p->t, "NODES", "A", "%d'd0", n->width);
        tpl_item_set(p->t, "NODES", "B", "%s", b.data);
    } else {
        tpl_item_set(p->t, "NODES", "A", "%s", b.data);
        operand(&b, p->net, n->b, staged_name(p->net, n->b, p->made[n->b], stage, source), n->width);
        tpl_item_set(p->t, "NODES", "B", "%s", b.data);
    }
    tpl_item_set(p->t, "NODES", "OP", "%s", n->op == LUTNET_ADD ? "+" : "-");
    buf_release(&b);
}

/* The last stage in which node i is read: entries live to the end, temporaries to their last use. */
static int last_use(const struct printer *p, int i)
{
    if (i < p->net->stored)
        return p->regs;
    int last = p->made[i];
    for (int k = 0; k < p->net->nodes; k++) {
        const struct lutnet_node *n = &p->net->node[k];
        if (n->op != LUTNET_INPUT && (n->a == i || n->b == i) && p->made[k] > last)
            last = p->made[k];
    }
    return last;
}

static void register_rows(struct printer *p, int stage)
{
    new_row(p, "COMMENT");
    tpl_item_set(p->t, "NODES", "TEXT", "register stage %d", stage - 1);
    for (int k = 0; k < p->net->nodes; k++) {
        int i = p->net->order[k];
        char name[NODE_NAME], source[NODE_NAME];
        if (p->made[i] >= stage || last_use(p, i) < stage)
            continue;
        new_row(p, "REG");
        tpl_item_set(p->t, "NODES", "MSB", "%d", p->net->node[i].width - 1);
        tpl_item_set(p->t, "NODES", "NAME", "%s", staged_name(p->net, i, p->made[i], stage, name));
        tpl_item_set(p->t, "NODES", "A", "%s", staged_name(p->net, i, p->made[i], stage - 1, source));
        tpl_item_set(p->t, "NODES", "B", "%d", stage - 1);
    }
}

static void build_rows(struct tpl *t, const struct dims *d, const struct lutnet *net)
{
    struct printer p = {.t = t, .net = net, .regs = d->build_regs, .act_w = d->act_w};
    for (int i = 0; i < net->nodes; i++)
        p.made[i] = stage_of_level(net, p.regs, net->node[i].level);
    tpl_list(t, "NODES");
    for (int stage = 0; stage <= p.regs; stage++) {
        if (stage > 0)
            register_rows(&p, stage);
        for (int k = 0; k < net->nodes; k++)
            if (p.made[net->order[k]] == stage)
                node_row(&p, net->order[k]);
    }
    struct buf b = BUF_INIT;
    for (int j = 0; j < net->stored; j++) {
        char name[NODE_NAME];
        operand(&b, net, j, staged_name(net, j, p.made[j], p.regs, name), d->ent_w);
        tpl_list_add(t, "ENTRY");
        tpl_item_set(t, "ENTRY", "LSB", "%d", j * d->ent_w);
        tpl_item_set(t, "ENTRY", "VALUE", "%s", b.data);
    }
    buf_release(&b);
    tpl_flag(t, "NEGATIVES", net->stored > net->entries);
    tpl_flag(t, "BUILD_PIPED", d->build_regs > 0);
    set_number(t, "ADDERS", net->adders);
    set_number(t, "DEPTH", net->depth);
}

static void core_numbers(struct tpl *t, const struct arch *a, const struct dims *d)
{
    set_number(t, "MU", d->mu);
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
    set_number(t, "IDX_W", d->idx_w);
    set_number(t, "KEY_W", d->key_w);
    set_number(t, "ENT_W", d->ent_w);
    set_number(t, "LEAF_W", d->leaf_w);
    set_number(t, "SUM_W", d->sum_w);
    set_number(t, "ACC_W", d->acc_w);
    set_number(t, "RES_W", d->res_w);
    set_number(t, "LEVELS", d->levels);
    set_number(t, "SLOT_W", a->reuse > 2 ? dims_clog2((uint64_t)a->reuse) : 1);
    set_number(t, "PIPE", d->pipe);
    set_number(t, "BUILD_REGS", d->build_regs);
    set_number(t, "BUILD_REGS_MSB", d->build_regs - 1);
    set_number(t, "LATENCY", d->latency);
    set_number(t, "MACS", (int64_t)d->outputs * d->n * a->lanes);
    set_number(t, "EARLY", a->negate == NEGATE_EARLY);
    set_number(t, "SATURATE", a->overflow == OVERFLOW_SATURATE);
    tpl_set(t, "ACT_NAME", "%s", param_table[PARAM_act].names[a->act]);
    tpl_set(t, "NETWORK", "%s", param_table[PARAM_network].names[a->network]);
    set_packed(t, "LEVEL_WIDTHS", d->level_w, d->levels + 1);
    set_packed(t, "LEVEL_REGS", d->reg_after, d->levels + 1);
}

static void stream_numbers(struct tpl *t, const struct arch *a, const struct dims *d)
{
    bool axis = a->iface == IFACE_AXIS;
    set_width(t, "TABLE_ACT_W", "TABLE_ACT_MSB", (int64_t)d->mu * d->act_w);
    set_width(t, NULL, "TABLE_ENT_MSB", (int64_t)d->stored * d->ent_w);
    set_width(t, "ACT_BITS", "ACT_MSB", d->act_beat_bits);
    set_number(t, "KEY_BITS", d->key_beat_bits);
    set_width(t, "CORE_KEY_W", "CORE_KEY_MSB", (int64_t)a->fetchers * a->luts * d->key_w);
    set_width(t, "CORE_RES_W", "CORE_RES_MSB", (int64_t)a->lanes * a->fetchers * d->acc_w);
    set_width(t, NULL, "ACT_TDATA_MSB", d->act_tdata_w);
    set_width(t, NULL, "KEY_TDATA_MSB", d->key_tdata_w);
    set_width(t, NULL, "RES_TDATA_MSB", d->res_tdata_w);
    tpl_flag(t, "AXIS", axis);
    tpl_flag(t, "ACT_PADDED", d->act_tdata_w > d->act_beat_bits);
    tpl_flag(t, "KEY_PADDED", d->key_tdata_w > d->key_beat_bits);
    tpl_flag(t, "RES_EXTENDED", d->res_w > d->acc_w);
    tpl_flag(t, "MANY_CORES", a->cores > 1);
    tpl_set(t, "RES_DATA", "%s", axis ? "m_axis_res_tdata" : "res_data");
    tpl_set(t, "RES_FILL", "%s", d->act_float ? "1'b0" : "y[ACC_W-1]");
}

/* The reason of each width, as a comment behind it. */
static void reasons(struct tpl *t, const struct arch *a, const struct dims *d)
{
    const char *act = param_table[PARAM_act].names[a->act];
    tpl_set(t, "ENT_WHY", "entry: a signed sum of up to %d %s", d->mu, act);
    tpl_set(t, "LEAF_WHY", "%s", a->negate == NEGATE_DEFERRED ? "entry XOR sign, the +1 still owed" : "negated entry");
    if (a->acc == ACC_AUTO)
        tpl_set(t, "ACC_WHY", "holds every partial sum of %d elements", a->max_n);
    else
        tpl_set(t, "ACC_WHY", "as asked for; %d bits hold every partial sum of %d elements", d->acc_needed_w, a->max_n);
}

void emit_rtl_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    core_numbers(t, a, d);
    stream_numbers(t, a, d);
    reasons(t, a, d);
    build_rows(t, d, net);
}
