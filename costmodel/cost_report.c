/* SPDX-License-Identifier: Apache-2.0 */
/* cost_report.c -- one architecture in one technology, with units and with the errors that were measured. */
#include "cost_report.h"

#include <math.h>
#include <string.h>

struct report {
    const struct tech *t;
    const struct arch *a;
    struct dims d;
    struct cost cost;
    struct cost_figures at; /* at the clock below */
    double fmax;            /* MHz */
    bool reached;           /* the target clock */
};

static void text_error(const struct report *r, const char *what, const char *type, FILE *out)
{
    const struct tech_error *e = tech_error_of(r->t, what, type);
    if (e)
        fprintf(out, "  (model: %.1f %% off in the mean, %.1f %% at worst, on %d unseen %s designs)", e->mean, e->worst,
                e->points, strcmp(e->type, "all") == 0 ? "other" : e->type);
    fputc('\n', out);
}

static void text(const struct report *r, const char *type, FILE *out)
{
    const struct cost *c = &r->cost;
    double ge = r->t->c.gate_area;
    fprintf(out, "core        %s\n", r->a->name);
    fprintf(out, "technology  %s: library %s, %.2f V; synthesis before layout, no wires, no memories\n", r->t->name,
            r->t->library, r->t->voltage);
    fprintf(out, "\n%-8s %14s %7s %14s %14s %12s\n", "part", "area um2", "%", "gates", "energy fJ", "leakage nW");
    for (int p = 0; p < COST_PARTS; p++)
        if (c->area[p] > 0)
            fprintf(out, "%-8s %14.1f %7.1f %14.0f %14.1f %12.2f\n", cost_part_table[p].name, c->area[p],
                    100 * c->area[p] / c->total_area, c->area[p] / ge, c->energy[p], c->leakage[p]);
    fprintf(out, "%-8s %14s %7s %14s %14.1f\n", "buffers", "", "", "", c->buffer_energy);
    fprintf(out, "%-8s %14.1f %7.1f %14.0f %14.1f %12.2f\n", "total", c->total_area, 100.0, c->total_area / ge,
            c->total_energy, c->total_leakage);
    fprintf(out, "gates are NAND2 equivalents of %.4g um2; energy is that of a cycle with streams that never wait;\n"
                 "buffers of high-fan-out nets would add %.1f um2 (%.1f %%)\n", ge, c->buffer_area,
            100 * r->t->c.buffer_share);
    fprintf(out, "\n%-8s %14s\n", "stage", "delay ps");
    for (int s = 0; s < COST_STAGES; s++)
        if (c->stage[s] > 0)
            fprintf(out, "%-8s %14.0f  %s\n", cost_stage_table[s].name, c->stage[s], cost_stage_table[s].doc);
    fprintf(out, "\narea        %.6g mm2", c->total_area * 1e-6);
    text_error(r, "area", type, out);
    fprintf(out, "fmax        %.1f MHz", r->fmax);
    text_error(r, "fmax", type, out);
    fprintf(out, "clock       %.1f MHz%s\n", r->at.mhz, r->reached ? ", the target" : ": fmax, the target is out of reach");
    fprintf(out, "throughput  %.3f GMAC/s = %.3f GOPS (a MAC is 2 operations, zero weights counted), %.2f MAC/cycle\n",
            r->at.gmacs, r->at.gops, c->mac_per_cycle);
    fprintf(out, "energy      %.4f pJ/MAC", r->at.pj_per_mac);
    text_error(r, "energy", type, out);
    bool watts = r->at.power_mw >= 1000;
    fprintf(out, "power       %.4g %s, of which %.4g mW leakage\n", r->at.power_mw * (watts ? 1e-3 : 1), watts ? "W" : "mW",
            c->total_leakage * 1e-6);
    fprintf(out, "efficiency  %.4g TOPS/W, %.4g TOPS/mm2\n", r->at.tops_per_w, r->at.tops_per_mm2);
    fprintf(out, "keys        %.3f Gbit/s\n", r->at.key_gbits);
}

static void put(json_t *to, const char *key, double v)
{
    json_object_set_new(to, key, json_real(v));
}

json_t *cost_report_errors(const struct tech *t, const char *type)
{
    json_t *list = json_array();
    for (const char *const *w = (const char *const[]){"area", "fmax", "energy", NULL}; *w; w++) {
        const struct tech_error *e = tech_error_of(t, *w, type);
        if (!e)
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "what", json_string(e->what));
        json_object_set_new(o, "designs", json_string(e->type));
        json_object_set_new(o, "points", json_integer(e->points));
        put(o, "mean_percent", e->mean);
        put(o, "worst_percent", e->worst);
        json_array_append_new(list, o);
    }
    return list;
}

static void json(const struct report *r, const char *type, FILE *out)
{
    const struct cost *c = &r->cost;
    json_t *root = json_object(), *parts = json_object(), *stages = json_object();
    json_object_set_new(root, "core", json_string(r->a->name));
    json_object_set_new(root, "technology", json_string(r->t->name));
    json_object_set_new(root, "library", json_string(r->t->library));
    json_object_set_new(root, "type", json_string(type));
    put(root, "area_um2", c->total_area);
    put(root, "gate_equivalents", c->total_area / r->t->c.gate_area);
    put(root, "buffer_area_um2", c->buffer_area);
    put(root, "energy_fj_per_cycle", c->total_energy);
    put(root, "buffer_energy_fj_per_cycle", c->buffer_energy);
    put(root, "leakage_nw", c->total_leakage);
    put(root, "period_ps", c->period);
    put(root, "fmax_mhz", r->fmax);
    put(root, "clock_mhz", r->at.mhz);
    json_object_set_new(root, "target_reached", json_boolean(r->reached));
    put(root, "mac_per_cycle", c->mac_per_cycle);
    put(root, "gmac_per_s", r->at.gmacs);
    put(root, "gops", r->at.gops);
    put(root, "power_mw", r->at.power_mw);
    put(root, "pj_per_mac", r->at.pj_per_mac);
    put(root, "tops_per_w", r->at.tops_per_w);
    put(root, "tops_per_mm2", r->at.tops_per_mm2);
    put(root, "key_gbit_per_s", r->at.key_gbits);
    for (int p = 0; p < COST_PARTS; p++) {
        if (c->area[p] <= 0)
            continue;
        json_t *part = json_object();
        put(part, "area_um2", c->area[p]);
        put(part, "energy_fj_per_cycle", c->energy[p]);
        put(part, "leakage_nw", c->leakage[p]);
        json_object_set_new(parts, cost_part_table[p].name, part);
    }
    for (int s = 0; s < COST_STAGES; s++)
        if (c->stage[s] > 0)
            put(stages, cost_stage_table[s].name, c->stage[s]);
    json_object_set_new(root, "parts", parts);
    json_object_set_new(root, "stages_ps", stages);
    json_object_set_new(root, "held_out_errors", cost_report_errors(r->t, type));
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(8));
    fputc('\n', out);
    json_decref(root);
}

void cost_report(const struct tech *t, struct cost_tables *tables, const struct arch *a, bool as_json, FILE *out)
{
    struct report r = {.t = t, .a = a};
    dims_derive(&r.d, a);
    cost_evaluate(&r.cost, &t->c, tables, a, &r.d);
    r.fmax = 1e6 / r.cost.period;
    r.reached = a->mhz <= r.fmax;
    cost_figures(&r.at, &r.cost, &r.d, r.reached ? a->mhz : r.fmax);
    const char *type = cost_type(a);
    if (as_json)
        json(&r, type, out);
    else
        text(&r, type, out);
}
