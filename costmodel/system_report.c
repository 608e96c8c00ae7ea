/* SPDX-License-Identifier: Apache-2.0 */
#include "system_report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

struct report {
    const struct tech *t;
    const struct arch *a;
    const struct platform *p;
    const struct system_workload *w;
    struct dims d;
    struct cost core;
    double mhz, fmax;
    struct system_load *each;
    struct system_cost c;
};

static const char not_modelled[] =
    "attention and its key-value cache, norms, activation functions, scales, rotary embedding, sampling; embedding and output "
    "head unless the workload lists them; host, network on chip, DRAM refresh";

/* ---- text */

static void text_head(const struct report *r, FILE *out)
{
    const struct platform *p = r->p;
    const struct system_cost *c = &r->c;
    struct buf size = BUF_INIT;
    fprintf(out, "core        %s, %.6g mm2\n", r->a->name, (r->core.total_area + r->core.buffer_area) * 1e-6);
    fprintf(out, "technology  %s: library %s, %.2f V\n", r->t->name, r->t->library, r->t->voltage);
    fprintf(out, "clock       %.1f MHz%s\n", r->mhz, r->mhz < r->fmax ? ", the target" : ": fmax, the target is out of reach");
    fprintf(out, "workload    %s: %.6g weights, %.6g MB of keys (%.3f bits a weight with padding)\n", r->w->name,
            c->sum.macs / p->tokens, c->all_key_bytes * 1e-6, 8 * c->all_key_bytes / (c->sum.macs / p->tokens));
    fprintf(out, "tokens      %.0f together, %d at a time in the core\n", p->tokens, r->a->lanes);
    fprintf(out, "DRAM        %.6g GB/s, %.4g pJ/bit (%s%s)\n", p->dram_gbps, p->dram_pj_per_bit, platform_dram(p)->name,
            platform_given(p, PLATFORM_DRAM_GBPS) || platform_given(p, PLATFORM_DRAM_PJ) ? ", where not given" : "");
    if (p->key_gbps > 0)
        fprintf(out, "key link    %.6g GB/s\n", p->key_gbps);
    const double bytes[] = {p->weight_sram, p->act_sram};
    const struct sram_cost *sram[] = {&c->weight, &c->act};
    for (int i = 0; i < 2; i++)
        if (bytes[i] > 0) {
            buf_reset(&size);
            platform_size_text(&size, bytes[i]);
            fprintf(out, "%s %s at %.3g nm and %.3g V: %.4g mm2 in %d banks, read %.4g pJ, write %.4g pJ (%.0f bits), leakage %.4g mW",
                    i ? "act SRAM   " : "weight SRAM", size.data, p->node, p->volt, sram[i]->area_um2 * 1e-6, sram[i]->banks,
                    sram[i]->read_pj, sram[i]->write_pj,
                    8 * ceil((double)(i ? r->d.act_tdata_w : r->d.key_tdata_w) / 8), sram[i]->leakage_nw * 1e-6);
            if (i == 0)
                fprintf(out, "; holds %.4g %% of the keys", 100 * c->pinned);
            fputs("\n            (" MEMORY_CAVEAT ")\n", out);
        }
    buf_release(&size);
}

static void text_layer(const char *name, const struct system_layer *shape, const struct system_load *l, FILE *out)
{
    fprintf(out, "%-16s", name);
    if (shape)
        fprintf(out, " %7lld %7lld %6lld", (long long)shape->m, (long long)shape->n, (long long)shape->count);
    else
        fprintf(out, " %7s %7s %6s", "", "", "");
    fprintf(out, " %8.0f %13.0f %10.4g %9.4g %9.4g %10.4g %12.2f  %s\n", l->passes, l->cycles, l->key_bytes * 1e-6,
            l->x_bytes * 1e-6, l->y_bytes * 1e-6, l->dram_bytes * 1e-6, l->seconds * 1e6, system_bound_names[l->bound]);
}

static void text_totals(const struct report *r, FILE *out)
{
    const struct system_cost *c = &r->c;
    const struct system_load *l = &c->sum;
    double total = c->j_per_token;
    fprintf(out, "\ntokens/s    %.6g\n", c->tokens_per_s);
    fprintf(out, "binds       %s:", system_bound_names[l->bound]);
    for (int b = 0; b < SYSTEM_BOUNDS; b++)
        fprintf(out, "%s %.1f %% of the time %s", b ? "," : "", 100 * c->bound_s[b] / l->seconds, system_bound_names[b]);
    fprintf(out, "\nalone       compute %.6g us, key bandwidth %.6g us, DRAM %.6g us, of %.6g us\n", l->part[SYSTEM_COMPUTE] * 1e6,
            l->part[SYSTEM_KEYS] * 1e6, l->part[SYSTEM_DRAM] * 1e6, l->seconds * 1e6);
    fprintf(out, "core        works %.1f %% of the time; a key beat in %.1f %% of its cycles, %.1f %% of the MACs useful\n",
            100 * l->part[SYSTEM_COMPUTE] / l->seconds, 100 * l->key_beats / l->cycles,
            100 * l->macs / (l->key_beats * r->d.outputs * r->d.n * r->a->lanes));
    fprintf(out, "roofline    %.6g tokens/s at most, by %s: peak %.6g GMAC/s, ", c->roof_tokens_per_s,
            system_bound_names[c->roof], c->peak_macs * 1e-9);
    if (isfinite(c->intensity))
        fprintf(out, "%.4g MAC/byte of DRAM, ridge at %.4g\n", c->intensity, c->peak_macs / (r->p->dram_gbps * 1e9));
    else
        fputs("no DRAM traffic\n", out);
    fprintf(out, "a token     %.6g MB of keys, %.6g MB of activations (replays included), %.6g MB of results, %.6g MB of DRAM\n",
            l->key_bytes / r->p->tokens * 1e-6, l->x_bytes / r->p->tokens * 1e-6, l->y_bytes / r->p->tokens * 1e-6,
            l->dram_bytes / r->p->tokens * 1e-6);
    fprintf(out, "J/token     %.6g: core dynamic %.4g (%.1f %%), core leakage %.4g (%.1f %%), SRAM %.4g (%.1f %%), DRAM %.4g (%.1f %%)\n",
            total, c->core_dynamic_j, 100 * c->core_dynamic_j / total, c->core_leakage_j, 100 * c->core_leakage_j / total,
            c->sram_j, 100 * c->sram_j / total, c->dram_j, 100 * c->dram_j / total);
    fprintf(out, "power       %.4g mW in the mean\n", total * c->tokens_per_s * 1e3);
    fprintf(out, "\ntransfers overlap with the core's work within a layer, not between layers; bandwidths are reached; the core takes no\n"
                 "dynamic energy while it waits for memory (assumed).\n"
                 "SRAM and DRAM: " MEMORY_CAVEAT ". not modelled: %s\n", not_modelled);
}

static void text(const struct report *r, FILE *out)
{
    text_head(r, out);
    fprintf(out, "\n%-16s %7s %7s %6s %8s %13s %10s %9s %9s %10s %12s  %s\n", "layer", "m", "n", "count", "passes", "cycles",
            "keys MB", "x MB", "y MB", "DRAM MB", "time us", "binds");
    for (int i = 0; i < r->w->layers; i++)
        text_layer(r->w->layer_name[i], &r->w->layer[i], &r->each[i], out);
    text_layer("total", NULL, &r->c.sum, out);
    text_totals(r, out);
}

/* ---- JSON */

/* JSON knows no infinity: such a figure is null. */
static void put(json_t *to, const char *key, double v)
{
    json_object_set_new(to, key, isfinite(v) ? json_real(v) : json_null());
}

static void put_load(json_t *o, const struct system_load *l)
{
    put(o, "passes", l->passes);
    put(o, "cycles", l->cycles);
    put(o, "key_beats", l->key_beats);
    put(o, "macs", l->macs);
    put(o, "key_bytes", l->key_bytes);
    put(o, "activation_bytes", l->x_bytes);
    put(o, "result_bytes", l->y_bytes);
    put(o, "dram_bytes", l->dram_bytes);
    put(o, "weight_sram_read_bytes", l->weight_read);
    put(o, "act_sram_read_bytes", l->act_read);
    put(o, "act_sram_written_bytes", l->act_written);
    put(o, "compute_s", l->part[SYSTEM_COMPUTE]);
    put(o, "key_s", l->part[SYSTEM_KEYS]);
    put(o, "dram_s", l->part[SYSTEM_DRAM]);
    put(o, "seconds", l->seconds);
    json_object_set_new(o, "binds", json_string(system_bound_names[l->bound]));
}

static json_t *sram_json(double bytes, const struct sram_cost *s)
{
    if (bytes <= 0)
        return json_null();
    json_t *o = json_object();
    json_object_set_new(o, "caveat", json_string(MEMORY_CAVEAT));
    put(o, "bytes", bytes);
    json_object_set_new(o, "banks", json_integer(s->banks));
    put(o, "area_um2", s->area_um2);
    put(o, "read_pj", s->read_pj);
    put(o, "write_pj", s->write_pj);
    put(o, "leakage_nw", s->leakage_nw);
    return o;
}

static json_t *memory_json(const struct report *r)
{
    const struct platform *p = r->p;
    json_t *o = json_object();
    json_object_set_new(o, "dram", json_string(platform_dram(p)->name));
    put(o, "dram_gb_per_s", p->dram_gbps);
    put(o, "dram_pj_per_bit", p->dram_pj_per_bit);
    put(o, "key_link_gb_per_s", p->key_gbps > 0 ? p->key_gbps : INFINITY);
    put(o, "node_nm", p->node > 0 ? p->node : INFINITY);
    json_object_set_new(o, "weight_sram", sram_json(p->weight_sram, &r->c.weight));
    json_object_set_new(o, "act_sram", sram_json(p->act_sram, &r->c.act));
    put(o, "keys_on_chip", r->c.pinned);
    return o;
}

static void json(const struct report *r, FILE *out)
{
    const struct system_cost *c = &r->c;
    json_t *root = json_object(), *layers = json_array(), *total = json_object();
    json_object_set_new(root, "core", json_string(r->a->name));
    json_object_set_new(root, "technology", json_string(r->t->name));
    json_object_set_new(root, "workload", json_string(r->w->name));
    put(root, "clock_mhz", r->mhz);
    put(root, "core_area_um2", r->core.total_area + r->core.buffer_area);
    put(root, "tokens", r->p->tokens);
    put(root, "key_bytes_of_model", c->all_key_bytes);
    json_object_set_new(root, "memory", memory_json(r));
    for (int i = 0; i < r->w->layers; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "name", json_string(r->w->layer_name[i]));
        json_object_set_new(o, "m", json_integer(r->w->layer[i].m));
        json_object_set_new(o, "n", json_integer(r->w->layer[i].n));
        json_object_set_new(o, "count", json_integer(r->w->layer[i].count));
        put_load(o, &r->each[i]);
        json_array_append_new(layers, o);
    }
    json_object_set_new(root, "layers", layers);
    put_load(total, &c->sum);
    json_object_set_new(root, "total", total);
    put(root, "tokens_per_s", c->tokens_per_s);
    put(root, "peak_mac_per_s", c->peak_macs);
    put(root, "mac_per_dram_byte", c->intensity);
    put(root, "roofline_tokens_per_s", c->roof_tokens_per_s);
    json_object_set_new(root, "roofline_by", json_string(system_bound_names[c->roof]));
    put(root, "j_per_token", c->j_per_token);
    put(root, "core_dynamic_j_per_token", c->core_dynamic_j);
    put(root, "core_leakage_j_per_token", c->core_leakage_j);
    put(root, "sram_j_per_token", c->sram_j);
    put(root, "dram_j_per_token", c->dram_j);
    json_object_set_new(root, "not_modelled", json_string(not_modelled));
    json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(root);
}

void system_report(const struct tech *t, struct cost_tables *tables, const struct arch *a, const struct platform *p,
                   const struct system_workload *w, bool as_json, FILE *out)
{
    struct report r = {.t = t, .a = a, .p = p, .w = w};
    dims_derive(&r.d, a);
    cost_evaluate(&r.core, &t->c, tables, a, &r.d);
    r.fmax = 1e6 / r.core.period;
    r.mhz = a->mhz <= r.fmax ? a->mhz : r.fmax;
    r.each = buf_realloc(NULL, (size_t)w->layers, sizeof *r.each);
    system_time(&r.c, r.each, p, w->layer, w->layers, a, &r.d, r.mhz);
    system_energy(&r.c, p, &r.core, &r.d);
    if (as_json)
        json(&r, out);
    else
        text(&r, out);
    free(r.each);
}
