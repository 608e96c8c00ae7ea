/* SPDX-License-Identifier: Apache-2.0 */
/* report_page.c -- puts the page together: headline, figures, plots; report_tables.c has the tables. */
#include <math.h>
#include <string.h>

#include "digest.h"
#include "embedded.h"
#include "report_internal.h"
#include "tpl.h"

static const struct space_point *best_of(const struct report_data *t)
{
    return &t->r->best.point[0];
}

static const struct verified *best_measured(const struct report_data *t)
{
    const struct verified *v = verify_find(&t->verification, best_of(t)->index);
    return v && v->measured.status == MEASURED_OK ? v : NULL;
}

static void put(struct tpl *tpl, const char *name, struct buf *text)
{
    tpl_set(tpl, name, "%s", text->data);
    buf_release(text);
}

/* ---- head */

static void headline(struct tpl *tpl, const struct report_data *t)
{
    const struct sweep_objective *o = &t->sweep->objective[0];
    struct buf b = BUF_INIT;
    char number[16];
    buf_add_xml(&b, t->sweep->name);
    put(tpl, "NAME", &b);
    tpl_flag(tpl, "NAME", t->sweep->name[0] != '\0');
    buf_add_xml(&b, t->sweep->tech->name);
    put(tpl, "TECH", &b);
    report_superlative(&b, o);
    buf_printf(&b, " for %s: <strong>", param_value_text(PARAM_act, t->best.act, number));
    report_figure(&b, t, o->metric, best_of(t)->figure[o->metric], true);
    buf_addstr(&b, "</strong>");
    put(tpl, "HEADLINE", &b);
    report_words(&b, &t->best, &t->dims);
    if (b.data[0] >= 'a' && b.data[0] <= 'z')
        b.data[0] = (char)(b.data[0] - 'a' + 'A');
    buf_addstr(&b, ". The best of ");
    report_count(&b, t->r->counts.kept);
    buf_addstr(&b, t->sweep->limits ? " designs that keep all limits, of " : " designs, of ");
    report_count(&b, t->r->space.size);
    buf_addstr(&b, " combinations.");
    put(tpl, "LEAD", &b);
    for (int i = 0; i < t->sweep->limits; i++) {
        buf_addstr(&b, "<li>");
        report_limit(&b, &t->sweep->limit[i]);
        buf_addstr(&b, "</li>");
    }
    for (int i = 0; i < t->sweep->objectives; i++)
        buf_printf(&b, "<li>%s %s</li>", t->sweep->objective[i].maximize ? "maximize" : "minimize",
                   metric_table[t->sweep->objective[i].metric].name);
    put(tpl, "WANTED", &b);
    report_command(&b, t->sweep, best_of(t)->index);
    struct buf code = BUF_INIT;
    report_code(&code, b.data);
    buf_release(&b);
    put(tpl, "COMMAND", &code);
}

static void error_line(struct buf *b, const struct report_data *t, const char *what)
{
    const struct tech_error *e = report_error(t, what);
    if (!e) {
        buf_addstr(b, "<small>modelled; the error is not recorded</small>");
        return;
    }
    buf_printf(b, "<small>modelled, ±%.1f\u202f%% in the mean, %.1f\u202f%% at worst on %d unseen ", e->mean, e->worst, e->points);
    buf_add_xml(b, strcmp(e->type, "all") == 0 ? "" : e->type);
    buf_addstr(b, strcmp(e->type, "all") == 0 ? "designs</small>" : " designs</small>");
}

static void tile(struct buf *b, const struct report_data *t, enum metric m, const char *what, double measured)
{
    struct report_unit u = report_unit(t, m);
    double v = best_of(t)->figure[m];
    buf_printf(b, "<div class=\"tile\"><span>%s</span><b>", u.label);
    report_number(b, v * u.scale);
    buf_printf(b, " <i>%s</i></b>", u.unit);
    if (what)
        error_line(b, t, what);
    if (measured > 0) {
        buf_addstr(b, "<small class=\"real\">measured ");
        report_figure(b, t, m, measured, true);
        buf_addstr(b, ", model off by ");
        report_percent(b, verify_error(v, measured));
        buf_addstr(b, "</small>");
    }
    buf_addstr(b, "</div>\n");
}

static void tiles(struct tpl *tpl, const struct report_data *t)
{
    const struct verified *v = best_measured(t);
    bool energy = v && v->measured.has_energy;
    struct buf b = BUF_INIT;
    tile(&b, t, METRIC_AREA, "area", v ? v->real.area_um2 : 0);
    tile(&b, t, METRIC_FMAX, "fmax", v ? v->real.fmax_mhz : 0);
    tile(&b, t, METRIC_ENERGY, "energy", energy ? v->real.pj_per_mac : 0);
    tile(&b, t, METRIC_MACS, NULL, 0);
    tile(&b, t, METRIC_GMACS, NULL, 0);
    tile(&b, t, METRIC_POWER, NULL, 0);
    tile(&b, t, METRIC_TOPS_W, NULL, 0);
    if (sweep_knows(t->sweep, METRIC_TOKENS)) {
        tile(&b, t, METRIC_TOKENS, NULL, 0);
        tile(&b, t, METRIC_J_TOKEN, NULL, 0);
    } else {
        tile(&b, t, sweep_knows(t->sweep, METRIC_LATENCY) ? METRIC_LATENCY : METRIC_TOPS_MM2, NULL, 0);
    }
    put(tpl, "TILES", &b);
    buf_addstr(&b, "Throughput, power and efficiency at ");
    report_figure(&b, t, METRIC_CLOCK, best_of(t)->figure[METRIC_CLOCK], true);
    buf_addstr(&b, t->sweep->mhz > 0 ? ", the sweep’s clock." : ", as fast as this design goes.");
    if (sweep_knows(t->sweep, METRIC_TOKENS))
        buf_addstr(&b, " Memories: " MEMORY_CAVEAT ".");
    put(tpl, "CLOCK", &b);
}

/* ---- plots */

static void pareto(struct tpl *tpl, const struct report_data *t, const struct report_plots *p)
{
    struct buf b = BUF_INIT;
    bool front = t->sweep->objectives > 1, points = t->points.count > 0;
    for (int i = p->pareto; i < p->parts; i++) {
        buf_addstr(&b, "<figure>");
        report_inline(&b, t, &p->plot[i]);
        buf_addstr(&b, "</figure>\n");
    }
    put(tpl, "PARETO", &b);
    report_cards(&b, t);
    put(tpl, "CARDS", &b);
    tpl_flag(tpl, "BESIDE", t->pairs == 1);
    tpl_set(tpl, "COLUMNS", "%s", t->pairs % 3 == 0 ? " three" : "");
    if (points && t->points.count > REPORT_DOTS) {
        buf_addstr(&b, "<span><i class=\"ramp\"></i>");
        report_count(&b, t->points.count);
        buf_addstr(&b, " kept designs, darker where there are more (logarithmic)</span>");
    } else if (points) {
        buf_addstr(&b, "<span><i class=\"dot grey\"></i>kept designs</span>");
    }
    if (front) {
        buf_addstr(&b, "<span><i class=\"dot orange\"></i>the front: ");
        report_count(&b, t->r->front.count);
        buf_addstr(&b, t->r->front.count == 1 ? " design</span>" : " designs that no other beats in everything</span>");
    }
    buf_addstr(&b, "<span><i class=\"ring\"></i>the best</span>");
    if (!points)
        buf_addstr(&b, "<span>The sweep kept no points (--no-points): nothing is grey.</span>");
    put(tpl, "LEGEND", &b);
    tpl_flag(tpl, "FRONT", front);
}

static void breakdown(struct tpl *tpl, const struct report_data *t, const struct report_plots *p)
{
    struct buf b = BUF_INIT;
    report_inline(&b, t, &p->plot[p->parts]);
    put(tpl, "PARTS_PLOT", &b);
    report_parts_table(&b, t);
    put(tpl, "PARTS_TABLE", &b);
}

static void sensitivity(struct tpl *tpl, const struct report_data *t, const struct report_plots *p)
{
    struct buf b = BUF_INIT;
    const struct report_unit u = report_unit(t, t->sweep->objective[0].metric);
    for (int i = 0; i < t->senses; i++) {
        const struct param_info *info = &param_table[t->r->space.param[t->sense[i].digit]];
        buf_addstr(&b, "<figure>");
        report_inline(&b, t, &p->plot[p->sense + i]);
        buf_printf(&b, "<figcaption><b>--%s", info->flag);
        double worst = t->sense[i].worst;
        if (worst < 1.005)
            buf_addstr(&b, worst < 1.0005 ? ": no effect" : ": less than 1.01×");
        else
            buf_printf(&b, ": up to %.*f×", worst < 9.95 ? 2 : 0, worst);
        buf_addstr(&b, "</b><br>");
        buf_add_xml(&b, info->doc);
        buf_addstr(&b, "</figcaption></figure>\n");
    }
    put(tpl, "SENSE", &b);
    tpl_flag(tpl, "SENSE", t->senses > 0);
    tpl_set(tpl, "OBJECTIVE", "%s", u.label);
    tpl_set(tpl, "LOSS", "%s", t->sweep->objective[0].maximize ? "how many times less" : "how many times more");
}

/* ---- the rest */

static void numbers(struct tpl *tpl, const struct report_data *t)
{
    struct buf b = BUF_INIT;
    bool front = t->sweep->objectives > 1;
    size_t listed = front ? t->r->front.count : t->r->best.count;
    report_count(&b, listed);
    put(tpl, "FRONT_COUNT", &b);
    report_count(&b, report_rows(t));
    put(tpl, "FRONT_ROWS", &b);
    tpl_set(tpl, "FRONT_FILE", "%s", front ? "pareto.csv" : "top.csv");
    tpl_flag(tpl, "CUT", report_rows(t) < listed);
    report_front_table(&b, t);
    put(tpl, "FRONT_TABLE", &b);
    report_counts_table(&b, t);
    put(tpl, "COUNTS", &b);
    tpl_flag(tpl, "VERIFIED", t->verification.count > 0);
    report_verify_table(&b, t);
    put(tpl, "VERIFY", &b);
    report_provenance(&b, t);
    put(tpl, "PROVENANCE", &b);
    tpl_set(tpl, "VERSION", "%s", tlut_version());
}

static const char *embedded(const char *path)
{
    const struct embedded_file *f = embedded_find(path);
    if (!f)
        BUG("%s is not part of the program", path);
    return (const char *)f->data;
}

bool report_page(struct buf *out, const struct report_data *t, const struct report_plots *p, struct diag *d)
{
    struct tpl *tpl = tpl_new();
    tpl_set(tpl, "CSS", "%s", embedded("templates/report/report.css"));
    tpl_set(tpl, "JS", "%s", embedded("templates/report/report.js"));
    headline(tpl, t);
    tiles(tpl, t);
    pareto(tpl, t, p);
    breakdown(tpl, t, p);
    sensitivity(tpl, t, p);
    numbers(tpl, t);
    bool ok = tpl_render(tpl, "templates/report/report.html.in", embedded("templates/report/report.html.in"), d, out);
    tpl_free(tpl);
    return ok;
}
