/* SPDX-License-Identifier: Apache-2.0 */
#include "summary.h"

#include <stdlib.h>
#include <string.h>

static void print_counts(const struct dse_result *r, FILE *f)
{
    const struct space_counts *c = &r->counts;
    const struct sweep *s = r->space.sweep;
    uint64_t seen = space_illegal(c) + c->same + space_legal(c); /* a shard has a part of the space */
    fprintf(f, "%llu combinations: %llu illegal, %llu the same as another, %llu legal\n", (unsigned long long)seen,
            (unsigned long long)space_illegal(c), (unsigned long long)c->same, (unsigned long long)space_legal(c));
    for (int code = 0; code < SPACE_MAX_RULES; code++)
        if (c->illegal[code] > 0) {
            const struct diag_info *info = diag_table;
            while (info->code && info->code != code)
                info++;
            fprintf(f, "  %14llu break E%03d first: %s\n", (unsigned long long)c->illegal[code], code,
                    info->code ? info->title : "");
        }
    for (int i = 0; i < s->limits; i++) {
        struct buf text = BUF_INIT;
        sweep_limit_text(&text, &s->limit[i]);
        fprintf(f, "  %14llu miss %s%s\n", (unsigned long long)c->missed[i], text.data,
                s->limit[i].clock ? " (the fixed clock)" : "");
        buf_release(&text);
    }
    fprintf(f, "%llu kept, %zu on the front\n", (unsigned long long)c->kept, r->front.count);
}

/* The objectives, then what every engineer asks for. */
static int shown_figures(const struct sweep *s, enum metric column[METRIC_COUNT])
{
    static const enum metric usual[] = {METRIC_AREA, METRIC_FMAX, METRIC_MACS, METRIC_POWER, METRIC_ENERGY};
    int n = 0;
    for (int i = 0; i < s->objectives; i++)
        column[n++] = s->objective[i].metric;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        bool have = false;
        for (int k = 0; k < n; k++)
            have = have || column[k] == usual[i];
        if (!have)
            column[n++] = usual[i];
    }
    return n;
}

static void print_points(const struct sweep *s, const struct space_point *p, size_t count, FILE *f)
{
    enum metric column[METRIC_COUNT];
    int columns = shown_figures(s, column);
    for (int i = 0; i < columns; i++)
        fprintf(f, "%15s", metric_table[column[i]].name);
    fputs("  flags of tlut-gen\n", f);
    for (size_t k = 0; k < count; k++) {
        struct buf flags = BUF_INIT;
        dse_flags(&flags, s, p[k].index);
        for (int i = 0; i < columns; i++)
            fprintf(f, "%15.6g", p[k].figure[column[i]]);
        fprintf(f, "  %s\n", flags.data);
        buf_release(&flags);
    }
}

void dse_summary_print(const struct dse_result *r, const struct dse_options *o, const char *out, FILE *f)
{
    const struct sweep *s = r->space.sweep;
    if (r->reused)
        fprintf(f, "'%s' holds these results already\n", out);
    print_counts(r, f);
    if (r->shard) {
        fprintf(f, "shard %llu of %llu is in '%s'; put all together with 'tlut-dse merge'\n",
                (unsigned long long)o->shard, (unsigned long long)o->shards, out ? out : "");
        return;
    }
    fprintf(f, "\nthe best in %s, technology %s:\n", metric_table[s->objective[0].metric].name, s->tech->name);
    print_points(s, r->best.point, r->best.count, f);
    if (s->objectives > 1) {
        fputs("\nthe front:\n", f);
        print_points(s, r->front.point, r->front.count < 50 ? r->front.count : 50, f);
        if (r->front.count > 50)
            fprintf(f, "... and %zu more%s\n", r->front.count - 50, out ? ", in pareto.csv" : "");
    }
    if (s->platform.given)
        fputs("\nmemories: " MEMORY_CAVEAT " (docs/system.md)\n", f);
    if (out && !r->reused)
        fprintf(f, "\nwritten to '%s'; generate the best core with: tlut-gen %s/best.xml -o CORE\n", out, out);
}

void dse_figures_print(FILE *f)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_info *i = &metric_table[m];
        fprintf(f, "%-14s %-15s %-9s %s; %s is better\n", i->name, i->alias ? i->alias : "", i->unit, i->doc,
                i->larger ? "larger" : "smaller");
    }
}
