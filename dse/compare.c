/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c -- published designs against the best of the parameter space. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"

#define LARGER 1.1     /* a candidate's MAC/cycle by the analogue's, at most */
#define KEY_SLACK 1.01 /* the same for bits a weight: packing rounds a beat up to whole bytes */

enum { MOST_BUILD_STAGES = 3, MOST_REDUCE_STAGES = 3, MOST_MU = 6 };

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
    strcpy(a->name, "x"); /* spares a hundred thousand candidates their names */
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

/* ---- candidates: nested choices, each function makes one and hands on to the next */

static void consider(struct search *s, const struct arch *a)
{
    struct compare_design *best = s->design;
    const struct compare_core *analogue = &best->analogue;
    struct compare_core core = {.arch = *a};
    if (!arch_check(a, NULL, NULL))
        return;
    measure(s, &core, best->mhz);
    if (core.mac_per_cycle > LARGER * analogue->mac_per_cycle || core.fmax_mhz < best->mhz ||
        core.key_bits > KEY_SLACK * analogue->key_bits)
        return;
    best->candidates++;
    if (area_by_mac(&core) < area_by_mac(&best->smallest))
        best->smallest = core;
    if (core.pj_per_mac < best->frugal.pj_per_mac)
        best->frugal = core;
}

static void each_pipeline(struct search *s, struct arch a)
{
    int most_build = a.kind == KIND_LUT && a.mu > 1 ? MOST_BUILD_STAGES : 0;
    for (a.pipe_build = 0; a.pipe_build <= most_build; a.pipe_build++)
        for (a.pipe_reduce = 0; a.pipe_reduce <= (a.luts > 1 ? MOST_REDUCE_STAGES : 0); a.pipe_reduce++) {
            a.pipe_fetch = a.zero_gate = 0;
            consider(s, &a);
            a.pipe_fetch = 1;
            consider(s, &a);
            a.zero_gate = 1;
            consider(s, &a);
        }
}

static void each_build(struct search *s, struct arch a)
{
    int additions = dims_half_entries(a.mu) - a.mu;
    a.build = BUILD_PARALLEL;
    a.build_adders = 1;
    each_pipeline(s, a);
    if (a.kind != KIND_LUT || !a.half)
        return;
    a.build = BUILD_SEQUENTIAL;
    for (a.build_adders = 1; a.build_adders <= additions; a.build_adders *= 2)
        each_pipeline(s, a);
}

static void each_table(struct search *s, struct arch a)
{
    bool table = a.kind == KIND_LUT;
    for (a.half = 1; a.half >= (table && a.mu <= 2 ? 0 : 1); a.half--) /* larger whole tables never pay */
        for (a.network = NETWORK_TREE; a.network <= (table && a.mu > 2 ? NETWORK_CHAIN : NETWORK_TREE); a.network++)
            each_build(s, a);
}

/* Keys as the core works on them, if they are narrow enough; or five weights a byte. The latter takes a decoder, so
 * that it is never better otherwise. */
static void each_encoding(struct search *s, struct arch a)
{
    struct arch probe = a;
    struct dims d;
    probe.half = 1, probe.network = NETWORK_TREE, probe.build = BUILD_PARALLEL, probe.build_adders = 1;
    probe.pipe_build = probe.pipe_fetch = probe.pipe_reduce = probe.zero_gate = 0;
    probe.encoding = ENCODING_DENSE;
    if (!arch_check(&probe, NULL, NULL))
        return;
    dims_derive(&d, &probe);
    double bits = (double)d.key_beat_bits / ((double)d.outputs * d.n);
    a.encoding = bits <= KEY_SLACK * s->design->analogue.key_bits ? ENCODING_DENSE : ENCODING_PACK5;
    each_table(s, a);
}

/* As many tables as make the analogue's MAC/cycle, and as many as the limit allows. */
static void each_luts(struct search *s, struct arch a)
{
    double one = (double)a.mu * a.fetchers * a.lanes, want = s->design->analogue.mac_per_cycle / one;
    int before = 0;
    for (int i = 0; i < 3; i++) {
        a.luts = (int)(i == 0 ? floor(want) : i == 1 ? ceil(want) : floor(LARGER * want));
        if (a.luts <= before || a.luts > param_table[PARAM_luts].max || a.luts > LARGER * want)
            continue;
        before = a.luts;
        each_encoding(s, a);
    }
}

static void each_size(struct search *s, struct arch a)
{
    int rows = s->design->rows, most = param_table[PARAM_fetchers].max;
    for (int step = 2; step <= 2 * most; step += step & (step - 1) ? step / 3 : step / 2) { /* 2, 3, 4, 6, 8, 12 ... */
        a.fetchers = step / 2;
        if (step == 3 || a.fetchers > rows || a.fetchers > most)
            continue;
        a.reuse = (rows + a.fetchers - 1) / a.fetchers;
        if (a.reuse <= param_table[PARAM_reuse].max)
            each_luts(s, a);
    }
}

static void find_best(struct search *s)
{
    struct arch a = *s->given;
    a.name[0] = '\0';
    a.cores = 1;
    a.widths = WIDTHS_EXACT;
    a.negate = NEGATE_DEFERRED;
    a.weight_bits = param_table[PARAM_weight_bits].def;
    for (a.kind = KIND_LUT; a.kind <= KIND_SIGNFLIP; a.kind++)
        for (a.mu = 1; a.mu <= (a.kind == KIND_LUT ? MOST_MU : 1); a.mu++)
            each_size(s, a);
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
