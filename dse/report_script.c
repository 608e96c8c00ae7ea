/* SPDX-License-Identifier: Apache-2.0 */
/* report_script.c -- the gnuplot script with the data in it. Colours are those of a white page; report_plot.c knows them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_internal.h"

enum { LEVELS = 6, CATEGORIES = 9, MARKED = 40, CLIP = 3, SMALL = 1, BUCKETS = 1000 };

static const char *const level_colour[LEVELS] = {"#e2e6ea", "#ccd2d8", "#b4bcc4", "#99a3ad", "#7c8893", "#5d6974"};

/* ---- what all plots have in common */

static void begin(struct buf *s, struct report_plots *p, const char *name, int width, int height, const char *label)
{
    struct report_plot *plot = &p->plot[p->count++];
    memset(plot, 0, sizeof *plot);
    snprintf(plot->name, sizeof plot->name, "%.*s", (int)sizeof plot->name - 1, name);
    plot->height = height;
    plot->label = label;
    buf_printf(s, "reset\nset encoding utf8\nset terminal svg size %d,%d dynamic noenhanced font 'sans,15' background '#ffffff'\n"
                  "set output '%s.svg'\n", width, height, name);
    buf_addstr(s, "set border 3 lc rgb '#8a9299' lw 1\nset tics nomirror out scale 0.5 textcolor rgb '#3c4248'\n"
                  "set grid xtics ytics back lt 1 dt 1 lw 1 lc rgb '#e3e7eb', lt 1 dt 1 lw 1 lc rgb '#e3e7eb'\n"
                  "unset key\n");
}

static void tic_text(struct buf *out, double v)
{
    if (fabs(v) >= 1e9 || (fabs(v) < 1e-4 && v != 0))
        buf_printf(out, "%.0e", v);
    else if (fabs(v) >= 1e4)
        report_count(out, (uint64_t)llround(v));
    else
        buf_printf(out, "%.4g", v);
}

static void put_tic(struct buf *s, int *count, double v, const char *after)
{
    buf_addstr(s, (*count)++ ? ", \"" : "\"");
    tic_text(s, v);
    buf_printf(s, "%s\" %.9g", after, v);
}

static void linear_tics(struct buf *s, double lo, double hi, int most, const char *after)
{
    double raw = (hi - lo) / most, step = pow(10, floor(log10(raw)));
    int count = 0;
    step *= raw / step > 5 ? 10 : raw / step > 2 ? 5 : raw / step > 1 ? 2 : 1;
    for (double k = ceil(lo / step - 1e-9); k * step <= hi * (1 + 1e-9); k++)
        put_tic(s, &count, k * step, after);
}

/* 1, 2, 5, 10 ... as long as that is few enough; a narrow range gets even steps. */
static void log_tics(struct buf *s, double lo, double hi, int most)
{
    static const double digit[] = {1, 2, 5};
    int first = (int)floor(log10(lo)), last = (int)ceil(log10(hi));
    for (int thin = 0; thin < 4; thin++) { /* 1-2-5, decades, every second, every third decade */
        int count = 0;
        struct buf text = BUF_INIT;
        for (int e = first; e <= last; e++)
            for (int k = 0; k < (thin ? 1 : 3); k++) {
                double v = digit[k] * pow(10, e);
                if ((thin < 2 || e % thin == 0) && v >= lo && v <= hi)
                    put_tic(&text, &count, v, "");
            }
        if (thin == 1) /* short tics without numbers between decades */
            for (int k = 2; k < 10 * (last - first); k++)
                if (k % 10 > 1)
                    buf_printf(&text, ", \"\" %.9g 1", k % 10 * pow(10, first + k / 10));
        bool good = count <= most && count >= 2;
        if (good)
            buf_addstr(s, text.data);
        buf_release(&text);
        if (good)
            return;
    }
    linear_tics(s, lo, hi, most, "");
}

/* Range, tics and title of an axis: 'x' or 'y'. */
static void put_axis(struct buf *s, const struct report_data *t, const struct report_axis *a, char name)
{
    struct report_unit u = report_unit(t, a->metric);
    double lo = a->min * u.scale, hi = a->max * u.scale, margin = 0.035;
    if (!(hi - lo > 1e-6 * fabs(hi))) { /* one value: gnuplot draws no empty range */
        double room = hi != 0 ? 0.1 * fabs(hi) : 1;
        lo -= room, hi += room;
    }
    if (a->log) {
        double f = pow(hi / lo, margin);
        lo /= f, hi *= f;
        buf_printf(s, "set logscale %c\n", name);
    } else {
        double room = (hi - lo) * margin;
        lo -= room, hi += room;
    }
    buf_printf(s, "set %crange [%.9g:%.9g]\nset %ctics (", name, lo, hi, name);
    if (a->log)
        log_tics(s, lo, hi, 7);
    else
        linear_tics(s, lo, hi, 5, "");
    buf_printf(s, ")\nset %clabel \"%s (%s)\" textcolor rgb '#3c4248'\n", name, u.label, u.unit);
}

/* ---- Pareto plots */

static double edge(const struct report_axis *a, int k, int cells)
{
    double f = (double)k / cells;
    return a->log ? a->min * pow(a->max / a->min, f) : a->min + (a->max - a->min) * f;
}

static int level_of(uint64_t n, uint64_t most)
{
    if (n == 0)
        return -1;
    return most <= 1 ? LEVELS - 1 : (int)(log((double)n) / log((double)most) * (LEVELS - 0.001));
}

/* Cells of a level side by side are one box. */
static void density(struct buf *s, const struct report_data *t, const struct report_pair *p, bool has[LEVELS])
{
    const struct report_axis *x = &t->axis[p->x], *y = &t->axis[p->y];
    double sx = report_unit(t, x->metric).scale, sy = report_unit(t, y->metric).scale;
    uint64_t most = 0;
    for (int i = 0; i < REPORT_WIDE * REPORT_HIGH; i++)
        most = p->cell[i] > most ? p->cell[i] : most;
    for (int level = 0; level < LEVELS; level++) {
        has[level] = false;
        for (int row = 0; row < REPORT_HIGH; row++)
            for (int c = 0; c < REPORT_WIDE;) {
                const uint64_t *cell = &p->cell[row * REPORT_WIDE];
                int from = c++;
                if (level_of(cell[from], most) != level)
                    continue;
                while (c < REPORT_WIDE && level_of(cell[c], most) == level)
                    c++;
                if (!has[level])
                    buf_printf(s, "$d%d << END\n", level);
                has[level] = true;
                double x0 = edge(x, from, REPORT_WIDE) * sx, x1 = edge(x, c, REPORT_WIDE) * sx;
                double y0 = edge(y, row, REPORT_HIGH) * sy, y1 = edge(y, row + 1, REPORT_HIGH) * sy;
                buf_printf(s, "%.6g %.6g %.6g %.6g %.6g %.6g\n", x0, y0, x0, x1, y0, y1);
            }
        if (has[level])
            buf_addstr(s, "END\n");
    }
}

static bool dots(struct buf *s, const struct report_data *t, const struct report_pair *p)
{
    enum metric x = t->axis[p->x].metric, y = t->axis[p->y].metric;
    double sx = report_unit(t, x).scale, sy = report_unit(t, y).scale;
    if (t->points.count == 0 || t->points.count > REPORT_DOTS)
        return false;
    buf_addstr(s, "$all << END\n");
    for (uint64_t i = 0; i < t->points.count; i++) {
        double vx = report_point(t, i, x), vy = report_point(t, i, y);
        if (isfinite(vx) && isfinite(vy))
            buf_printf(s, "%.6g %.6g\n", vx * sx, vy * sy);
    }
    buf_addstr(s, "END\n");
    return true; /* empty, if no figure is finite */
}

static void pareto(struct buf *s, const struct report_data *t, struct report_plots *plots, int number)
{
    const struct report_pair *p = &t->pair[number];
    const struct report_axis *x = &t->axis[p->x], *y = &t->axis[p->y];
    double sx = report_unit(t, x->metric).scale, sy = report_unit(t, y->metric).scale;
    bool has[LEVELS] = {false}, front = t->sweep->objectives > 1;
    char name[32];
    snprintf(name, sizeof name, "pareto-%d", number + 1);
    begin(s, plots, name, REPORT_PLOT, 350, "scatter plot of all designs over two figures");
    put_axis(s, t, x, 'x');
    put_axis(s, t, y, 'y');
    bool single = dots(s, t, p);
    if (!single && t->points.count)
        density(s, t, p, has);
    buf_addstr(s, "$front << END\n");
    size_t marks = 0;
    for (size_t k = 0; k < report_rows(t); k++) {
        size_t rank;
        const struct space_point *q = report_row(t, k, &rank);
        if (isfinite(q->figure[x->metric]) && isfinite(q->figure[y->metric]))
            buf_printf(s, "%.6g %.6g %zu\n", q->figure[x->metric] * sx, q->figure[y->metric] * sy, k), marks++;
    }
    const struct space_point *best = &t->r->best.point[0];
    bool ring = isfinite(best->figure[x->metric]) && isfinite(best->figure[y->metric]);
    buf_addstr(s, "END\n$best << END\n");
    if (ring)
        buf_printf(s, "%.6g %.6g\n", best->figure[x->metric] * sx, best->figure[y->metric] * sy);
    buf_addstr(s, "END\nplot NaN");
    if (single)
        buf_addstr(s, ", $all using 1:2 with points pt 7 ps 0.35 lc rgb '#99a3ad'");
    for (int level = 0; level < LEVELS; level++)
        if (has[level])
            buf_printf(s, ", $d%d using 1:2:3:4:5:6 with boxxyerror fs solid noborder fc rgb '%s'", level, level_colour[level]);
    if (t->sweep->objectives == 2 && marks > 1)
        buf_addstr(s, ", $front using 1:2 with lines lw 1.5 lc rgb '#d55e00'");
    if (front && marks > 0)
        buf_printf(s, ", $front using 1:2:3 with labels hypertext point pt 7 ps %s lc rgb '#d55e00'",
                   report_rows(t) > 300 ? "0.35" : report_rows(t) > 60 ? "0.5" : "0.7");
    buf_addstr(s, ring ? ", $best using 1:2 with points pt 6 ps 1.5 lw 3 lc rgb '#0072b2'\n" : "\n");
}

/* ---- area and energy by part */

static void parts(struct buf *s, const struct report_data *t, struct report_plots *plots)
{
    const struct cost *c = &t->cost;
    double area = c->total_area + c->buffer_area, energy = c->total_energy, most = 0, share[COST_PARTS + 2][2];
    const char *name[COST_PARTS + 2];
    double rest[2] = {0, 0};
    int rows = 0;
    for (int i = 0; i <= COST_PARTS; i++) {
        double a = i < COST_PARTS ? c->area[i] : c->buffer_area, e = i < COST_PARTS ? c->energy[i] : c->buffer_energy;
        if (a <= 0 && e <= 0)
            continue;
        a = area > 0 ? 100 * a / area : 0;
        e = energy > 0 ? 100 * e / energy : 0;
        if (a < SMALL && e < SMALL) { /* the table has them one by one */
            rest[0] += a, rest[1] += e;
            continue;
        }
        share[rows][0] = a, share[rows][1] = e;
        most = fmax(most, fmax(share[rows][0], share[rows][1]));
        name[rows++] = i < COST_PARTS ? cost_part_table[i].name : "buffers";
    }
    if (rest[0] > 0 || rest[1] > 0) {
        share[rows][0] = rest[0], share[rows][1] = rest[1];
        name[rows++] = "others";
    }
    begin(s, plots, "parts", REPORT_PLOT, 66 + 38 * rows, "bars: share of area and energy of each part of the best design");
    buf_addstr(s, "set border 2\nset grid noxtics noytics\nunset xtics\nset ytics scale 0 (");
    for (int i = 0; i < rows; i++)
        buf_printf(s, "%s\"%s\" %d", i ? ", " : "", name[i], rows - i);
    buf_printf(s, ")\nset yrange [0.4:%d.6]\nset xrange [0:%.6g]\nset xlabel \"share of the whole (%%)\" textcolor rgb '#3c4248'\n",
               rows, most * 1.17);
    for (int k = 0; k < 2; k++) {
        buf_printf(s, "$bar%d << END\n", k);
        for (int i = 0; i < rows; i++) {
            double low = rows - i + (k ? -0.36 : 0.02);
            buf_printf(s, "%.6g %.6g 0 %.6g %.6g %.6g \"%.1f %%\"\n", share[i][k], low + 0.17, share[i][k], low, low + 0.34,
                       share[i][k]);
        }
        buf_addstr(s, "END\n");
    }
    buf_addstr(s, "plot $bar0 using 1:2:3:4:5:6 with boxxyerror fs solid noborder fc rgb '#0072b2', "
                  "$bar1 using 1:2:3:4:5:6 with boxxyerror fs solid noborder fc rgb '#e69f00', "
                  "$bar0 using 1:2:7 with labels left offset 0.4,0 font 'sans,12' textcolor rgb '#3c4248', "
                  "$bar1 using 1:2:7 with labels left offset 0.4,0 font 'sans,12' textcolor rgb '#3c4248'\n");
}

/* ---- one parameter held */

static double factor_of(const struct report_data *t, const struct report_value *v)
{
    double best = t->r->best.point[0].figure[t->sweep->objective[0].metric];
    double f = t->sweep->objective[0].maximize ? best / v->best : v->best / best;
    return f > 1 && isfinite(f) ? f : 1; /* the points file rounds */
}

/* Tics of single values: words, or numbers that are few; some are left out if they would not fit. */
static void value_tics(struct buf *s, enum param p, const int *value, int count)
{
    size_t letters = 0;
    char number[16];
    for (int i = 0; i < count; i++)
        letters += strlen(param_value_text(p, value[i], number)) + 2;
    int every = 1 + (int)(letters / 32);
    for (int i = 0; i < count; i++)
        buf_printf(s, "%s\"%s\" %d", i ? ", " : "", i % every ? "" : param_value_text(p, value[i], number), i);
}

/* The best of values from..to - 1, or -1: none has a design. */
static int best_between(const struct report_data *t, const struct report_sense *e, int from, int to)
{
    int best = -1;
    for (int i = from; i < to; i++)
        if (e->value[i].count > 0 && (best < 0 || factor_of(t, &e->value[i]) < factor_of(t, &e->value[best])))
            best = i;
    return best;
}

static void sense(struct buf *s, const struct report_data *t, struct report_plots *plots, const struct report_sense *e,
                  double top)
{
    const struct space *space = &t->r->space;
    enum param p = space->param[e->digit];
    const int *value = space->value[e->digit];
    int count = (int)space->radix[e->digit];
    bool words = param_table[p].names || count <= CATEGORIES || value[0] == PARAM_SPECIAL;
    bool wide = !words && value[0] > 0 && value[count - 1] >= 16 * value[0], best = false, clipped = false, gaps = false;
    char name[48];
    snprintf(name, sizeof name, "sensitivity-%s", param_table[p].flag);
    begin(s, plots, name, REPORT_SMALL, 200, "how the best design changes with one parameter held at each value");
    double room = top - 1, lo = words ? -0.5 : value[0], hi = words ? count - 0.5 : value[count - 1];
    if (wide)
        buf_printf(s, "set logscale x\nset xrange [%.6g:%.6g]\n", lo / pow(hi / lo, 0.04), hi * pow(hi / lo, 0.04));
    else
        buf_printf(s, "set xrange [%.6g:%.6g]\n", words ? lo : lo - (hi - lo) * 0.04, words ? hi : hi + (hi - lo) * 0.04);
    buf_printf(s, "set grid noxtics\nset yrange [%.6g:%.6g]\nset ytics (", 1 - room * 0.08, top + room * 0.1);
    linear_tics(s, 1, top, 4, "×");
    buf_addstr(s, ")\nset xtics (");
    if (words)
        value_tics(s, p, value, count);
    else if (wide)
        log_tics(s, lo, hi, 5);
    else
        linear_tics(s, lo, hi, 5, "");
    buf_addstr(s, ")\n$v << END\n");
    struct buf at_best = BUF_INIT, above = BUF_INIT;
    for (int from = 0, step = words ? 1 : 1 + count / BUCKETS; from < count; from += step) {
        int i = best_between(t, e, from, from + step < count ? from + step : count);
        if (i < 0) {
            buf_addstr(s, "\n"); /* a gap in the line */
            gaps = true;
            continue;
        }
        double f = factor_of(t, &e->value[i]), x = words ? i : value[i];
        buf_printf(s, "%.6g %.6g\n", x, fmin(f, top));
        if (f > top)
            buf_printf(&above, "%.6g %.6g\n", x, top), clipped = true;
        else if (f < 1 + 1e-6)
            buf_printf(&at_best, "%.6g 1\n", x), best = true;
    }
    buf_printf(s, "END\n$above << END\n%sEND\n$best << END\n%sEND\nplot ", above.data, at_best.data);
    if (words)
        buf_addstr(s, "$v using 1:2 with impulses lw 2 lc rgb '#c3cad1'");
    else
        buf_addstr(s, "$v using 1:2 with lines lw 1.5 lc rgb '#56b4e9'");
    if (count <= MARKED || gaps)
        buf_printf(s, ", $v using 1:2 with points pt 7 ps %s lc rgb '#56b4e9'", words ? "0.8" : count <= MARKED ? "0.6" : "0.4");
    if (clipped)
        buf_addstr(s, ", $above using 1:2 with points pt 7 ps 0.8 lc rgb '#cc79a7'");
    if (best)
        buf_addstr(s, ", $best using 1:2 with points pt 7 ps 0.9 lc rgb '#d55e00'");
    buf_addstr(s, "\n");
    buf_release(&at_best);
    buf_release(&above);
}

void report_script(struct buf *s, const struct report_data *t, struct report_plots *p)
{
    double top = 1.05;
    memset(p, 0, sizeof *p);
    for (int i = 0; i < t->pairs; i++)
        pareto(s, t, p, i);
    p->parts = p->count;
    parts(s, t, p);
    p->sense = p->count;
    for (int i = 0; i < t->senses; i++)
        top = fmax(top, fmin(t->sense[i].worst, CLIP));
    for (int i = 0; i < t->senses; i++)
        sense(s, t, p, &t->sense[i], top);
}
