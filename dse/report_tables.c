/* SPDX-License-Identifier: Apache-2.0 */
/* report_tables.c -- the tables of the page. Cells that sort have their value in data-v. */
#include <math.h>
#include <string.h>

#include "digest.h"
#include "report_internal.h"

/* ---- the front */

/* The objectives, then what every engineer asks for. */
static int front_columns(const struct sweep *s, enum metric column[METRIC_COUNT])
{
    static const enum metric usual[] = {METRIC_AREA, METRIC_FMAX, METRIC_MACS, METRIC_ENERGY, METRIC_TOPS_W};
    int n = 0;
    bool area = false;
    for (int i = 0; i < s->objectives; i++) {
        column[n++] = s->objective[i].metric;
        area = area || s->objective[i].metric == METRIC_AREA_MM2;
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        bool have = usual[i] == METRIC_AREA && area;
        for (int k = 0; k < n; k++)
            have = have || column[k] == usual[i];
        if (!have)
            column[n++] = usual[i];
    }
    return n;
}

static void front_head(struct buf *b, const struct report_data *t, const enum metric *column, int columns)
{
    const struct space *s = &t->r->space;
    buf_addstr(b, "<thead><tr><th scope=\"col\" class=\"n\"><button type=\"button\">#</button></th><th scope=\"col\"></th><th scope=\"col\">figures</th>");
    for (int i = 0; i < columns; i++) {
        struct report_unit u = report_unit(t, column[i]);
        buf_printf(b, "<th scope=\"col\" class=\"n%s\"><button type=\"button\">%s<i>%s</i></button></th>",
                   i < t->sweep->objectives ? " goal" : "", u.label, u.unit);
    }
    for (int i = 0; i < s->digits; i++)
        buf_printf(b, "<th scope=\"col\"%s><button type=\"button\">%s</button></th>",
                   param_table[s->param[i]].names ? "" : " class=\"n\"", param_table[s->param[i]].flag);
    buf_addstr(b, "<th scope=\"col\">command</th></tr></thead>\n");
}

static void front_parameters(struct buf *b, const struct space *s, uint64_t index)
{
    char number[16];
    for (int i = 0; i < s->digits; i++) {
        uint64_t digit = index / s->stride[i] % s->radix[i];
        int v = s->value[i][digit];
        buf_printf(b, "<td%s data-v=\"%llu\">%s</td>", param_table[s->param[i]].names ? "" : " class=\"n\"",
                   (unsigned long long)digit, param_value_text(s->param[i], v, number));
    }
}

static const char *standing(const struct verified *v)
{
    if (!v)
        return "<span class=\"chip\">model only</span>";
    if (v->exact == VERIFY_EXACT && v->measured.status == MEASURED_OK)
        return "<a class=\"chip good\" href=\"#verify\">measured</a>";
    return "<a class=\"chip bad\" href=\"#verify\">see measurement</a>";
}

void report_front_table(struct buf *b, const struct report_data *t)
{
    enum metric column[METRIC_COUNT];
    int columns = front_columns(t->sweep, column);
    const struct space *s = &t->r->space;
    buf_addstr(b, "<table id=\"front-table\" class=\"sort\">\n");
    front_head(b, t, column, columns);
    buf_addstr(b, "<tbody>\n");
    for (size_t k = 0; k < report_rows(t); k++) {
        size_t at;
        const struct space_point *p = report_row(t, k, &at);
        bool best = p->index == t->r->best.point[0].index;
        buf_printf(b, "<tr id=\"f%zu\" data-index=\"%llu\"%s><td class=\"n\" data-v=\"%zu\">%zu</td>"
                      "<td><button type=\"button\" class=\"copy\" title=\"copy the command\">copy</button></td><td>%s</td>", k,
                   (unsigned long long)p->index, best ? " class=\"best\"" : "", at, at + 1, standing(verify_find(&t->verification, p->index)));
        for (int i = 0; i < columns; i++) {
            buf_printf(b, "<td class=\"n\" data-v=\"%.9g\">", isfinite(p->figure[column[i]]) ? p->figure[column[i]] : 1e300);
            report_figure(b, t, column[i], p->figure[column[i]], false);
            buf_addstr(b, "</td>");
        }
        front_parameters(b, s, p->index);
        struct buf command = BUF_INIT;
        report_command(&command, t->sweep, p->index);
        buf_addstr(b, "<td class=\"cmd\"><code>");
        buf_add_xml(b, command.data);
        buf_addstr(b, "</code></td></tr>\n");
        buf_release(&command);
    }
    buf_addstr(b, "</tbody></table>\n");
}

/* ---- a few designs in large */

static void card(struct buf *b, const struct report_data *t, const char *title, const struct space_point *p)
{
    struct buf flags = BUF_INIT;
    dse_flags(&flags, t->sweep, p->index);
    buf_printf(b, "<div class=\"card\"><h3>%s</h3><p>", title);
    for (int i = 0; i < t->axes; i++) {
        enum metric m = t->axis[i].metric;
        buf_addstr(b, i ? " · " : "");
        report_figure(b, t, m, p->figure[m], true);
    }
    buf_addstr(b, "</p><code>");
    report_code(b, flags.data);
    buf_addstr(b, "</code></div>\n");
    buf_release(&flags);
}

static void front_cards(struct buf *b, const struct report_data *t)
{
    for (int i = 0; i < t->sweep->objectives; i++) {
        const struct sweep_objective *o = &t->sweep->objective[i];
        const struct space_point *end = t->r->front.point;
        for (size_t k = 1; k < t->r->front.count; k++) {
            double v = t->r->front.point[k].figure[o->metric];
            if (o->maximize ? v > end->figure[o->metric] : v < end->figure[o->metric])
                end = &t->r->front.point[k];
        }
        struct buf title = BUF_INIT;
        report_superlative(&title, o);
        card(b, t, title.data, end);
        buf_release(&title);
    }
}

static void best_cards(struct buf *b, const struct report_data *t)
{
    static const char *const rank[] = {"The best", "Second", "Third"};
    enum metric m = t->sweep->objective[0].metric;
    for (size_t k = 0; k < t->r->best.count && k < sizeof rank / sizeof *rank; k++) {
        struct buf title = BUF_INIT;
        buf_addstr(&title, rank[k]);
        if (k > 0) {
            buf_addstr(&title, " (");
            report_percent(&title, 100 * (t->r->best.point[k].figure[m] / t->r->best.point[0].figure[m] - 1));
            buf_addstr(&title, ")");
        }
        card(b, t, title.data, &t->r->best.point[k]);
        buf_release(&title);
    }
}

void report_cards(struct buf *b, const struct report_data *t)
{
    (t->sweep->objectives > 1 ? front_cards : best_cards)(b, t);
}

/* ---- the parts of the best */

static void parts_row(struct buf *b, const struct report_data *t, const char *name, const char *doc, double area,
                      double energy, double leakage)
{
    const struct cost *c = &t->cost;
    double all = c->total_area + c->buffer_area;
    buf_printf(b, "<tr><th scope=\"row\">%s</th><td>%s</td><td class=\"n\">", name, doc);
    report_number(b, area);
    buf_printf(b, "</td><td class=\"n\">%.1f</td><td class=\"n\">", 100 * area / all);
    report_number(b, energy);
    buf_printf(b, "</td><td class=\"n\">%.1f</td><td class=\"n\">", c->total_energy > 0 ? 100 * energy / c->total_energy : 0);
    report_number(b, leakage);
    buf_addstr(b, "</td></tr>\n");
}

void report_parts_table(struct buf *b, const struct report_data *t)
{
    const struct cost *c = &t->cost;
    buf_addstr(b, "<table class=\"parts\"><thead><tr><th scope=\"col\">part</th><th scope=\"col\">what</th><th scope=\"col\" class=\"n\">area<i>µm²</i></th>"
                  "<th scope=\"col\" class=\"n\"><i>%</i></th><th scope=\"col\" class=\"n\">energy<i>fJ/cycle</i></th>"
                  "<th scope=\"col\" class=\"n\"><i>%</i></th><th scope=\"col\" class=\"n\">leakage<i>nW</i></th></tr></thead><tbody>\n");
    for (int p = 0; p < COST_PARTS; p++)
        if (c->area[p] > 0 || c->energy[p] > 0)
            parts_row(b, t, cost_part_table[p].name, cost_part_table[p].doc, c->area[p], c->energy[p], c->leakage[p]);
    parts_row(b, t, "buffers", "of nets with many loads", c->buffer_area, c->buffer_energy, 0);
    parts_row(b, t, "all", "", c->total_area + c->buffer_area, c->total_energy, c->total_leakage);
    buf_addstr(b, "</tbody></table>\n");
}

/* ---- counts */

static void count_row(struct buf *b, const struct report_data *t, const char *kind, const char *text, uint64_t n)
{
    double part = t->r->space.size ? 100 * (double)n / (double)t->r->space.size : 0;
    buf_printf(b, "<tr class=\"%s\"><th scope=\"row\">", kind);
    buf_add_xml(b, text);
    buf_addstr(b, "</th><td class=\"n\">");
    report_count(b, n);
    buf_printf(b, "</td><td class=\"n\">%s%.*f\u202f%%</td><td class=\"bar\"><span style=\"width:%.2f%%\"></span></td></tr>\n",
               part > 0 && part < 0.01 ? "&lt;\u202f" : "", part < 10 ? 2 : 1, part > 0 && part < 0.01 ? 0.01 : part, part);
}

void report_counts_table(struct buf *b, const struct report_data *t)
{
    const struct space_counts *c = &t->r->counts;
    buf_addstr(b, "<table class=\"counts\"><tbody>\n");
    count_row(b, t, "sum", "combinations of the sweep’s values", t->r->space.size);
    for (int code = 0; code < SPACE_MAX_RULES; code++)
        if (c->illegal[code] > 0) {
            const struct diag_info *info = diag_table;
            struct buf text = BUF_INIT;
            while (info->code && info->code != code)
                info++;
            buf_printf(&text, "break rule E%03d first: %s", code, info->code ? info->title : "");
            count_row(b, t, "lost", text.data, c->illegal[code]);
            buf_release(&text);
        }
    if (c->same > 0)
        count_row(b, t, "lost", "mean the same as another one", c->same);
    count_row(b, t, "sum", "legal architectures", space_legal(c));
    for (int i = 0; i < t->sweep->limits; i++) {
        struct buf text = BUF_INIT;
        buf_addstr(&text, "miss ");
        report_limit(&text, &t->sweep->limit[i]);
        count_row(b, t, "lost", text.data, c->missed[i]);
        buf_release(&text);
    }
    count_row(b, t, "sum", "kept", c->kept);
    count_row(b, t, "front", "on the front", t->r->front.count);
    buf_addstr(b, "</tbody></table>\n");
}

/* ---- model against measurement */

static void compare_cells(struct buf *b, const struct report_data *t, enum metric m, double model, double real, bool measured)
{
    buf_addstr(b, "<td class=\"n\">");
    report_figure(b, t, m, model, false);
    buf_addstr(b, "</td><td class=\"n\">");
    if (!measured) {
        buf_addstr(b, "–</td><td class=\"n\">–</td>");
        return;
    }
    report_figure(b, t, m, real, false);
    buf_addstr(b, "</td><td class=\"n err\">");
    report_percent(b, verify_error(model, real));
    buf_addstr(b, "</td>");
}

static void verify_row(struct buf *b, const struct report_data *t, const struct verified *v, int rank)
{
    static const char *const exact[] = {"<span class=\"chip good\">bit-exact</span>", "<span class=\"chip bad\">differs</span>",
                                        "<span class=\"chip bad\">not run</span>"};
    bool ok = v->measured.status == MEASURED_OK;
    struct buf flags = BUF_INIT;
    dse_flags(&flags, t->sweep, v->index);
    buf_printf(b, "<tr data-index=\"%llu\"><td class=\"n\">%d</td><td>%s</td>", (unsigned long long)v->index, rank, exact[v->exact]);
    compare_cells(b, t, METRIC_AREA, v->model.area_um2, v->real.area_um2, ok);
    compare_cells(b, t, METRIC_FMAX, v->model.fmax_mhz, v->real.fmax_mhz, ok);
    compare_cells(b, t, METRIC_ENERGY, v->model.pj_per_mac, v->real.pj_per_mac, ok && v->measured.has_energy);
    buf_addstr(b, "<td class=\"cmd\"><code>");
    report_code(b, flags.data);
    buf_addstr(b, "</code></td></tr>\n");
    if (v->exact != VERIFY_EXACT || !ok) {
        buf_addstr(b, "<tr class=\"why\"><td></td><td colspan=\"11\">");
        buf_add_xml(b, v->exact != VERIFY_EXACT ? v->reason : "");
        buf_addstr(b, v->exact != VERIFY_EXACT && !ok ? "; " : "");
        buf_add_xml(b, ok ? "" : v->measured.reason);
        buf_addstr(b, "</td></tr>\n");
    }
    buf_release(&flags);
}

/* What could be expected: the recorded errors of the model. */
static void verify_foot(struct buf *b, const struct report_data *t)
{
    static const char *const what[] = {"area", "fmax", "energy"};
    buf_addstr(b, "<tfoot><tr><td></td><td>recorded</td>");
    for (int i = 0; i < 3; i++) {
        const struct tech_error *e = report_error(t, what[i]);
        if (e)
            buf_printf(b, "<td colspan=\"3\" class=\"n\">±%.1f\u202f%% mean, %.1f\u202f%% worst</td>", e->mean, e->worst);
        else
            buf_addstr(b, "<td colspan=\"3\" class=\"n\">–</td>");
    }
    buf_addstr(b, "<td>errors of the model on designs that no fit has seen</td></tr></tfoot>\n");
}

void report_verify_table(struct buf *b, const struct report_data *t)
{
    const struct verification *v = &t->verification;
    if (v->count == 0)
        return;
    if (!v->same_library) {
        buf_addstr(b, "<p class=\"warn\">Measured with library ");
        buf_add_xml(b, v->library);
        buf_addstr(b, ", which is not the one that technology ");
        buf_add_xml(b, t->sweep->tech->name);
        buf_addstr(b, " was fitted to: the differences say little about the model.</p>\n");
    }
    buf_addstr(b, "<div class=\"wide\"><table class=\"verify\"><thead><tr><th rowspan=\"2\" scope=\"col\" class=\"n\">#</th>"
                  "<th rowspan=\"2\" scope=\"col\">simulation</th>");
    static const enum metric shown[] = {METRIC_AREA, METRIC_FMAX, METRIC_ENERGY};
    for (int i = 0; i < 3; i++) {
        struct report_unit u = report_unit(t, shown[i]);
        buf_printf(b, "<th colspan=\"3\" scope=\"colgroup\">%s<i>%s</i></th>", u.label, u.unit);
    }
    buf_addstr(b, "<th rowspan=\"2\" scope=\"col\">design</th></tr><tr>");
    for (int i = 0; i < 3; i++)
        buf_addstr(b, "<th scope=\"col\" class=\"n\">model</th><th scope=\"col\" class=\"n\">measured</th><th scope=\"col\" class=\"n\">off by</th>");
    buf_addstr(b, "</tr></thead><tbody>\n");
    for (int i = 0; i < v->count; i++)
        verify_row(b, t, &v->design[i], i + 1);
    buf_addstr(b, "</tbody>\n");
    if (v->same_library)
        verify_foot(b, t);
    buf_addstr(b, "</table></div>\n");
}

/* ---- where it comes from */

static void fact(struct buf *b, const char *name, const char *text)
{
    if (!*text)
        return;
    buf_printf(b, "<dt>%s</dt><dd>", name);
    buf_add_xml(b, text);
    buf_addstr(b, "</dd>\n");
}

static void errors_table(struct buf *b, const struct tech *tech)
{
    if (tech->errors == 0) {
        buf_addstr(b, "<p class=\"warn\">Nothing is recorded of how far the model is off in this technology: "
                      "<code>tlut-cost validate</code> finds out.</p>\n");
        return;
    }
    buf_addstr(b, "<details><summary>Errors of the model on designs that no fit has seen</summary><div class=\"wide\"><table><thead><tr>"
                  "<th scope=\"col\">figure</th><th scope=\"col\">designs</th><th scope=\"col\" class=\"n\">how many</th>"
                  "<th scope=\"col\" class=\"n\">mean<i>%</i></th><th scope=\"col\" class=\"n\">worst<i>%</i></th></tr></thead><tbody>\n");
    for (int i = 0; i < tech->errors; i++) {
        const struct tech_error *e = &tech->error[i];
        buf_addstr(b, "<tr><td>");
        buf_add_xml(b, e->what);
        buf_addstr(b, "</td><td>");
        buf_add_xml(b, e->type);
        buf_printf(b, "</td><td class=\"n\">%d</td><td class=\"n\">%.2f</td><td class=\"n\">%.2f</td></tr>\n", e->points, e->mean, e->worst);
    }
    buf_addstr(b, "</tbody></table></div></details>\n");
}

void report_provenance(struct buf *b, const struct report_data *t)
{
    const struct tech *tech = t->sweep->tech;
    struct buf sweep = BUF_INIT, text = BUF_INIT, xml = BUF_INIT;
    char digest[DIGEST_HEX];
    sweep_write(&sweep, t->sweep);
    tech_write(&xml, tech);
    buf_addstr(b, "<dl>\n");
    buf_printf(&text, "tlut %s", tlut_version());
    fact(b, "program", text.data);
    buf_reset(&text);
    digest_bytes(sweep.data, sweep.len, digest);
    fact(b, "sweep.xml, SHA-256", digest);
    digest_bytes(xml.data, xml.len, digest);
    fact(b, "tech.xml, SHA-256", digest);
    buf_printf(&text, "%s, %.2f V", tech->library, tech->voltage);
    fact(b, "cell library", text.data);
    fact(b, "its source", tech->source);
    fact(b, "its SHA-256, as used", tech->liberty_sha256);
    fact(b, "cells left out", tech->dont_use);
    fact(b, "tools", tech->tools);
    buf_reset(&text);
    if (tech->points > 0)
        buf_printf(&text, "%d synthesized designs, seed %d", tech->points, tech->seed);
    if (tech->points > 0 && tech->errors > 0)
        buf_printf(&text, "; judged on others, seed %d", tech->validation_seed);
    fact(b, "model fitted to", text.data);
    buf_reset(&text);
    buf_printf(&text, "tlut-dse sweep.xml --tech ./tech.xml --best %zu -o AGAIN", t->r->best.most);
    buf_addstr(b, "<dt>once more</dt><dd class=\"cmd\"><code>");
    buf_add_xml(b, text.data);
    buf_addstr(b, "</code><button type=\"button\" class=\"copy\">copy</button></dd></dl>\n");
    errors_table(b, tech);
    buf_addstr(b, "<details><summary>sweep.xml</summary><pre>");
    buf_add_xml(b, sweep.data);
    buf_addstr(b, "</pre></details>\n");
    buf_release(&sweep);
    buf_release(&text);
    buf_release(&xml);
}
