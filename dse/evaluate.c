/* SPDX-License-Identifier: Apache-2.0 */
#include "evaluate.h"

#include <string.h>

#include "schedule.h"

void evaluate_dims(struct evaluation *e, const struct arch *a)
{
    e->cost.mac_per_cycle = evaluate_macs(e->key, e->d.outputs, e->d.n, a->lanes);
    e->figure[METRIC_MACS] = e->cost.mac_per_cycle;
    e->figure[METRIC_KEY_BITS] = (double)e->d.key_beat_bits;
    e->figure[METRIC_ACT_BITS] = (double)e->d.act_beat_bits;
}

void evaluate_area(struct evaluation *e, const struct arch *a)
{
    const struct cost_coefficients *c = &e->sweep->tech->c;
    struct cost_counts *n = &e->counts;
    struct cost *out = &e->cost;
    cost_count_area(n, e->tables, a, &e->d);
    memset(out->area, 0, sizeof out->area);
    memset(out->leakage, 0, sizeof out->leakage);
    out->total_area = out->total_leakage = 0;
    for (int i = 0; i < n->areas;) { /* terms of a part stand together: its sums stay in registers */
        int part = n->area[i].part;
        double area = out->area[part], leakage = out->leakage[part];
        for (; i < n->areas && n->area[i].part == part; i++) {
            area += n->area[i].count * c->area[n->area[i].prim];
            leakage += n->area[i].count * c->leakage[n->area[i].prim];
        }
        out->area[part] = area;
        out->leakage[part] = leakage;
    }
    for (int p = 0; p < COST_PARTS; p++) {
        out->total_area += out->area[p];
        out->total_leakage += out->leakage[p];
    }
    out->buffer_area = out->total_area * c->buffer_share;
    e->figure[METRIC_AREA] = out->total_area + out->buffer_area;
    e->figure[METRIC_AREA_MM2] = e->figure[METRIC_AREA] * 1e-6;
}

/* Microseconds for all layers of the workload, one after the other. */
static double latency(const struct evaluation *e, const struct arch *a, double mhz)
{
    double cycles = 0;
    for (int i = 0; i < e->sweep->workload.layers; i++) {
        const struct workload_layer *l = &e->sweep->workload.layer[i];
        struct schedule s;
        schedule_gemv(&s, a, &e->d, l->m, l->n, 1);
        cycles += (double)l->count * (double)s.cycles;
    }
    return cycles / mhz;
}

static void rates(struct evaluation *e, const struct cost_figures *f)
{
    e->figure[METRIC_GMACS] = f->gmacs;
    e->figure[METRIC_KEY_GBITS] = f->key_gbits;
    e->figure[METRIC_TOPS_MM2] = f->tops_per_mm2;
}

void evaluate_delay(struct evaluation *e, const struct arch *a)
{
    const struct cost_coefficients *c = &e->sweep->tech->c;
    struct cost_counts *n = &e->counts;
    struct cost *out = &e->cost;
    struct cost_figures f;
    cost_count_delay(n, e->tables, a, &e->d);
    cost_sum_delay(out, n, c);
    double fmax = 1e6 / out->period, mhz = e->sweep->mhz > 0 ? e->sweep->mhz : fmax;
    e->figure[METRIC_FMAX] = fmax;
    e->figure[METRIC_CLOCK] = mhz;
    if (e->rates) {
        cost_figures(&f, out, &e->d, mhz); /* energy is not known yet: only what does not need it is taken */
        rates(e, &f);
    }
    const struct sweep *s = e->sweep;
    e->figure[METRIC_LATENCY] = s->workload.layers > 0 ? latency(e, a, mhz) : 0;
    if (s->platform.given) {
        system_time(&e->system, NULL, &s->platform, s->layer, s->shapes, a, &e->d, mhz);
        e->figure[METRIC_TOKENS] = e->system.tokens_per_s;
    }
}

void evaluate_energy(struct evaluation *e, const struct arch *a)
{
    const struct cost_coefficients *c = &e->sweep->tech->c;
    struct cost_counts *n = &e->counts;
    struct cost *out = &e->cost;
    struct cost_figures f;
    cost_count_energy(n, e->tables, a, &e->d);
    cost_sum_energy(out, n, c);
    cost_figures(&f, out, &e->d, e->figure[METRIC_CLOCK]);
    rates(e, &f);
    e->figure[METRIC_POWER] = f.power_mw;
    e->figure[METRIC_ENERGY] = f.pj_per_mac;
    e->figure[METRIC_TOPS_W] = f.tops_per_w;
    if (e->sweep->platform.given) {
        system_energy(&e->system, &e->sweep->platform, out, &e->d);
        e->figure[METRIC_J_TOKEN] = e->system.j_per_token;
    }
}

void evaluate_stage(struct evaluation *e, const struct arch *a, enum metric_stage stage)
{
    switch (stage) {
    case STEP_DIMS:
        evaluate_dims(e, a);
        break;
    case STEP_AREA:
        evaluate_area(e, a);
        break;
    case STEP_DELAY:
        evaluate_delay(e, a);
        break;
    case STEP_ENERGY:
        evaluate_energy(e, a);
        break;
    case STEPS:
        break;
    }
}
