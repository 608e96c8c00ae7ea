/* SPDX-License-Identifier: Apache-2.0 */
/* cost_energy.c -- energy primitives of an architecture, each weighted by how often in a cycle it is at work: clock 1,
 * key beats cost_rates().key, activation beats cost_rates().act. */
#include "cost_internal.h"

#include "schedule.h"

struct put {
    struct cost_counts *c;
    int part;
    double key, act; /* beats a cycle */
    double
        read; /* how often in a cycle the tables are read anew: by a key beat, and by a new table under a waiting key */
};

static void put(struct put *p, enum cost_energy prim, double n)
{
    cost_put(p->c->energy, &p->c->energies, p->part, (int)prim, n);
}

/* In the long run a group of R key beats takes R cycles, or as long as its table or its accumulators need. A
 * floating-point accumulator can be read again acc_regs + 1 beats after it was read. */
void cost_rates(const struct arch *a, const struct dims *d, double *key, double *act)
{
    int cycles = a->reuse, table = dims_table_period(d), again = d->acc_regs + 1;
    if (cycles < table)
        cycles = table;
    if (cycles < again)
        cycles = again;
    *key = (double)a->reuse / cycles;
    *act = 1.0 / cycles;
}

static void fp_add(struct put *p, const enum cost_energy prim[3], int exp_w, int man_w, double n)
{
    put(p, prim[cost_format(exp_w, man_w)], n);
}

/* Bits of an activation that change from one to the next: of floats of about one size, sign, significand and the
 * exponent's lowest bits. */
static int moving(const struct dims *d)
{
    return d->act_float ? d->man_w + 3 : d->act_w;
}

static void front(struct put *p, const struct arch *a, const struct dims *d)
{
    double bits = (double)a->cores * (double)(d->act_beat_bits + 1);
    if (a->encoding != ENCODING_DENSE) {
        p->part = COST_UNPACK;
        put(p, ENERGY_UNPACK_T,
            p->key * d->outputs * d->n * d->mu); /* weights into keys: more logic a weight in larger groups */
        if (a->encoding == ENCODING_PACK5)
            put(p, ENERGY_UNPACK_P, p->key * d->outputs * d->n);
    }
    p->part = COST_SKID;
    put(p, ENERGY_FF_CLK, 2 * bits);
    put(p, ENERGY_SKID_ACT, p->act * a->cores * a->lanes * d->n * moving(d));
    if (d->aligned) {
        struct cost_align s;
        cost_align_shape(&s, a, d);
        p->part = COST_ALIGN;
        put(p, ENERGY_ALIGN, p->act * a->cores * a->lanes * d->n * (s.shifter_bits + s.sig_bits));
    }
}

static void build(struct put *p, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    static const enum cost_energy fp[] = {ENERGY_BUILD_FP16, ENERGY_BUILD_FPB16, ENERGY_BUILD_FP32};
    if (a->kind != KIND_LUT)
        return;
    p->part = COST_BUILD;
    double tables = (double)a->cores * a->lanes * a->luts, active = tables * p->act;
    int w = d->word_w, r = d->aligned ? RANGE_SYMMETRIC : a->range, regs = d->build_regs;
    const struct cost_net *net = cost_net(t, a, d);
    put(p, ENERGY_BUILD_LOAD, active * d->stored * d->ent_w * a->fetchers);
    bool flat = d->ieee || a->widths == WIDTHS_UNIFORM;
    double add_bits = flat ? net->adders * d->ent_w : net->add_bits[r][w];
    if (d->steps == 0) {
        double reg_bits = flat ? net->reg_nodes[regs] * d->ent_w : net->reg_bits[r][w][regs];
        if (d->ieee) {
            fp_add(p, fp, d->exp_w, d->man_w, active * net->adders);
        } else {
            put(p, ENERGY_BUILD_ACT, active * add_bits);
            put(p, ENERGY_BUILD_DEEP, active * (flat ? net->levels * d->ent_w : net->deep_bits[r][w]));
        }
        put(p, ENERGY_FF_CLK, tables * reg_bits);
        put(p, ENERGY_BUILD_REG, active * reg_bits);
        return;
    }
    const struct cost_seq *s = cost_seq(t, a, d);
    double steps = 0, unit_bits = 0, units = 0;
    for (int m = 1; m <= d->mu; m++) {
        int width = flat ? d->ent_w : cost_sum_width(r, w, m, 0);
        steps += s->terms[m] * width;
        unit_bits += s->units[m] * width;
        units += s->units[m];
    }
    if (d->ieee)
        fp_add(p, fp, d->exp_w, d->man_w, active * net->adders);
    put(p, ENERGY_BUILD_STEP, active * steps);
    double entries = flat ? (net->adders + d->mu) * d->ent_w : net->entry_bits[r][w];
    double inside = d->ieee ? units * cost_fp_cut_bits(d->exp_w, d->man_w, regs) : unit_bits * regs;
    put(p, ENERGY_FF_CLK, tables * (entries + add_bits + inside));
    put(p, ENERGY_BUILD_REG, active * (entries + add_bits));
}

static void fetch(struct put *p, const struct arch *a, const struct dims *d)
{
    double keys = (double)d->outputs * a->luts, rows = keys * a->lanes, bits = p->read * rows * d->leaf_w;
    double entry = d->ieee ? moving(d) : d->ent_w;
    if (a->kind != KIND_MULTIPLIER) {
        p->part = COST_FETCH;
        if (a->kind == KIND_SIGNFLIP || d->stored == 1) {
            put(p, ENERGY_FETCH_SINGLE, bits);
        } else {
            put(p, ENERGY_FETCH_BIT, p->read * rows * entry * cost_log2(d->stored));
            put(p, ENERGY_FETCH_WIDE, bits);
            put(p, ENERGY_FETCH_ACT, p->act * rows * d->stored * entry);
        }
        if (d->ieee)
            put(p, ENERGY_FETCH_FLOAT, bits);
    }
    if (cost_gated(a)) {
        p->part = COST_GATE;
        put(p, ENERGY_FF_CLK, rows * d->leaf_w);
        put(p, ENERGY_GATE_KEY, bits);
    }
}

static void mul(struct put *p, const struct arch *a, const struct dims *d)
{
    if (a->kind != KIND_MULTIPLIER)
        return;
    double rows = p->key * d->outputs * a->luts * a->lanes, sig = d->man_w + 1;
    bool full = a->weight_bits == WEIGHT_BITS_B;
    p->part = COST_MUL;
    put(p, ENERGY_MUL_ACT, p->act * d->outputs * a->luts * a->lanes * d->act_w);
    if (d->ieee || (d->aligned && full)) {
        put(p, ENERGY_MUL_FP, rows * sig * sig);
        if (d->aligned) {
            struct cost_align s;
            cost_align_shape(&s, a, d);
            put(p, ENERGY_MUL_ALIGN, rows * s.shifter_bits);
        }
    } else if (full) {
        put(p, ENERGY_MUL_SQUARE, rows * d->word_w * d->word_w);
    } else {
        put(p, ENERGY_MUL_2BIT, rows * d->word_w);
    }
}

static void reduce(struct put *p, const struct arch *a, const struct dims *d)
{
    static const enum cost_energy fp[] = {ENERGY_RED_FP16, ENERGY_RED_FPB16, ENERGY_RED_FP32};
    double rows = (double)d->outputs * a->lanes, bits = 0, deep = 0, adders = 0, cut = 0;
    int level = 0; /* adders since the last register */
    for (int v = 1; v <= d->levels; v++) {
        int n = ((a->luts + (1 << (v - 1)) - 1) >> (v - 1)) / 2;
        level++;
        bits += n * d->level_w[v];
        deep += n * d->level_w[v] * level;
        adders += n;
        if (d->reg_after[v] > 0)
            level = 0;
        if (d->ieee)
            cut += n * cost_fp_cut_bits(d->exp_w, d->man_w, d->reg_after[v]);
    }
    p->part = COST_REDUCE;
    if (d->ieee) {
        fp_add(p, fp, d->exp_w, d->man_w, p->read * rows * adders);
        put(p, ENERGY_RED_FP_ACT, p->act * rows * adders * (d->man_w + 1));
    } else {
        put(p, ENERGY_RED_BIT, p->read * rows * bits);
        put(p, ENERGY_RED_ACT, p->act * rows * bits);
        put(p, ENERGY_RED_DEEP, p->read * rows * deep);
    }
    double regs = rows * ((double)cost_reduce_regs(a, d) + cut);
    put(p, ENERGY_FF_CLK, regs);
    put(p, ENERGY_RED_REG, p->key * regs);
}

static void acc(struct put *p, const struct arch *a, const struct dims *d)
{
    static const enum cost_energy fp[] = {ENERGY_ACC_FP16, ENERGY_ACC_FPB16, ENERGY_ACC_FP32};
    double rows = (double)d->outputs * a->lanes;
    p->part = COST_ACC;
    double cut = d->ieee ? cost_fp_cut_bits(d->acc_exp_w, d->acc_man_w, d->acc_regs) : 0;
    put(p, ENERGY_FF_CLK, rows * ((a->reuse + 1) * d->acc_w + cut));
    put(p, ENERGY_ACC_READ, p->key * rows * d->acc_w * cost_log2(a->reuse));
    put(p, ENERGY_ACC_STORE, p->key * rows * a->reuse * d->acc_w);
    if (d->ieee)
        fp_add(p, fp, d->acc_exp_w, d->acc_man_w, p->key * rows);
    else
        put(p, ENERGY_ACC_KEY, p->key * rows * d->acc_w);
    put(p, ENERGY_ACC_ACT, p->act * rows * d->acc_w);
}

static void back(struct put *p, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes;
    if (d->aligned) {
        struct cost_round s;
        cost_round_shape(&s, d);
        p->part = COST_ROUND;
        /* The result registers move only for the R results of a pass. */
        double results = (double)a->reuse / COST_PASS_CYCLES;
        put(p, ENERGY_ROUND, rows * s.shifter_bits * (results < p->key ? results : p->key));
    }
    int slot = a->reuse > 2 ? dims_clog2((uint64_t)a->reuse) : 1, user = d->aligned ? a->lanes : 1;
    p->part = COST_CTRL;
    put(p, ENERGY_FF_CLK,
        a->cores * (double)(2 * slot + 2 + d->pipe * (slot + 1) + (d->pipe + d->acc_regs) * (slot + 3 + user)));
    put(p, ENERGY_CTRL_LINE, p->key * a->cores * (a->reuse + slot + 2));
    if (d->steps > 0) {
        p->part = COST_SEQ;
        put(p, ENERGY_FF_CLK, a->cores * (d->steps + 4.0));
    } else if (d->build_regs > 0) {
        p->part = COST_FLOW;
        put(p, ENERGY_FF_CLK, a->cores * d->build_regs * (1.0 + (d->aligned ? a->lanes + 4 : 2)));
    }
    p->part = COST_RES;
    put(p, ENERGY_FF_CLK, a->cores * (2.0 + 2 * (user + 1) + slot));
    p->part = COST_GLUE;
    put(p, ENERGY_GLUE, p->key * rows);
}

/* Loads of the table build and of the rows that read it: a bit of a sum has a load in each row, and some 2.5 in each
 * adder that reads it. `share` of the bits change. */
static void buffers_build(struct put *p, struct cost_tables *t, const struct arch *a, const struct dims *d,
                          double share)
{
    double tables = p->act * a->cores * a->lanes * a->luts * share;
    if (d->steps > 0) {
        put(p, ENERGY_BUFFER_SEQ, tables * d->stored * d->ent_w);
        put(p, ENERGY_BUFFER_ENTRY, a->fetchers >= COST_FANOUT ? tables * d->stored * d->ent_w * a->fetchers : 0);
        return;
    }
    const struct cost_net *net = cost_net(t, a, d);
    int r = d->aligned ? RANGE_SYMMETRIC : a->range, w = d->word_w;
    int uses = a->fetchers > COST_FANOUT ? 0 : (COST_FANOUT - a->fetchers) * 2 / 5 + 1; /* so many make more loads */
    bool flat = d->ieee || a->widths == WIDTHS_UNIFORM;
    if (uses > COST_MAX_USES)
        uses = COST_MAX_USES;
    put(p, ENERGY_BUFFER_NODE, tables * (flat ? net->used_reads[uses] * d->ent_w : net->read_bits[r][w][uses]));
    put(p, ENERGY_BUFFER_ENTRY,
        tables * a->fetchers * (flat ? net->used_nodes[uses] * d->ent_w : net->used_bits[r][w][uses]));
}

static void buffers_multiplier(struct put *p, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes, sig = d->act_float ? d->man_w + 1 : d->word_w;
    put(p, ENERGY_BUFFER_MUL, sig > 4 ? p->key * rows * a->luts * sig * sig : 0);
    put(p, ENERGY_BUFFER_MUL_ACT, a->fetchers * sig > COST_FANOUT ? p->act * rows * a->luts * sig * sig : 0);
}

/* Loads behind buffers: nets of more than COST_FANOUT loads have a tree of them. */
static void buffers(struct put *p, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes, share = 1;
    if (d->act_float) { /* the other bits of a word are like its sign, or zero */
        share = (double)moving(d) / (d->ieee ? d->ent_w : d->word_w);
        share = share < 1 ? share : 1;
    }
    p->part = COST_PARTS;
    if (a->kind == KIND_LUT)
        buffers_build(p, t, a, d, share);
    else if (a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B)
        buffers_multiplier(p, a, d);
    else if (a->fetchers >= COST_FANOUT)
        put(p, ENERGY_BUFFER_ENTRY, p->act * rows * a->luts * d->word_w * share);
    if (a->kind != KIND_MULTIPLIER) { /* a line also feeds the search for a zero key, a sign the owed carries */
        put(p, ENERGY_BUFFER_LINE, d->ent_w * a->lanes + 1 > COST_FANOUT ? p->key * rows * a->luts * d->ent_w : 0);
        put(p, ENERGY_BUFFER_SIGN,
            !d->ieee && (d->leaf_w + 1) * a->lanes > COST_FANOUT ? p->key * rows * a->luts * d->leaf_w : 0);
    }
    put(p, ENERGY_BUFFER_ROW, a->reuse > 1 ? p->key * rows * d->acc_w : 0);
    put(p, ENERGY_BUFFER_SLOT, p->key * rows * d->acc_w * a->reuse);
    double adders = a->kind == KIND_LUT ? cost_net(t, a, d)->adders : 0;
    if (d->ieee) /* shift amounts, the larger operand's choice: each addition or multiplication */
        put(p, ENERGY_BUFFER_FP, p->read * rows * a->luts + p->act * a->cores * a->lanes * a->luts * adders);
    put(p, ENERGY_BUFFER_FRONT, p->act * a->cores * a->lanes * d->n * moving(d));
}

void cost_count_energy(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    struct put p = {.c = c};
    c->energies = 0;
    cost_rates(a, d, &p.key, &p.act);
    p.read = p.key + (dims_table_period(d) > a->reuse ? p.act : 0);
    front(&p, a, d);
    build(&p, t, a, d);
    fetch(&p, a, d);
    mul(&p, a, d);
    reduce(&p, a, d);
    acc(&p, a, d);
    back(&p, a, d);
    buffers(&p, t, a, d);
}
