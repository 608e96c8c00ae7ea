/* SPDX-License-Identifier: Apache-2.0 */
/* cost_area.c -- how many of each area primitive: one function for each RTL module, after its Cost line. */
#include "cost_internal.h"

struct put {
    struct cost_counts *c;
    int part;
};

static void put(struct put *p, enum cost_area prim, double n)
{
    cost_put(p->c->area, &p->c->areas, p->part, (int)prim, n);
}

int cost_format(int exp_w, int man_w)
{
    return man_w == 23 ? 2 : exp_w == 8 ? 1 : 0;
}

/* tlut_fp_add's places of registers, in its own words. */
int cost_fp_cut_bits(int exp_w, int man_w, int regs)
{
    static const unsigned char cuts[] = {0x00, 0x08, 0x12, 0x2a, 0x5a, 0x7a, 0x7e, 0xfe, 0xff};
    int mag = exp_w + man_w, x = man_w + 3, align = dims_clog2((uint64_t)x + 1), bits = 0;
    int width[] = {2 * mag + 2,           2 * mag + 2,       5 + mag + 1 + align + x, 5 + mag + 1 + x,
                   5 + exp_w + x + 1,     4 + exp_w + x + 1, 4 + exp_w + x + 1,       mag + 1};
    for (int i = 0; i < 8; i++)
        bits += cuts[regs] >> i & 1 ? width[i] : 0;
    return bits;
}

static void fp_adders(struct put *p, int exp_w, int man_w, int regs, double n)
{
    static const enum cost_area add[] = {AREA_FP_ADD_16, AREA_FP_ADD_B16, AREA_FP_ADD_32};
    static const enum cost_area cut[] = {AREA_FP_CUT_16, AREA_FP_CUT_B16, AREA_FP_CUT_32};
    int format = cost_format(exp_w, man_w);
    put(p, add[format], n);
    put(p, cut[format], n * cost_fp_cut_bits(exp_w, man_w, regs));
}

/* tlut_unpack */
static void unpack(struct put *p, const struct arch *a, const struct dims *d)
{
    if (a->encoding == ENCODING_DENSE)
        return;
    p->part = COST_UNPACK;
    put(p, (enum cost_area)((a->encoding == ENCODING_TRIT2 ? AREA_UNPACK_T1 : AREA_UNPACK_P1) + d->mu - 1),
        (double)d->outputs * a->luts);
}

/* tlut_skid */
static void skid(struct put *p, const struct arch *a, const struct dims *d)
{
    p->part = COST_SKID;
    put(p, AREA_SKID_BIT, (double)a->cores * (double)(d->act_beat_bits + 1));
    put(p, AREA_SKID_ONE, a->cores);
}

/* tlut_fp_to_fixed: the shift starts from ManWidth + 2 bits and widens by 1, 2, 4, ... bits up to the field. */
void cost_align_shape(struct cost_align *s, const struct arch *a, const struct dims *d)
{
    int bias = (1 << (d->exp_w - 1)) - 1, e4m3 = a->act == ACT_FP8_E4M3;
    int lsb = d->lsb_exp, exp_top = (1 << d->exp_w) - 2 + e4m3;
    int exp_max = d->window_top + bias < exp_top ? d->window_top + bias : exp_top;
    int exp_min = lsb + bias - 1 > 1 ? lsb + bias - 1 : 1;
    int below = lsb - (exp_min - bias - d->man_w), frac = below > 0 ? below : 0, pad = below < 0 ? -below : 0;
    int span = exp_max > exp_min ? exp_max - exp_min : 0, direct = exp_min == 1;
    int field = d->word_w - pad + frac + direct, ext = field > d->man_w + 2 ? field : d->man_w + 2;
    s->levels = dims_clog2((uint64_t)span + (uint64_t)direct + 1);
    s->shifter_bits = 0;
    int width = d->man_w + 2;
    for (int k = 0; k < s->levels; k++) {
        width += 1 << k;
        s->shifter_bits += width < ext ? width : ext;
    }
    s->sig_bits = d->man_w + 2;
    s->round_bits = frac > 0 ? d->man_w + 2 : 0;
    s->saturate_bits = exp_max < exp_top ? d->word_w : 0;
}

static void aligners(struct put *p, const struct arch *a, const struct dims *d, double n)
{
    struct cost_align s;
    cost_align_shape(&s, a, d);
    put(p, AREA_ALIGN_ONE, n);
    put(p, AREA_ALIGN_BIT, n * s.shifter_bits);
    put(p, AREA_ALIGN_SIG, n * s.sig_bits);
    put(p, AREA_ALIGN_ROUND, n * s.round_bits);
    put(p, AREA_ALIGN_SAT, n * s.saturate_bits);
}

/* tlut_align */
static void align(struct put *p, const struct arch *a, const struct dims *d)
{
    if (!d->aligned)
        return;
    p->part = COST_ALIGN;
    aligners(p, a, d, (double)a->cores * a->lanes * d->n);
}

/* The emitted build module, all entries at once. */
static void build_parallel(struct put *p, const struct cost_tables *t, const struct arch *a, const struct dims *d,
                           double tables)
{
    const struct cost_net *net = cost_net(t, a, d);
    int w = d->word_w, r = a->range, regs = d->build_regs;
    if (d->aligned)
        r = RANGE_SYMMETRIC;
    if (d->ieee) {
        fp_adders(p, d->exp_w, d->man_w, 0, tables * net->adders);
        put(p, AREA_FF_EN, tables * net->reg_nodes[regs] * d->act_w);
        return;
    }
    bool uniform = a->widths == WIDTHS_UNIFORM;
    double bits = uniform ? net->adders * d->ent_w : net->add_bits[r][w];
    double log_bits = uniform ? net->adders * d->ent_w * cost_log2(d->ent_w) : net->log_bits[r][w];
    put(p, AREA_BUILD_ADD_BIT, tables * bits);
    put(p, AREA_BUILD_LOG, tables * log_bits);
    put(p, AREA_BUILD_ADD, tables * net->adders);
    put(p, AREA_BUILD_CHAIN_BIT, tables * (uniform ? net->chained[regs] * d->ent_w : net->chain_bits[r][w][regs]));
    put(p, AREA_BUILD_NEG_BIT, tables * (uniform ? net->negations * d->ent_w : net->neg_bits[r][w]));
    put(p, AREA_FF_EN, tables * (uniform ? net->reg_nodes[regs] * d->ent_w : net->reg_bits[r][w][regs]));
}

/* The emitted build module, by steps: adders with operand selection, shadow and active registers. */
static void build_sequential(struct put *p, struct cost_tables *t, const struct arch *a, const struct dims *d,
                             double tables)
{
    const struct cost_seq *s = cost_seq(t, a, d);
    const struct cost_net *net = cost_net(t, a, d);
    int r = d->aligned ? RANGE_SYMMETRIC : a->range, w = d->word_w;
    bool flat = d->ieee || a->widths == WIDTHS_UNIFORM;
    double unit_bits = 0, term_bits = 0, terms = 0, units = 0;
    for (int m = 1; m <= d->mu; m++) {
        int width = flat ? d->ent_w : cost_sum_width(r, w, m, 0);
        unit_bits += s->units[m] * width;
        term_bits += s->terms[m] * width;
        terms += s->terms[m];
        units += s->units[m];
    }
    if (d->ieee)
        fp_adders(p, d->exp_w, d->man_w, d->build_regs, tables * units);
    else {
        put(p, AREA_BUILD_UNIT_BIT, tables * unit_bits);
        put(p, AREA_FF_EN, tables * unit_bits * d->build_regs);
    }
    put(p, AREA_BUILD_TERM_BIT, tables * term_bits);
    put(p, AREA_BUILD_TERM, tables * terms);
    double entries = flat ? net->adders + d->mu : 0, sums = flat ? net->adders : 0;
    put(p, AREA_FF_EN, tables * (flat ? (entries + sums) * d->ent_w : net->entry_bits[r][w] + net->add_bits[r][w]));
}

static void build(struct put *p, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    if (a->kind != KIND_LUT)
        return;
    p->part = COST_BUILD;
    double tables = (double)a->cores * a->lanes * a->luts;
    if (d->steps > 0)
        build_sequential(p, t, a, d, tables);
    else
        build_parallel(p, t, a, d, tables);
}

/* tlut_fetch */
static void fetch(struct put *p, const struct arch *a, const struct dims *d)
{
    if (a->kind == KIND_MULTIPLIER)
        return;
    p->part = COST_FETCH;
    double keys = (double)d->outputs * a->luts, rows = keys * a->lanes;
    int stored = a->kind == KIND_LUT ? d->stored : 1;
    if (stored > 1) {
        put(p, AREA_FETCH_BIT, rows * stored * d->ent_w);
        put(p, AREA_FETCH_OUT, rows * d->ent_w);
        put(p, AREA_FETCH_LINE, keys * stored);
        put(p, AREA_FETCH_KEY, keys * d->key_w);
    } else {
        put(p, AREA_FETCH_FIRST, rows * d->leaf_w);
    }
    if (stored == d->entries) /* floats: the sign bit only */
        put(p, AREA_FETCH_WIDE, rows * (d->ieee ? 1 : d->leaf_w));
    if (a->negate == NEGATE_EARLY && !d->ieee && d->stored == d->entries)
        put(p, AREA_FETCH_EARLY, rows * d->leaf_w);
}

bool cost_gated(const struct arch *a)
{
    return a->zero_gate && a->pipe_fetch > 0 && a->kind != KIND_MULTIPLIER;
}

/* tlut_gate: the first register stage behind the fetch */
static void gate(struct put *p, const struct arch *a, const struct dims *d)
{
    if (!cost_gated(a))
        return;
    p->part = COST_GATE;
    double keys = (double)d->outputs * a->luts;
    put(p, AREA_GATE_BIT, keys * a->lanes * (d->leaf_w + (d->ieee ? 0 : 1)));
    put(p, AREA_GATE_KEY, keys);
}

/* tlut_mul */
static void mul(struct put *p, const struct arch *a, const struct dims *d)
{
    static const enum cost_area fp_mul[] = {AREA_FP_MUL_E4M3, AREA_FP_MUL_E5M2, AREA_FP_MUL_16, AREA_FP_MUL_B16,
                                            AREA_FP_MUL_32};
    if (a->kind != KIND_MULTIPLIER)
        return;
    p->part = COST_MUL;
    double rows = (double)d->outputs * a->luts * a->lanes;
    bool full = a->weight_bits == WEIGHT_BITS_B;
    if (d->ieee || (d->aligned && full)) {
        put(p, fp_mul[a->act - ACT_FP8_E4M3], rows);
        if (d->aligned) {
            aligners(p, a, d, rows);
            put(p, AREA_MUL_FLAG, rows);
        }
    } else if (full) {
        put(p, (enum cost_area)(AREA_MUL_INT2 + d->word_w - 2), rows);
    } else {
        put(p, AREA_MUL_2BIT, rows * (d->word_w - 2));
        put(p, AREA_MUL_2ONE, rows);
    }
}

/* Sums of level v of one row. */
static int level_count(const struct arch *a, int v)
{
    return (a->luts + (1 << v) - 1) >> v;
}

/* The gate is the first of the stages behind the fetch. */
static int leaf_regs(const struct arch *a, const struct dims *d)
{
    return d->reg_after[0] - cost_gated(a);
}

int64_t cost_reduce_regs(const struct arch *a, const struct dims *d)
{
    if (d->ieee) {
        int64_t bits = (int64_t)leaf_regs(a, d) * a->luts * d->act_w;
        for (int v = 1; v <= d->levels; v++)
            bits += level_count(a, v - 1) % 2 * d->reg_after[v] * d->act_w; /* the odd operand, delayed */
        return bits;
    }
    int64_t bits = (int64_t)leaf_regs(a, d) * a->luts * (d->leaf_w + 1);
    for (int v = 1; v <= d->levels; v++)
        bits += (int64_t)d->reg_after[v] * level_count(a, v) * (d->level_w[v] + 1);
    return bits;
}

/* tlut_reduce, tlut_fp_reduce */
static void reduce(struct put *p, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes;
    p->part = COST_REDUCE;
    put(p, AREA_FF_EN, rows * (double)cost_reduce_regs(a, d));
    double bits = 0, log_bits = 0;
    for (int v = 1; v <= d->levels; v++) {
        int adders = level_count(a, v - 1) / 2;
        if (d->ieee)
            fp_adders(p, d->exp_w, d->man_w, d->reg_after[v], rows * adders);
        bits += adders * d->level_w[v];
        log_bits += adders * d->level_w[v] * cost_log2(d->level_w[v]);
    }
    if (d->ieee)
        return;
    put(p, AREA_RED_ADD_BIT, rows * bits);
    put(p, AREA_RED_LOG, rows * log_bits);
    put(p, AREA_RED_ADD, rows * (a->luts - 1));
}

/* tlut_acc */
static void acc(struct put *p, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes;
    p->part = COST_ACC;
    put(p, AREA_ACC_STORE, rows * a->reuse * d->acc_w);
    put(p, AREA_ACC_BIT, rows * (d->acc_w < d->sum_w ? d->acc_w : d->sum_w));
    put(p, AREA_ACC_EXT, rows * (d->acc_w > d->sum_w ? d->acc_w - d->sum_w : 0));
    put(p, AREA_ACC_LOG, rows * d->acc_w * cost_log2(d->acc_w));
    if (a->overflow == OVERFLOW_SATURATE)
        put(p, AREA_ACC_SAT, rows * d->acc_w);
}

/* tlut_fp_acc */
static void fp_acc(struct put *p, const struct arch *a, const struct dims *d)
{
    static const enum cost_area convert[3][3] = {{AREA_CVT_16_32, AREA_CVT_16_B16, AREA_CVT_16_32},
                                                 {AREA_CVT_B16_16, AREA_CVT_B16_32, AREA_CVT_B16_32},
                                                 {AREA_CVT_32_16, AREA_CVT_32_B16, AREA_CVT_16_32}};
    double rows = (double)d->outputs * a->lanes;
    int from = cost_format(d->exp_w, d->man_w), to = cost_format(d->acc_exp_w, d->acc_man_w);
    p->part = COST_ACC;
    put(p, AREA_ACC_STORE, rows * a->reuse * d->acc_w);
    put(p, AREA_ACC_FP_BIT, rows * d->acc_w);
    fp_adders(p, d->acc_exp_w, d->acc_man_w, d->acc_regs, rows);
    if (from != to)
        put(p, convert[from][to], rows);
}

/* tlut_fp_from_fixed: a level's shift of 2^k reads FIELD bits, of which those that cannot reach the upper 25 are dropped. */
void cost_round_shape(struct cost_round *s, const struct dims *d)
{
    int mag = d->acc_w - 1, first = d->lsb_exp + mag - 1 + 126, lead = first < 0 ? -first : 0;
    int field = mag + lead > 26 ? mag + lead : 26;
    s->levels = dims_clog2((uint64_t)(mag + lead));
    s->shifter_bits = 0;
    for (int k = s->levels - 1; k >= 0; k--) {
        int live = 24 + (1 << k);
        s->shifter_bits += live < field ? live : field;
    }
}

static void round_out(struct put *p, const struct arch *a, const struct dims *d)
{
    if (!d->aligned)
        return;
    struct cost_round s;
    double rows = (double)d->outputs * a->lanes;
    cost_round_shape(&s, d);
    p->part = COST_ROUND;
    put(p, AREA_ROUND_ONE, rows);
    put(p, AREA_ROUND_BIT, rows * s.shifter_bits);
    put(p, AREA_ROUND_SUM, rows * d->acc_w);
}

/* tlut_ctrl, tlut_flow, tlut_seq, tlut_res */
static void control(struct put *p, const struct arch *a, const struct dims *d)
{
    int slot = a->reuse > 2 ? dims_clog2((uint64_t)a->reuse) : 1, user = d->aligned ? a->lanes : 1;
    int payload = d->aligned ? a->lanes + 4 : 2;
    double cores = a->cores;
    p->part = COST_CTRL;
    put(p, AREA_CTRL_ONE, cores);
    put(p, AREA_CTRL_MANY, a->reuse > 1 ? cores : 0);
    put(p, AREA_CTRL_SLOT, cores * slot);
    put(p, AREA_CTRL_LINE, cores * a->reuse);
    put(p, AREA_CTRL_HAZARD, cores * d->acc_regs * slot);
    put(p, AREA_FF_EN, cores * (d->pipe * (slot + 1) + (d->pipe + d->acc_regs) * (slot + 3 + user) +
                                d->acc_regs * (slot + 1)));
    p->part = COST_FLOW;
    if (d->steps == 0) {
        put(p, AREA_FLOW_STAGE, cores * d->build_regs);
        put(p, AREA_FF_EN, cores * d->build_regs * payload);
    } else {
        p->part = COST_SEQ;
        put(p, AREA_SEQ_ONE, cores);
        put(p, AREA_SEQ_STEP, cores * d->steps);
        put(p, AREA_FF_EN, cores * payload);
    }
    p->part = COST_RES;
    put(p, AREA_RES_ONE, cores);
    put(p, AREA_RES_BIT, cores * (2 * (user + 1) + slot));
}

/* what the core's own text adds: status */
static void glue(struct put *p, const struct arch *a, const struct dims *d)
{
    double rows = (double)d->outputs * a->lanes;
    p->part = COST_GLUE;
    put(p, AREA_GLUE_ONE, a->cores);
    if (d->ieee)
        put(p, AREA_GLUE_NAN, rows * d->acc_w);
    else
        put(p, AREA_GLUE_ROW, rows);
    if (d->aligned) {
        put(p, AREA_GLUE_ALIGNED, a->cores);
        put(p, AREA_GLUE_LANE, (double)a->cores * a->lanes);
        if (a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B)
            put(p, AREA_GLUE_FLAG, (double)a->cores * a->luts);
    }
}

void cost_count_area(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    struct put p = {.c = c};
    c->areas = 0;
    unpack(&p, a, d);
    skid(&p, a, d);
    align(&p, a, d);
    build(&p, t, a, d);
    fetch(&p, a, d);
    gate(&p, a, d);
    mul(&p, a, d);
    reduce(&p, a, d);
    if (d->ieee)
        fp_acc(&p, a, d);
    else
        acc(&p, a, d);
    round_out(&p, a, d);
    control(&p, a, d);
    glue(&p, a, d);
}
