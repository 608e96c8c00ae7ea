/* SPDX-License-Identifier: Apache-2.0 */
/* report_data.c -- what the report tells of all points: ranges, densities, the best at each value of each parameter. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "report_internal.h"

static void *zeroed(size_t count, size_t size)
{
    void *p = buf_realloc(NULL, count, size);
    memset(p, 0, count * size);
    return p;
}

/* What no column tells and no columns together: widths of beats. */
static double width_of(const struct report_data *t, uint64_t index, enum metric m, double macs, double clock)
{
    struct arch a;
    struct dims d;
    space_arch(&t->r->space, index, &a);
    arch_resolve(&a);
    dims_derive(&d, &a);
    if (m == METRIC_KEY_BITS)
        return (double)d.key_beat_bits;
    if (m == METRIC_ACT_BITS)
        return (double)d.act_beat_bits;
    struct cost cost = {.total_area = 1, .total_energy = 1, .mac_per_cycle = macs};
    struct cost_figures f;
    cost_figures(&f, &cost, &d, clock);
    return f.key_gbits;
}

double report_point(const struct report_data *t, uint64_t i, enum metric m)
{
    const struct dse_points *p = &t->points;
    if (p->figure[m])
        return (double)p->figure[m][i];
    double macs = (double)p->figure[METRIC_MACS][i], area = (double)p->figure[METRIC_AREA][i];
    double clock = t->sweep->mhz > 0 ? t->sweep->mhz : (double)p->figure[METRIC_FMAX][i];
    double gmacs = macs * clock * 1e-3;
    switch (m) {
    case METRIC_AREA_MM2: return area * 1e-6;
    case METRIC_CLOCK: return clock;
    case METRIC_GMACS: return gmacs;
    case METRIC_TOPS_MM2: return 2 * gmacs * 1e3 / area;
    case METRIC_ENERGY: return (double)p->figure[METRIC_POWER][i] / gmacs;
    case METRIC_TOPS_W: return 2 * gmacs / (double)p->figure[METRIC_POWER][i];
    default: return width_of(t, p->index[i], m, macs, clock);
    }
}

double report_place(const struct report_axis *a, double v)
{
    return a->log ? log(v / a->min) / log(a->max / a->min) : (v - a->min) / (a->max - a->min);
}

static void widen(struct report_axis *a, double v)
{
    if (!isfinite(v)) /* efficiency in a technology without energies */
        return;
    if (v < a->min)
        a->min = v;
    if (v > a->max)
        a->max = v;
}

/* The objectives; for a single one something to plot it against. */
static void choose_axes(struct report_data *t)
{
    const struct sweep *s = t->sweep;
    for (int i = 0; i < s->objectives; i++)
        t->axis[t->axes++].metric = s->objective[i].metric;
    if (t->axes == 1) {
        enum metric m = t->axis[0].metric;
        bool area = m == METRIC_AREA || m == METRIC_AREA_MM2;
        t->axis[t->axes++].metric = area ? METRIC_ENERGY : METRIC_AREA;
    }
    for (int i = 0; i < t->axes; i++)
        t->axis[i].min = INFINITY, t->axis[i].max = -INFINITY;
    for (int i = 0; i < t->axes; i++)
        for (int k = i + 1; k < t->axes; k++)
            t->pair[t->pairs++] = (struct report_pair){i, k, zeroed(REPORT_WIDE * REPORT_HIGH, sizeof(uint64_t))};
}

static void find_ranges(struct report_data *t)
{
    for (int k = 0; k < t->axes; k++) {
        struct report_axis *a = &t->axis[k];
        for (uint64_t i = 0; i < t->points.count; i++)
            widen(a, report_point(t, i, a->metric));
        for (size_t i = 0; i < t->r->front.count; i++)
            widen(a, t->r->front.point[i].figure[a->metric]);
        for (size_t i = 0; i < t->r->best.count; i++)
            widen(a, t->r->best.point[i].figure[a->metric]);
        if (a->max < a->min)
            a->min = a->max = 0;
        if (a->max <= a->min) { /* all alike: some room around them */
            double room = a->min > 0 ? a->min * 0.1 : 1;
            a->min -= room;
            a->max += room;
        }
        a->log = a->min > 0 && a->max > 6 * a->min;
    }
}

static int cell_of(const struct report_axis *a, double v, int cells)
{
    int c = (int)(report_place(a, v) * cells);
    return c < 0 ? 0 : c >= cells ? cells - 1 : c;
}

static void count_cells(struct report_data *t)
{
    for (uint64_t i = 0; i < t->points.count; i++) {
        double v[REPORT_AXES];
        bool finite = true;
        for (int k = 0; k < t->axes; k++) {
            v[k] = report_point(t, i, t->axis[k].metric);
            finite = finite && isfinite(v[k]);
        }
        if (!finite)
            continue;
        for (int k = 0; k < t->pairs; k++) {
            struct report_pair *p = &t->pair[k];
            p->cell[cell_of(&t->axis[p->y], v[p->y], REPORT_HIGH) * REPORT_WIDE +
                    cell_of(&t->axis[p->x], v[p->x], REPORT_WIDE)]++;
        }
    }
}

static int by_worst(const void *a, const void *b)
{
    const struct report_sense *x = a, *y = b;
    return x->worst != y->worst ? (x->worst < y->worst ? 1 : -1) : x->digit - y->digit;
}

static void sensitivity(struct report_data *t)
{
    const struct space *s = &t->r->space;
    const struct sweep_objective *o = &t->sweep->objective[0];
    if (t->points.count == 0)
        return;
    for (int k = 0; k < s->digits; k++)
        t->sense[k] = (struct report_sense){k, 1, zeroed(s->radix[k], sizeof(struct report_value))};
    for (uint64_t i = 0; i < t->points.count; i++) {
        double v = report_point(t, i, o->metric);
        uint64_t rest = t->points.index[i];
        for (int k = s->digits - 1; k >= 0; k--) { /* innermost first: one division each */
            uint64_t quotient = rest / s->radix[k];
            struct report_value *at = &t->sense[k].value[rest - quotient * s->radix[k]];
            rest = quotient;
            if (at->count++ == 0 || (o->maximize ? v > at->best : v < at->best))
                at->best = v;
        }
    }
    double best = t->r->best.point[0].figure[o->metric];
    for (int k = 0; k < s->digits; k++) {
        struct report_sense *e = &t->sense[k];
        for (uint64_t i = 0; i < s->radix[k]; i++) {
            double f = e->value[i].count ? (o->maximize ? best / e->value[i].best : e->value[i].best / best) : 1;
            if (isfinite(f) && f > e->worst)
                e->worst = f;
        }
    }
    t->senses = s->digits;
    qsort(t->sense, (size_t)t->senses, sizeof *t->sense, by_worst);
}

/* Digits are innermost last with stride 1: what sensitivity() counts on. */
static void check_strides(const struct space *s)
{
    uint64_t stride = 1;
    for (int k = s->digits - 1; k >= 0; k--) {
        if (s->stride[k] != stride)
            BUG("digits of the space are not in order");
        stride *= s->radix[k];
    }
}

bool report_data_fill(struct report_data *t, const struct dse_result *r, const char *out, struct diag *d)
{
    struct dse_summary summary;
    memset(t, 0, sizeof *t);
    t->r = r;
    t->sweep = r->space.sweep;
    if (dse_read_summary(out, &summary) && !summary.no_points && !dse_points_open(&t->points, out, d))
        return false;
    check_strides(&r->space);
    dse_arch(t->sweep, r->best.point[0].index, &t->best);
    dims_derive(&t->dims, &t->best);
    cost_evaluate(&t->cost, &t->sweep->tech->c, r->space.tables, &t->best, &t->dims);
    choose_axes(t);
    find_ranges(t);
    count_cells(t);
    sensitivity(t);
    return true;
}

void report_data_release(struct report_data *t)
{
    for (int i = 0; i < t->pairs; i++)
        free(t->pair[i].cell);
    for (int i = 0; i < t->senses; i++)
        free(t->sense[i].value);
    if (t->points.map)
        dse_points_close(&t->points);
    memset(t, 0, sizeof *t);
}
