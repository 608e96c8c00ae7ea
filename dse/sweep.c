/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.c -- a sweep as a whole: the usual space, the checks, the canonical text. */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"

void sweep_init(struct sweep *s)
{
    memset(s, 0, sizeof *s);
    arch_init(&s->base);
}

void sweep_release(struct sweep *s)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        free(s->vary[p].value);
    workload_release(&s->workload);
    free(s->layer);
    free(s->tech_name);
    free(s->tech);
    sweep_init(s);
}

/* What decides area and energy at a given throughput; the rest is the user's taste or follows from the surroundings. */
void sweep_add_usual(struct sweep *s)
{
    static const struct {
        enum param p;
        const char *values;
    } usual[] = {
        {PARAM_mu, "1..6"},         {PARAM_luts, "1..256"},
        {PARAM_fetchers, "1..512"}, {PARAM_network, "tree,chain"},
        {PARAM_pipe_fetch, "0,1"},  {PARAM_pipe_reduce, "0..2"},
    };
    struct diag *none = diag_new();
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!s->given[usual[i].p])
            sweep_set_values(s, usual[i].p, usual[i].values, LOC_NONE, none);
    diag_free(none);
}

static bool uses(const struct sweep *s, enum metric m)
{
    bool found = false;
    for (int i = 0; i < s->limits; i++)
        found = found || s->limit[i].metric == m;
    for (int i = 0; i < s->objectives; i++)
        found = found || s->objective[i].metric == m;
    return found;
}

/* The surroundings that figures need: layers, and memories around the core. */
static void check_surroundings(const struct sweep *s, struct diag *d)
{
    static const enum metric needing[] = {METRIC_LATENCY, METRIC_TOKENS, METRIC_J_TOKEN};
    bool layers = s->workload.layers > 0;
    for (size_t i = 0; i < sizeof needing / sizeof *needing; i++) {
        bool memories = needing[i] != METRIC_LATENCY;
        if (!uses(s, needing[i]))
            continue;
        if (!layers)
            diag_report(d, DIAG_SWEEP_FORM, "add <workload file=\"...\"/>, or --workload FILE",
                        "%s needs a workload, and the sweep has none", metric_table[needing[i]].name);
        if (memories && !s->platform.given)
            diag_report(d, DIAG_SWEEP_FORM, "add <system dram=\"lpddr4\"/>, or --dram-gbps GB/s",
                        "%s needs a DRAM, and the sweep has none", metric_table[needing[i]].name);
    }
    if (s->platform.given && !layers && diag_count(d) == 0)
        diag_report(d, DIAG_MEMORY_MISSING, "add <workload file=\"...\"/>, or --workload FILE",
                    "memories are of no use without a workload");
}

static bool check_meaning(struct sweep *s, struct diag *d)
{
    int before = diag_count(d);
    if (s->objectives == 0)
        diag_report(d, DIAG_SWEEP_FORM, "add <minimize figure=\"area\"/>, or --minimize area",
                    "the sweep has no objective");
    check_surroundings(s, d);
    for (int i = 0; i < s->objectives; i++)
        for (int k = 0; k < s->limits; k++)
            if (s->objectives == 1 && s->objective[i].metric == s->limit[k].metric &&
                s->limit[k].min == s->limit[k].max)
                diag_report(d, DIAG_SWEEP_FORM, "choose another objective, or let the limit have a range",
                            "the only objective, %s, is fixed by a limit", metric_table[s->objective[i].metric].name);
    return diag_count(d) == before;
}

/* A fixed clock is a whole number of MHz in architectures. */
static void settle_clock(struct sweep *s)
{
    if (s->mhz <= 0)
        return;
    s->limit[s->limits++] = (struct sweep_limit){.metric = METRIC_FMAX, .min = s->mhz, .max = INFINITY, .clock = true};
    if (!s->given[PARAM_mhz] && s->mhz >= 1 && s->mhz <= param_table[PARAM_mhz].max && s->mhz == floor(s->mhz))
        s->base.mhz = (int)s->mhz;
}

/* Layers of the same shape are taken together: half of the work for most models. */
bool sweep_finish_platform(struct sweep *s, struct diag *d)
{
    if (!s->platform.given)
        return true;
    free(s->layer);
    s->layer = buf_realloc(NULL, (size_t)s->workload.layers, sizeof *s->layer);
    s->shapes = 0;
    for (int i = 0; i < s->workload.layers; i++) {
        const struct workload_layer *l = &s->workload.layer[i];
        int k = 0;
        while (k < s->shapes && (s->layer[k].m != l->m || s->layer[k].n != l->n))
            k++;
        if (k == s->shapes)
            s->layer[s->shapes++] = (struct system_layer){l->m, l->n, 0};
        s->layer[k].count += l->count;
    }
    return platform_finish(&s->platform, s->tech->name, s->tech->voltage, d);
}

bool sweep_finish(struct sweep *s, const char *tech, struct diag *d)
{
    if (tech) {
        free(s->tech_name);
        s->tech_name = buf_strdup(tech);
    }
    for (int p = 0; p < PARAM_COUNT; p++)
        if (s->vary[p].count == 1) {
            arch_set(&s->base, (enum param)p, s->vary[p].value[0]);
            free(s->vary[p].value);
            s->vary[p] = (struct sweep_vary){0};
        }
    if (!check_meaning(s, d))
        return false;
    settle_clock(s);
    s->tech = buf_realloc(NULL, 1, sizeof *s->tech);
    return tech_load(s->tech, s->tech_name, d) && sweep_finish_platform(s, d);
}

static void put_text(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, " %s=\"", name);
    for (const char *p = text; *p; p++) {
        const char *entity = *p == '&'             ? "&amp;"
                             : *p == '<'           ? "&lt;"
                             : *p == '"'           ? "&quot;"
                             : *p < ' ' && *p >= 0 ? " "
                                                   : NULL;
        if (entity)
            buf_addstr(out, entity);
        else
            buf_addch(out, *p);
    }
    buf_addch(out, '"');
}

static void write_base(struct buf *out, const struct sweep *s)
{
    const char *open = NULL;
    char number[16];
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        if (s->vary[p].count > 0 || arch_get(&s->base, (enum param)p) == info->def)
            continue;
        if (!open)
            buf_addstr(out, "  <tlut version=\"1\">");
        if (!open || strcmp(open, info->element) != 0)
            buf_printf(out, "%s\n    <%s", open ? "/>" : "", info->element);
        open = info->element;
        buf_printf(out, " %s=\"%s\"", info->attribute,
                   param_value_text((enum param)p, arch_get(&s->base, (enum param)p), number));
    }
    if (open)
        buf_addstr(out, "/>\n  </tlut>\n");
}

static void write_limit(struct buf *out, const struct sweep_limit *l)
{
    buf_printf(out, "  <limit figure=\"%s\"", metric_table[l->metric].name);
    if (l->min == l->max) {
        buf_printf(out, " is=\"%.17g\"/>\n", l->min);
        return;
    }
    if (l->min > 0)
        buf_printf(out, " min=\"%.17g\"", l->min);
    if (isfinite(l->max))
        buf_printf(out, " max=\"%.17g\"", l->max);
    buf_addstr(out, "/>\n");
}

void sweep_write(struct buf *out, const struct sweep *s)
{
    buf_addstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sweep version=\"1\"");
    if (s->name[0])
        put_text(out, "name", s->name);
    put_text(out, "tech", s->tech ? s->tech->name : s->tech_name ? s->tech_name : tech_names()[0]);
    buf_addstr(out, ">\n");
    write_base(out, s);
    for (int p = 0; p < PARAM_COUNT; p++)
        if (s->vary[p].count > 0) {
            buf_printf(out, "  <vary parameter=\"%s/@%s\" values=\"", param_table[p].element, param_table[p].attribute);
            sweep_values_text(out, (enum param)p, s->vary[p].value, s->vary[p].count);
            buf_addstr(out, "\"/>\n");
        }
    for (int i = 0; i < s->limits; i++)
        if (!s->limit[i].clock)
            write_limit(out, &s->limit[i]);
    for (int i = 0; i < s->objectives; i++)
        buf_printf(out, "  <%s figure=\"%s\"/>\n", s->objective[i].maximize ? "maximize" : "minimize",
                   metric_table[s->objective[i].metric].name);
    if (s->mhz > 0)
        buf_printf(out, "  <clock mhz=\"%.17g\"/>\n", s->mhz);
    if (s->platform.given) {
        buf_addstr(out, "  <system");
        for (int i = 0; i < PLATFORM_COUNT; i++) {
            if (!platform_given(&s->platform, (enum platform_setting)i))
                continue;
            buf_printf(out, " %s=\"", platform_table[i].name);
            platform_text(out, &s->platform, (enum platform_setting)i);
            buf_addch(out, '"');
        }
        buf_addstr(out, "/>\n");
    }
    if (s->workload.layers > 0) {
        buf_addstr(out, "  <workload");
        put_text(out, "name", s->workload.name);
        buf_addstr(out, ">\n");
        for (int i = 0; i < s->workload.layers; i++) {
            const struct workload_layer *l = &s->workload.layer[i];
            buf_addstr(out, "    <layer");
            put_text(out, "name", l->name);
            buf_printf(out, " m=\"%lld\" n=\"%lld\" count=\"%lld\"/>\n", (long long)l->m, (long long)l->n,
                       (long long)l->count);
        }
        buf_addstr(out, "  </workload>\n");
    }
    buf_addstr(out, "</sweep>\n");
}
