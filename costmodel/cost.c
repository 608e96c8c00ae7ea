/* SPDX-License-Identifier: Apache-2.0 */
/* cost.c -- counts times coefficients, and the figures that follow. */
#include "cost.h"

#include "cost_internal.h"

#include <string.h>

const struct cost_prim cost_area_table[COST_AREAS] = {
#define COST_AREA(id, nm, text) {.name = nm, .doc = text},
#include "prims.def"
};
const struct cost_prim cost_energy_table[COST_ENERGIES] = {
#define COST_ENERGY(id, nm, text) {.name = nm, .doc = text},
#include "prims.def"
};
const struct cost_prim cost_delay_table[COST_DELAYS] = {
#define COST_DELAY(id, nm, text) {.name = nm, .doc = text},
#include "prims.def"
};

void cost_count(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d)
{
    cost_count_area(c, t, a, d);
    cost_count_energy(c, t, a, d);
    cost_count_delay(c, t, a, d);
}

void cost_sum_delay(struct cost *out, const struct cost_counts *n, const struct cost_coefficients *c)
{
    memset(out->stage, 0, sizeof out->stage);
    out->period = 0;
    for (int i = 0; i < n->paths; i++) {
        const struct cost_path *p = &n->path[i];
        double ps = 0;
        for (int k = 0; k < p->steps; k++)
            ps += (double)p->step[k].count * c->delay[p->step[k].prim];
        if (ps > out->stage[p->stage])
            out->stage[p->stage] = ps;
        if (ps > out->period)
            out->period = ps;
    }
}

void cost_sum_energy(struct cost *out, const struct cost_counts *n, const struct cost_coefficients *c)
{
    double energy[COST_PARTS + 1] = {0}; /* the last one: buffers */
    for (int i = 0; i < n->energies; i++)
        energy[n->energy[i].part] += n->energy[i].count * c->energy[n->energy[i].prim];
    out->total_energy = out->buffer_energy = energy[COST_PARTS];
    for (int p = 0; p < COST_PARTS; p++)
        out->total_energy += out->energy[p] = energy[p];
}

void cost_evaluate(struct cost *out, const struct cost_coefficients *c, struct cost_tables *t, const struct arch *a,
                   const struct dims *d)
{
    struct cost_counts n;
    cost_count(&n, t, a, d);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n.areas; i++) {
        const struct cost_term *term = &n.area[i];
        out->area[term->part] += term->count * c->area[term->prim];
        out->leakage[term->part] += term->count * c->leakage[term->prim];
    }
    for (int p = 0; p < COST_PARTS; p++) {
        out->total_area += out->area[p];
        out->total_leakage += out->leakage[p];
    }
    cost_sum_energy(out, &n, c);
    out->buffer_area = out->total_area * c->buffer_share;
    cost_sum_delay(out, &n, c);
    double key, act;
    cost_rates(a, d, &key, &act);
    out->mac_per_cycle = key * (double)d->outputs * d->n * a->lanes;
}

void cost_figures(struct cost_figures *out, const struct cost *cost, const struct dims *d, double mhz)
{
    double hz = mhz * 1e6, watt = cost->total_energy * 1e-15 * hz + cost->total_leakage * 1e-9;
    double macs = cost->mac_per_cycle * hz;
    out->mhz = mhz;
    out->gmacs = macs * 1e-9;
    out->gops = 2 * out->gmacs;
    out->power_mw = watt * 1e3;
    out->pj_per_mac = watt / macs * 1e12;
    out->tops_per_w = 2 * macs / watt * 1e-12;
    out->tops_per_mm2 = 2 * macs * 1e-12 / ((cost->total_area + cost->buffer_area) * 1e-6);
    double full = (double)d->outputs * d->n * (double)d->act_beat_bits / ((double)d->n * d->act_w); /* x lanes */
    out->key_gbits = (double)d->key_beat_bits * (cost->mac_per_cycle / full) * hz * 1e-9;
}

const char *cost_type(const struct arch *a)
{
    static const char *const aligned[] = {"fp8_e4m3", "fp8_e5m2", "fp16-aligned", "bf16-aligned", "fp32"};
    return arch_arith(a) == ARITH_ALIGNED ? aligned[a->act - ACT_FP8_E4M3] : param_table[PARAM_act].names[a->act];
}
