/* SPDX-License-Identifier: Apache-2.0 */
/* emit_build.c -- struct lutnet as rows of build.v.in (all additions in one beat) and build_seq.v.in (by steps). */
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "dims.h"
#include "emit.h"
#include "lutnet.h"
#include "tpl.h"

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
    if (width == own + 1)
        buf_printf(b, "{%s[%d], %s}", name, own - 1, name);
    else if (width > own)
        buf_printf(b, "{{%d{%s[%d]}}, %s}", width - own, name, own - 1, name);
    else
        buf_addstr(b, name);
}

/* An activation's slice of act_i, sign-extended to the node's width. */
static void input(struct buf *b, const struct lutnet_node *n, int word_w)
{
    int lsb = n->a * word_w, pad = n->width - word_w;
    buf_reset(b);
    if (pad > 0)
        buf_printf(b, "{{%d{act_i[%d]}}, act_i[%d+:%d]}", pad, lsb + word_w - 1, lsb, word_w);
    else
        buf_printf(b, "act_i[%d+:%d]", lsb, word_w);
}

struct printer {
    struct tpl *t;
    const struct lutnet *net;
    int regs, word_w;
    bool ieee;
    int made[LUTNET_MAX_NODES]; /* stage in which a node is computed */
    int last[LUTNET_MAX_NODES]; /* stage in which it is read for the last time */
};

static void new_row(struct printer *p, const char *kind)
{
    static const char *const kinds[] = {"COMMENT", "INPUT", "SUM", "FLOAT_SUM", "FLIP", "REG"};
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
    new_row(p, n->op == LUTNET_INPUT ? "INPUT" : !p->ieee ? "SUM" : n->op == LUTNET_NEG ? "FLIP" : "FLOAT_SUM");
    tpl_item_set(p->t, "NODES", "MSB", "%d", n->width - 1);
    tpl_item_set(p->t, "NODES", "NAME", "%s", node_name(p->net, i, name));
    if (n->op == LUTNET_INPUT) {
        input(&b, n, p->word_w);
        tpl_item_set(p->t, "NODES", "A", "%s", b.data);
        buf_release(&b);
        return;
    }
    operand(&b, p->net, n->a, staged_name(p->net, n->a, p->made[n->a], stage, source), n->width);
    if (n->op == LUTNET_NEG && p->ieee) {
        tpl_item_set(p->t, "NODES", "A", "%s", b.data);
    } else if (n->op == LUTNET_NEG) { /* 0 - a */
        tpl_item_set(p->t, "NODES", "A", "%d'd0", n->width);
        tpl_item_set(p->t, "NODES", "B", "%s", b.data);
    } else {
        tpl_item_set(p->t, "NODES", "A", "%s", b.data);
        operand(&b, p->net, n->b, staged_name(p->net, n->b, p->made[n->b], stage, source), n->width);
        /* a float is subtracted by flipping its sign */
        if (p->ieee && n->op == LUTNET_SUB)
            tpl_item_set(p->t, "NODES", "B", "{~%s[%d], %s[%d:0]}", b.data, n->width - 1, b.data, n->width - 2);
        else
            tpl_item_set(p->t, "NODES", "B", "%s", b.data);
    }
    tpl_item_set(p->t, "NODES", "OP", "%s", n->op == LUTNET_ADD ? "+" : "-");
    buf_release(&b);
}

static void register_rows(struct printer *p, int stage)
{
    new_row(p, "COMMENT");
    tpl_item_set(p->t, "NODES", "TEXT", "register stage %d", stage - 1);
    for (int k = 0; k < p->net->nodes; k++) {
        int i = p->net->order[k];
        char name[NODE_NAME], source[NODE_NAME];
        if (p->made[i] >= stage || p->last[i] < stage)
            continue;
        new_row(p, "REG");
        tpl_item_set(p->t, "NODES", "MSB", "%d", p->net->node[i].width - 1);
        tpl_item_set(p->t, "NODES", "NAME", "%s", staged_name(p->net, i, p->made[i], stage, name));
        tpl_item_set(p->t, "NODES", "A", "%s", staged_name(p->net, i, p->made[i], stage - 1, source));
        tpl_item_set(p->t, "NODES", "B", "%d", stage - 1);
    }
}

/* The output table: entry j under the name it has behind `regs` register stages. */
static void entry_rows(struct printer *p, const struct dims *d, const char *suffix)
{
    struct buf b = BUF_INIT;
    for (int j = 0; j < p->net->stored; j++) {
        char name[NODE_NAME], plain[NODE_NAME];
        staged_name(p->net, j, p->made[j], p->regs, name);
        strcat(name, suffix);
        operand(&b, p->net, j, name, d->ent_w);
        tpl_list_add(p->t, "ENTRY");
        tpl_item_set(p->t, "ENTRY", "LSB", "%d", j * d->ent_w);
        tpl_item_set(p->t, "ENTRY", "MSB", "%d", p->net->node[j].width - 1);
        tpl_item_set(p->t, "ENTRY", "NAME", "%s", node_name(p->net, j, plain));
        tpl_item_set(p->t, "ENTRY", "VALUE", "%s", b.data);
    }
    buf_release(&b);
}

static void parallel_rows(struct printer *p, const struct dims *d)
{
    for (int i = 0; i < p->net->nodes; i++)
        p->made[i] = lutnet_stage(p->net, p->regs, p->net->node[i].level);
    lutnet_last_stages(p->net, p->regs, p->last);
    for (int stage = 0; stage <= p->regs; stage++) {
        if (stage > 0)
            register_rows(p, stage);
        for (int k = 0; k < p->net->nodes; k++)
            if (p->made[p->net->order[k]] == stage)
                node_row(p, p->net->order[k]);
    }
    entry_rows(p, d, "");
}

/* ---- sequential ---- */

static void unit_row(struct tpl *t, const char *kind, int unit, int width)
{
    static const char *const kinds[] = {"OPEN", "TERM", "CLOSE"};
    static const char *const fields[] = {"STEP", "A", "B", "TEXT"};
    tpl_list_add(t, "UNIT");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        tpl_item_flag(t, "UNIT", kinds[i], strcmp(kinds[i], kind) == 0);
    tpl_item_flag(t, "UNIT", "SUB", false);
    tpl_item_set(t, "UNIT", "UNIT", "%d", unit);
    tpl_item_set(t, "UNIT", "W", "%d", width);
    tpl_item_set(t, "UNIT", "MSB", "%d", width - 1);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        tpl_item_set(t, "UNIT", fields[i], "%s", "");
}

static void term_row(struct printer *p, const struct lutnet_node *n, int node, int width)
{
    char name[NODE_NAME], a[NODE_NAME], b[NODE_NAME];
    struct buf text = BUF_INIT;
    unit_row(p->t, "TERM", n->unit, width);
    tpl_item_set(p->t, "UNIT", "STEP", "%d", n->step);
    tpl_item_flag(p->t, "UNIT", "SUB", n->op == LUTNET_SUB);
    operand(&text, p->net, n->a, node_name(p->net, n->a, a), width);
    tpl_item_set(p->t, "UNIT", "A", "%s", text.data);
    operand(&text, p->net, n->b, node_name(p->net, n->b, b), width);
    tpl_item_set(p->t, "UNIT", "B", "%s", text.data);
    tpl_item_set(p->t, "UNIT", "TEXT", "%s = %s %c %s", node_name(p->net, node, name), a,
                 n->op == LUTNET_SUB ? '-' : '+', b);
    buf_release(&text);
}

/* A unit is as wide as the widest sum it makes. */
static void unit_rows(struct printer *p, int unit)
{
    int width = 0;
    for (int i = 0; i < p->net->nodes; i++)
        if (p->net->node[i].unit == unit && p->net->node[i].width > width)
            width = p->net->node[i].width;
    if (width == 0)
        return; /* more adders than can ever work at once */
    unit_row(p->t, "OPEN", unit, width);
    for (int k = 0; k < p->net->nodes; k++) {
        int i = p->net->order[k];
        if (p->net->node[i].unit == unit)
            term_row(p, &p->net->node[i], i, width);
    }
    unit_row(p->t, "CLOSE", unit, width);
}

static void sequential_rows(struct printer *p, const struct arch *a, const struct dims *d)
{
    struct buf b = BUF_INIT;
    char name[NODE_NAME];
    for (int k = 0; k < p->net->nodes; k++) {
        const struct lutnet_node *n = &p->net->node[p->net->order[k]];
        const char *list = n->op == LUTNET_INPUT ? "INPUTS" : "SHADOW";
        node_name(p->net, p->net->order[k], name);
        tpl_list_add(p->t, list);
        tpl_item_set(p->t, list, "MSB", "%d", n->width - 1);
        tpl_item_set(p->t, list, "NAME", "%s", name);
        if (n->op == LUTNET_INPUT) {
            input(&b, n, p->word_w);
            tpl_item_set(p->t, list, "VALUE", "%s", b.data);
        } else {
            tpl_item_set(p->t, list, "UNIT", "%d", n->unit);
            tpl_item_set(p->t, list, "DONE", "%d", n->step + d->build_regs);
        }
    }
    for (int u = 0; u < a->build_adders; u++)
        unit_rows(p, u);
    p->regs = 0; /* no register stages between entry and output: the active table is one */
    entry_rows(p, d, "_q");
    buf_release(&b);
}

void emit_build_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct lutnet *net)
{
    static const char *const lists[] = {"NODES", "ENTRY", "INPUTS", "SHADOW", "UNIT"};
    struct printer p = {.t = t, .net = net, .regs = d->build_regs, .word_w = d->word_w, .ieee = d->ieee};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        tpl_list(t, lists[i]);
    if (d->steps > 0)
        sequential_rows(&p, a, d);
    else
        parallel_rows(&p, d);
    tpl_flag(t, "NEGATIVES", net->stored > net->entries);
    tpl_set(t, "ADDERS", "%d", net->adders);
    tpl_set(t, "DEPTH", "%d", net->depth);
}
