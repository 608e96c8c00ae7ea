/* SPDX-License-Identifier: Apache-2.0 */
/* compare_print.c -- comparisons for people and for programs. */
#include "compare.h"
#include "cost_report.h"

#include <jansson.h>
#include <string.h>

static const char rules[] =
    "same activation type and range, arithmetic, accumulator, longest reduction, interface and lanes; no fewer "
    "outputs in a pass; no more bits a weight on the key stream; at most 1.1 times the MAC/cycle; able to run at the "
    "same clock";

/* ---- text */

/* One line. What the analogue takes by what this core takes, unless it is the analogue. */
static void text_core(const char *label, const struct compare_core *core, const struct compare_core *analogue,
                      FILE *out)
{
    fprintf(out, "%-9s %-54s %8.3f %10.5g %10.5g %10.5g %9.1f", label, core->arch.name, core->copies,
            core->area_um2 * 1e-6, core->area_um2 / (core->copies * core->mac_per_cycle), core->pj_per_mac,
            core->fmax_mhz);
    if (core != analogue)
        fprintf(out, " %7.2f %8.2f", analogue->area_um2 / core->area_um2, analogue->pj_per_mac / core->pj_per_mac);
    fputc('\n', out);
}

static void text_errors(const struct compare *c, const struct compare_design *v, FILE *out)
{
    const struct tech_error *area = tech_error_of(c->tech, "area", v->type), *energy = tech_error_of(c->tech, "energy", v->type);
    if (area || energy)
        fputs("          model, on designs that it never saw:", out);
    if (area)
        fprintf(out, " area %.1f %% off in the mean, %.1f %% at worst", area->mean, area->worst);
    if (energy)
        fprintf(out, "%s energy %.1f %%, %.1f %%", area ? ";" : "", energy->mean, energy->worst);
    if (area || energy)
        fputc('\n', out);
}

void compare_text(const struct compare *c, FILE *out)
{
    fprintf(out, "technology  %s: library %s, %.2f V; synthesis before layout, no wires, no memories\n", c->tech->name,
            c->tech->library, c->tech->voltage);
    fprintf(out, "throughput  %.6g MAC/cycle for all, by a real-valued number of copies that share nothing\n",
            c->mac_per_cycle);
    fprintf(out, "rules       compared with cores for the same job: %s\n", rules);
    fprintf(out, "factors     area x, energy x: what the published choice takes by what that core takes\n");
    for (int i = 0; i < c->designs; i++) {
        const struct compare_design *v = &c->design[i];
        fprintf(out, "\n%s: %s, %d outputs in a pass, %.4g bits a weight, at %.1f MHz%s; the best of %ld cores\n",
                v->name, v->type, v->rows, v->analogue.key_bits, v->mhz,
                v->reached ? "" : " (fmax: the target is out of reach)", v->candidates + 1);
        fprintf(out, "%-9s %-54s %8s %10s %10s %10s %9s %7s %8s\n", "", "core", "copies", "mm2", "um2/MAC", "pJ/MAC",
                "fmax MHz", "area x", "energy x");
        text_core("analogue", &v->analogue, &v->analogue, out);
        text_core("smallest", &v->smallest, &v->analogue, out);
        text_core("frugal", &v->frugal, &v->analogue, out);
        text_errors(c, v, out);
    }
}

/* ---- JSON */

static void put(json_t *to, const char *key, double v)
{
    json_object_set_new(to, key, json_real(v));
}

/* The parameters that are not defaults, as arguments of --set. */
static json_t *settings(const struct arch *a)
{
    json_t *list = json_array();
    for (int p = 0; p < PARAM_COUNT; p++) {
        char number[16];
        const struct param_info *info = &param_table[p];
        if (arch_get(a, (enum param)p) != info->def)
            json_array_append_new(list,
                                  json_sprintf("%s/@%s=%s", info->element, info->attribute,
                                               param_value_text((enum param)p, arch_get(a, (enum param)p), number)));
    }
    return list;
}

static json_t *json_core(const struct compare_core *core)
{
    json_t *o = json_object();
    json_object_set_new(o, "core", json_string(core->arch.name));
    json_object_set_new(o, "set", settings(&core->arch));
    put(o, "mac_per_cycle_of_a_copy", core->mac_per_cycle);
    put(o, "copies", core->copies);
    put(o, "area_um2", core->area_um2);
    put(o, "area_um2_per_mac_per_cycle", core->area_um2 / (core->copies * core->mac_per_cycle));
    put(o, "pj_per_mac", core->pj_per_mac);
    put(o, "fmax_mhz", core->fmax_mhz);
    put(o, "key_bits_per_weight", core->key_bits);
    return o;
}

void compare_json(const struct compare *c, FILE *out)
{
    json_t *root = json_object(), *designs = json_array();
    json_object_set_new(root, "technology", json_string(c->tech->name));
    json_object_set_new(root, "library", json_string(c->tech->library));
    put(root, "mac_per_cycle", c->mac_per_cycle);
    json_object_set_new(root, "scaling", json_string("real-valued number of copies that share nothing"));
    json_object_set_new(root, "rules", json_string(rules));
    for (int i = 0; i < c->designs; i++) {
        const struct compare_design *v = &c->design[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", json_string(v->name));
        json_object_set_new(o, "file", json_string(v->file));
        json_object_set_new(o, "type", json_string(v->type));
        json_object_set_new(o, "outputs_in_a_pass", json_integer(v->rows));
        put(o, "clock_mhz", v->mhz);
        json_object_set_new(o, "target_reached", json_boolean(v->reached));
        json_object_set_new(o, "candidates", json_integer(v->candidates));
        json_object_set_new(o, "analogue", json_core(&v->analogue));
        json_object_set_new(o, "smallest", json_core(&v->smallest));
        json_object_set_new(o, "most_frugal", json_core(&v->frugal));
        put(o, "area_factor", v->area_factor);
        put(o, "energy_factor", v->energy_factor);
        json_object_set_new(o, "held_out_errors", cost_report_errors(c->tech, v->type));
        json_array_append_new(designs, o);
    }
    json_object_set_new(root, "designs", designs);
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(8));
    fputc('\n', out);
    json_decref(root);
}
