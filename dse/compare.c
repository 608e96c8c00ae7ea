/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c -- published designs against the best of the parameter space. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"
#include "space.h"

#define LARGER 1.1     /* a candidate's MAC/cycle by the analogue's, at most */
#define KEY_SLACK 1.01 /* the same for bits a weight: packing rounds a beat up to whole bytes */

struct search {
    const struct tech *tech;
    struct cost_tables *tables;
    const struct arch *given; /* the analogue, not resolved: "auto" is to mean the candidate's own */
    struct compare_design *design;
};

/* ---- one core */

static void measure(const struct search *s, struct compare_core *core, double mhz)
{
    struct arch *a = &core->arch;
    struct dims d;
    struct cost cost;
    struct cost_figures figures;
    arch_resolve(a);
    dims_derive(&d, a);
    cost_evaluate(&cost, &s->tech->c, s->tables, a, &d);
    core->mac_per_cycle = cost.mac_per_cycle;
    core->fmax_mhz = 1e6 / cost.period;
    core->area_um2 = cost.total_area + cost.buffer_area;
    core->key_bits = (double)d.key_beat_bits / ((double)d.outputs * d.n);
    core->copies = 1;
    cost_figures(&figures, &cost, &d, mhz > 0 ? mhz : core->fmax_mhz);
    core->pj_per_mac = figures.pj_per_mac;
}

/* Area that a MAC/cycle takes: what is compared, whatever the throughput. */
static double area_by_mac(const struct compare_core *core)
{
    return core->area_um2 / core->mac_per_cycle;
}

/* ---- candidates: a walk for each group size and number of outputs a beat, since K decides R and L */

static void vary(struct sweep *w, enum param p, const int *value, int count)
{
    w->vary[p] = (struct sweep_vary){p, buf_realloc(NULL, (size_t)count, sizeof *value), count};
    memcpy(w->vary[p].value, value, (size_t)count * sizeof *value);
    if (count == 1) /* not varied, then */
        arch_set(&w->base, p, value[0]);
}

struct visit {
    struct search *s;
    const struct space *space;
};

static void consider(void *user, const struct space_point *p)
{
    const struct visit *v = user;
    struct compare_design *best = v->s->design;
    struct compare_core core = {.copies = 1};
    struct dims d;
    space_arch(v->space, p->index, &core.arch);
    arch_resolve(&core.arch);
    dims_derive(&d, &core.arch);
    core.key_bits = (double)d.key_beat_bits / ((double)d.outputs * d.n);
    if (core.key_bits > KEY_SLACK * best->analogue.key_bits)
        return;
    core.mac_per_cycle = p->figure[METRIC_MACS];
    core.area_um2 = p->figure[METRIC_AREA];
    core.pj_per_mac = p->figure[METRIC_ENERGY];
    core.fmax_mhz = p->figure[METRIC_FMAX];
    best->candidates++;
    if (area_by_mac(&core) < area_by_mac(&best->smallest))
        best->smallest = core;
    if (core.pj_per_mac < best->frugal.pj_per_mac)
        best->frugal = core;
}

/* Everything that can be chosen freely when the sizes are given: a->luts is one of `luts`. */
static void sweep_sizes(struct search *s, const struct arch *a, const int *luts, int count)
{
    static const int both[] = {0, 1}, stages[] = {0, 1, 2, 3}, encodings[] = {ENCODING_DENSE, ENCODING_PACK5};
    bool table = a->kind == KIND_LUT, sequential = a->build == BUILD_SEQUENTIAL;
    int adders[16], additions = dims_half_entries(a->mu) - a->mu, n = 0;
    struct sweep w;
    struct space space;
    struct space_counts counts = {0};
    sweep_init(&w);
    w.base = *a;
    w.tech = (struct tech *)s->tech; /* a walk only reads it */
    w.mhz = s->design->mhz;
    w.limit[w.limits++] = (struct sweep_limit){METRIC_MACS, 0, LARGER * s->design->analogue.mac_per_cycle, false};
    w.limit[w.limits++] = (struct sweep_limit){METRIC_FMAX, w.mhz, INFINITY, true};
    vary(&w, PARAM_luts, luts, count);
    vary(&w, PARAM_encoding, encodings, 2);
    vary(&w, PARAM_pipe_fetch, &both[a->zero_gate], 2 - a->zero_gate); /* the gate holds that register */
    vary(&w, PARAM_pipe_reduce, stages, 4);
    if (table) {
        vary(&w, PARAM_network, both, a->mu > 2 ? 2 : 1); /* tree and chain differ from three activations on */
        vary(&w, PARAM_pipe_build, stages, a->mu > 1 ? 4 : 1);
    }
    if (table && !sequential && a->mu <= 2) /* larger whole tables never pay */
        vary(&w, PARAM_half, both, 2);
    for (int p = 1; sequential && p <= additions; p *= 2)
        adders[n++] = p;
    if (sequential)
        vary(&w, PARAM_build_adders, adders, n);
    if (!space_layout(&space, &w))
        BUG("a sweep of a few thousand points is too large");
    space.tables = s->tables;
    space_walk(&space, 0, space.size, consider, &(struct visit){s, &space}, &counts, NULL);
    w.tech = NULL; /* the caller's */
    sweep_release(&w);
}

/* As many tables as make the analogue's MAC/cycle, and as many as the limit allows. */
static void each_luts(struct search *s, struct arch *a)
{
    double want = s->design->analogue.mac_per_cycle / ((double)a->mu * a->fetchers * a->lanes);
    const double wish[] = {floor(want), ceil(want), floor(LARGER * want)};
    int luts[3], count = 0;
    for (int i = 0; i < 3; i++)
        if (wish[i] >= 1 && wish[i] <= fmin(LARGER * want, param_table[PARAM_luts].max) &&
            (count == 0 || wish[i] > luts[count - 1]))
            luts[count++] = (int)wish[i];
    if (count == 0)
        return;
    for (a->zero_gate = 0; a->zero_gate <= 1; a->zero_gate++)
        for (a->build = BUILD_PARALLEL; a->build <= BUILD_SEQUENTIAL; a->build++)
            if (a->build == BUILD_PARALLEL || (a->kind == KIND_LUT && a->mu > 1))
                sweep_sizes(s, a, luts, count);
}

static void each_size(struct search *s, struct arch *a)
{
    int rows = s->design->rows, most = param_table[PARAM_fetchers].max;
    for (int step = 2; step <= 2 * most; step += step & (step - 1) ? step / 3 : step / 2) { /* 2, 3, 4, 6, 8, 12 ... */
        a->fetchers = step / 2;
        if (step == 3 || a->fetchers > rows || a->fetchers > most)
            continue;
        a->reuse = (rows + a->fetchers - 1) / a->fetchers;
        if (a->reuse <= param_table[PARAM_reuse].max)
            each_luts(s, a);
    }
}

static void find_best(struct search *s)
{
    struct arch a = *s->given;
    strcpy(a.name, "x"); /* spares ten thousands of candidates names that nobody reads */
    a.cores = 1;
    a.half = 1;
    a.network = NETWORK_TREE;
    a.build_adders = 1;
    a.pipe_build = 0;
    a.widths = WIDTHS_EXACT;
    a.negate = NEGATE_DEFERRED;
    a.weight_bits = param_table[PARAM_weight_bits].def;
    for (a.kind = KIND_LUT; a.kind <= KIND_SIGNFLIP; a.kind++)
        for (a.mu = 1; a.mu <= (a.kind == KIND_LUT ? param_table[PARAM_mu].max : 1); a.mu++)
            each_size(s, &a);
}

/* ---- files */

static bool read_arch(struct arch *a, const char *file, struct diag *d)
{
    struct arch_src where = {0};
    arch_init(a);
    where.xml = src_read(file, ARCH_XML_LIMIT, d);
    bool ok = where.xml && arch_read_xml(a, &where, where.xml, d) && arch_check(a, &where, d);
    if (!ok)
        diag_print(d, stderr); /* it points into the text, which goes now */
    arch_src_release(&where);
    return ok;
}

static void finish_core(struct compare_core *core, double mac_per_cycle)
{
    arch_default_name(&core->arch, core->arch.name);
    core->copies = mac_per_cycle / core->mac_per_cycle;
    core->area_um2 *= core->copies;
}

static void compare_one(struct compare_design *v, const struct arch *given, const struct tech *tech,
                        struct cost_tables *tables)
{
    struct search s = {.tech = tech, .tables = tables, .given = given, .design = v};
    struct arch resolved = *given;
    arch_resolve(&resolved);
    memcpy(v->name, resolved.name, sizeof v->name);
    v->type = cost_type(&resolved);
    v->rows = given->cores * given->fetchers * given->reuse;
    v->analogue.arch = *given;
    measure(&s, &v->analogue, 0);
    v->reached = given->mhz <= v->analogue.fmax_mhz;
    v->mhz = v->reached ? given->mhz : v->analogue.fmax_mhz;
    measure(&s, &v->analogue, v->mhz);
    v->smallest = v->frugal = v->analogue;
    find_best(&s);
    v->area_factor = area_by_mac(&v->analogue) / area_by_mac(&v->smallest);
    v->energy_factor = v->analogue.pj_per_mac / v->frugal.pj_per_mac;
}

bool compare_run(struct compare *c, const struct tech *tech, const char *const *files, int count, double mac_per_cycle,
                 struct diag *d)
{
    struct arch *given = buf_realloc(NULL, (size_t)count, sizeof *given);
    int before = diag_count(d);
    *c = (struct compare){.tech = tech};
    for (int i = 0; i < count; i++)
        read_arch(&given[i], files[i], d);
    if (diag_count(d) == before) {
        struct cost_tables *tables = cost_tables_new();
        if (!tables)
            abort();
        c->design = buf_realloc(NULL, (size_t)count, sizeof *c->design);
        c->designs = count;
        for (int i = 0; i < count; i++) {
            c->design[i] = (struct compare_design){.file = files[i]};
            compare_one(&c->design[i], &given[i], tech, tables);
            c->mac_per_cycle = fmax(c->mac_per_cycle, c->design[i].analogue.mac_per_cycle);
        }
        if (mac_per_cycle > 0)
            c->mac_per_cycle = mac_per_cycle;
        for (int i = 0; i < count; i++) {
            finish_core(&c->design[i].analogue, c->mac_per_cycle);
            finish_core(&c->design[i].smallest, c->mac_per_cycle);
            finish_core(&c->design[i].frugal, c->mac_per_cycle);
        }
        cost_tables_free(tables);
    }
    free(given);
    return diag_count(d) == before;
}

void compare_release(struct compare *c)
{
    free(c->design);
    *c = (struct compare){0};
}
