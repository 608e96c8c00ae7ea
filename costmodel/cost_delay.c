/* SPDX-License-Identifier: Apache-2.0 */
/* cost_delay.c -- the paths that can be the longest of their stage, as counts of delay primitives.
 *
 * The data path is a row of segments: table build, fetch (or product), levels of the tree, accumulator. Registers cut it;
 * each piece between two cuts is a path, and the piece belongs to the stage of the register that ends it. Beside it stand
 * the enables (control to every register bit of the rows), the results' way out, and the control's own loops.
 */
#include "cost_internal.h"

struct walk {
    struct cost_counts *c;
    struct cost_path now;
    const struct arch *a;
    const struct dims *d;
    double rows;
    int width; /* of the last sum on the path */
};

static void step(struct cost_path *p, enum cost_delay prim, double n)
{
    if (n <= 0)
        return;
    for (int i = 0; i < p->steps; i++)
        if (p->step[i].prim == (uint8_t)prim) {
            p->step[i].count += (float)n;
            return;
        }
    if (p->steps < COST_MAX_STEPS) {
        p->step[p->steps].prim = (uint8_t)prim;
        p->step[p->steps++].count = (float)n;
    }
}

static void begin(struct walk *w)
{
    w->now.steps = 0;
    w->width = 0;
    step(&w->now, DELAY_FF, 1);
}

static void end(struct walk *w, enum cost_stage stage)
{
    if (w->width > 0) {
        step(&w->now, DELAY_CARRY, cost_log2(w->width));
        step(&w->now, DELAY_CARRY_BIT, w->width);
    }
    w->now.stage = stage;
    if (w->c->paths < COST_MAX_PATHS)
        w->c->path[w->c->paths++] = w->now;
    begin(w);
}

static enum cost_delay fp_add(int exp_w, int man_w)
{
    static const enum cost_delay prim[] = {DELAY_FP_ADD_16, DELAY_FP_ADD_B16, DELAY_FP_ADD_32};
    return prim[cost_format(exp_w, man_w)];
}

/* A floating-point adder: its sections between the places that may hold a register, as shares of its whole delay
 * (measured on fp16 and bf16 adders with one to eight registers, osu018), and the places in tlut_fp_add's own words. Its
 * first and its last piece belong to the neighbours' paths. */
static void fp_adder(struct walk *w, int exp_w, int man_w, int regs, enum cost_stage stage)
{
    static const double section[] = {0.155, 0.10, 0.10, 0.155, 0.155, 0.155, 0.18};
    static const unsigned char cuts[] = {0x00, 0x08, 0x12, 0x2a, 0x5a, 0x7a, 0x7e, 0xfe, 0xff};
    enum cost_delay prim = fp_add(exp_w, man_w);
    for (int place = 0; place < 8; place++) {
        if (cuts[regs] >> place & 1)
            end(w, stage);
        if (place < 7)
            step(&w->now, prim, section[place]);
    }
}

/* Activation register -> table. Leaves the walk at the table's entries. */
static void build(struct walk *w, struct cost_tables *t)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    const struct cost_net *net = cost_net(t, a, d);
    int regs = d->build_regs;
    if (d->aligned && !(a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B)) {
        struct cost_align s;
        cost_align_shape(&s, a, d);
        step(&w->now, DELAY_ALIGN, s.levels);
        step(&w->now, DELAY_ALIGN_ONE, 1);
    }
    if (a->kind != KIND_LUT)
        return;
    step(&w->now, DELAY_ACT_FANOUT, cost_log2(net->adders / (d->mu > 0 ? d->mu : 1) + 1));
    if (d->steps > 0) {
        const struct cost_seq *s = cost_seq(t, a, d);
        step(&w->now, DELAY_BUILD_SELECT, 1 + cost_log2(s->longest));
        if (d->ieee) {
            fp_adder(w, d->exp_w, d->man_w, regs, STAGE_BUILD);
        } else {
            step(&w->now, DELAY_BUILD_LEVEL, 1);
            step(&w->now, DELAY_BUILD_CARRY, cost_log2(d->ent_w));
            step(&w->now, DELAY_BUILD_BIT, d->ent_w);
            if (regs > 0)
                end(w, STAGE_BUILD);
        }
        end(w, STAGE_BUILD);
        return;
    }
    /* Register j of D stands behind level ceil(j * depth / D). */
    int level = 0;
    for (int j = 1; j <= regs + 1; j++) {
        int to = j <= regs ? (j * net->depth + regs - 1) / regs : net->depth;
        int levels = to - level;
        if (d->ieee) {
            step(&w->now, fp_add(d->exp_w, d->man_w), levels);
        } else if (levels > 0) {
            step(&w->now, DELAY_BUILD_LEVEL, levels);
            step(&w->now, DELAY_BUILD_CARRY, cost_log2(d->ent_w));
            step(&w->now, DELAY_BUILD_BIT, d->ent_w);
        }
        level = to;
        if (j <= regs)
            end(w, STAGE_BUILD);
    }
}

/* Entries (or keys) -> operands. */
static void fetch(struct walk *w, bool from_key)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    if (!from_key)
        step(&w->now, DELAY_ENTRY_FANOUT, cost_log2(a->fetchers));
    if (a->kind == KIND_MULTIPLIER) {
        bool full = a->weight_bits == WEIGHT_BITS_B;
        if (d->ieee || (d->aligned && full)) {
            step(&w->now, DELAY_FP_MUL_ONE, 1);
            step(&w->now, DELAY_FP_MUL, cost_log2(d->man_w + 1));
            if (d->aligned) {
                struct cost_align s;
                cost_align_shape(&s, a, d);
                step(&w->now, DELAY_ALIGN, s.levels);
                step(&w->now, DELAY_ALIGN_ONE, 1);
            }
        } else if (full) {
            step(&w->now, DELAY_MUL, cost_log2(d->word_w));
            step(&w->now, DELAY_MUL_BIT, d->word_w);
        } else {
            step(&w->now, DELAY_FETCH, 1);
        }
        return;
    }
    if (from_key) {
        step(&w->now, DELAY_KEY, 1);
        step(&w->now, DELAY_SIGN_FANOUT, cost_log2((int64_t)a->lanes * d->ent_w));
    }
    step(&w->now, DELAY_FETCH, 1);
    step(&w->now, DELAY_FETCH_ENTRY, cost_log2(d->stored));
    if (a->negate == NEGATE_EARLY && !d->ieee && d->stored == d->entries)
        step(&w->now, DELAY_FETCH_EARLY, cost_log2(d->leaf_w));
}

/* Operands -> accumulators. */
static void sum(struct walk *w)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    for (int i = 0; i < d->reg_after[0]; i++)
        if (i == 0)
            end(w, STAGE_REDUCE);
    for (int v = 1; v <= d->levels; v++) {
        if (d->ieee) {
            fp_adder(w, d->exp_w, d->man_w, d->reg_after[v], STAGE_REDUCE);
            continue;
        }
        step(&w->now, DELAY_RED_LEVEL, 1);
        w->width = d->level_w[v];
        if (d->reg_after[v] > 0)
            end(w, STAGE_REDUCE);
    }
    step(&w->now, DELAY_ACC, 1);
    step(&w->now, DELAY_ACC_SELECT, cost_log2(a->reuse));
    if (d->ieee) {
        int from = cost_format(d->exp_w, d->man_w), to = cost_format(d->acc_exp_w, d->acc_man_w);
        if (from != to) /* fp16 to bf16, bf16 to fp16 and fp32 to anything lose bits; bf16 to fp32 gains zeros */
            step(&w->now, from == 0 && to == 2 ? DELAY_CVT : from == 1 && to == 2 ? DELAY_CVT_SAME : DELAY_CVT_NARROW, 1);
        fp_adder(w, d->acc_exp_w, d->acc_man_w, d->acc_regs, STAGE_ACC);
    } else {
        w->width = d->acc_w;
    }
    end(w, STAGE_ACC);
}

/* Keys from the port -> decoder -> the same operands. */
static void keys(struct walk *w)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    if (a->encoding != ENCODING_DENSE) {
        bool byte = a->encoding == ENCODING_PACK5; /* a group of five is a byte: no digits in between */
        step(&w->now, DELAY_UNPACK, byte && d->mu == 5 ? 2 : d->mu);
        step(&w->now, DELAY_UNPACK_BYTE, byte && d->mu != 5);
    }
    fetch(w, true);
    sum(w);
}

/* Handshake -> enables of all rows; status; results. */
static void control(struct walk *w)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    int slot = a->reuse > 2 ? dims_clog2((uint64_t)a->reuse) : 1;
    int64_t rows = (int64_t)d->outputs * a->lanes;
    /* into the accumulators' enables */
    step(&w->now, DELAY_CTRL, 1);
    step(&w->now, DELAY_CTRL_SLOT, slot);
    step(&w->now, DELAY_CTRL_FANOUT, cost_log2(rows * d->acc_w));
    end(w, STAGE_ACC);
    int64_t regs = rows * cost_reduce_regs(a, d) + (cost_gated(a) ? rows * a->luts * d->leaf_w : 0);
    if (regs > 0) {
        step(&w->now, DELAY_CTRL, 1);
        step(&w->now, DELAY_CTRL_FANOUT, cost_log2(regs));
        end(w, STAGE_REDUCE);
    }
    if (a->kind == KIND_LUT && (d->steps > 0 || d->build_regs > 0)) {
        step(&w->now, DELAY_CTRL, 1);
        step(&w->now, DELAY_CTRL_SLOT, slot);
        step(&w->now, DELAY_CTRL_FANOUT, cost_log2((int64_t)a->lanes * a->luts * d->stored * d->ent_w));
        end(w, STAGE_BUILD);
    }
    /* key_valid -> fire -> table taken -> the activation buffer's enables */
    step(&w->now, DELAY_CTRL, 1);
    step(&w->now, DELAY_CTRL_SLOT, slot);
    step(&w->now, DELAY_CTRL_FANOUT, cost_log2(d->act_beat_bits));
    end(w, STAGE_CONTROL);
    /* status: saturation is known when the sum is; floats look at the result registers */
    step(&w->now, DELAY_CTRL, 1);
    step(&w->now, DELAY_STATUS, cost_log2(rows * (d->ieee ? d->acc_w : 1)));
    end(w, STAGE_CONTROL);
    if (d->aligned) {
        struct cost_round s;
        cost_round_shape(&s, d);
        step(&w->now, DELAY_ROUND, s.levels);
        step(&w->now, DELAY_ROUND_ONE, 1);
    } else {
        step(&w->now, DELAY_CTRL, 1);
    }
    end(w, STAGE_OUT);
}

/* Saturating sums -> the sticky bit: on from the last path into the accumulators. Conversions into the window -> theirs. */
static void flags(struct walk *w)
{
    const struct arch *a = w->a;
    const struct dims *d = w->d;
    int64_t rows = (int64_t)d->outputs * a->lanes;
    for (int i = w->c->paths - 1; i >= 0 && a->overflow == OVERFLOW_SATURATE && !d->ieee; i--)
        if (w->c->path[i].stage == STAGE_ACC) {
            w->now = w->c->path[i];
            step(&w->now, DELAY_STATUS, cost_log2(rows));
            step(&w->now, DELAY_FLAG, 1);
            w->width = 0;
            end(w, STAGE_CONTROL);
            break;
        }
    if (!d->aligned)
        return;
    bool products = a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B;
    if (products)
        fetch(w, false);
    step(&w->now, DELAY_STATUS, cost_log2(products ? rows * a->luts : (int64_t)a->lanes * d->n));
    step(&w->now, DELAY_FLAG, 1);
    if (!products)
        step(&w->now, DELAY_ALIGN_ONE, 1);
    end(w, STAGE_CONTROL);
}

void cost_count_delay(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    struct walk w = {.c = c, .a = a, .d = d};
    c->paths = 0;
    begin(&w);
    build(&w, t);
    fetch(&w, false);
    sum(&w);
    keys(&w);
    flags(&w);
    control(&w);
}
