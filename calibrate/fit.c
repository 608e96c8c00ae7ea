/* SPDX-License-Identifier: Apache-2.0 */
/* fit.c -- each part and each stage of each measured design is one equation in the coefficients. */
#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nnls.h"

/* Equations under way: `columns` unknowns, rows appended one by one. */
struct system {
    int rows, columns, room;
    double *A, *b;
    double *row; /* the next one, zeros */
};

static void system_init(struct system *s, int columns)
{
    *s = (struct system){.columns = columns};
    s->row = calloc((size_t)columns, sizeof *s->row);
    if (!s->row)
        abort();
}

static void system_release(struct system *s)
{
    free(s->A);
    free(s->b);
    free(s->row);
}

/* Appends weight * (row . x = right), and clears the row. */
static void system_add(struct system *s, double weight, double right)
{
    if (s->rows == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->A = realloc(s->A, (size_t)s->room * (size_t)s->columns * sizeof *s->A);
        s->b = realloc(s->b, (size_t)s->room * sizeof *s->b);
        if (!s->A || !s->b)
            abort();
    }
    double *to = s->A + (size_t)s->rows * (size_t)s->columns;
    for (int j = 0; j < s->columns; j++) {
        to[j] = weight * s->row[j];
        s->row[j] = 0;
    }
    s->b[s->rows++] = weight * right;
}

/* The first column that no equation has, or -1. */
static int system_unused(const struct system *s)
{
    for (int j = 0; j < s->columns; j++) {
        bool used = false;
        for (int i = 0; i < s->rows; i++)
            used = used || s->A[(size_t)i * (size_t)s->columns + (size_t)j] != 0;
        if (!used)
            return j;
    }
    return -1;
}

static bool system_solve(struct system *s, double *x, const struct cost_prim *prim, const char *what, struct diag *d)
{
    int unused = system_unused(s);
    if (unused >= 0) {
        diag_report(d, DIAG_MEASURE_FEW, "see why measurements failed above, or take the full training set",
                    "%s: no measured design has a '%s' (%s)", what, prim[unused].name, prim[unused].doc);
        return false;
    }
    if (!nnls(s->rows, s->columns, s->A, s->b, x)) {
        diag_report(d, DIAG_MEASURE_FEW, "try another --seed", "%s: the fit does not converge", what);
        return false;
    }
    return true;
}

struct fit {
    struct tech *t;
    const struct points *p;
    const struct measured *m;
    struct cost_tables *tables;
    struct cost_counts *counts; /* of each point */
    struct diag *d;
};

static double sum(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

/* A part's equation weighs between its own relative error and its share of the whole. */
static double weight_of(double part, double total)
{
    return part > 0 ? 1 / sqrt(part * total) : 1 / total;
}

static bool fit_area(struct fit *f, bool leakage)
{
    struct system s;
    system_init(&s, COST_AREAS);
    for (int i = 0; i < f->p->count; i++) {
        const struct measured *m = &f->m[i];
        const double *value = leakage ? m->leakage : m->area;
        double total = sum(value, COST_PARTS);
        if (m->status != MEASURED_OK || total <= 0)
            continue;
        for (int part = 0; part < COST_PARTS; part++) {
            bool any = false;
            for (int k = 0; k < f->counts[i].areas; k++)
                if (f->counts[i].area[k].part == part) {
                    s.row[f->counts[i].area[k].prim] += f->counts[i].area[k].count;
                    any = true;
                }
            if (any)
                system_add(&s, weight_of(value[part], total), value[part]);
        }
    }
    double *x = leakage ? f->t->c.leakage : f->t->c.area;
    bool ok = true;
    if (s.rows == 0 && leakage) /* a library without leakage */
        memset(x, 0, COST_AREAS * sizeof *x);
    else
        ok = system_solve(&s, x, cost_area_table, leakage ? "leakage" : "area", f->d);
    system_release(&s);
    return ok;
}

static bool fit_energy(struct fit *f)
{
    struct system s;
    system_init(&s, COST_ENERGIES);
    for (int i = 0; i < f->p->count; i++) {
        const struct measured *m = &f->m[i];
        if (m->status != MEASURED_OK || !m->has_energy)
            continue;
        double total = sum(m->energy, COST_PARTS) + m->buffer_energy;
        for (int part = 0; part <= COST_PARTS; part++) { /* the last one: buffers */
            double value = part < COST_PARTS ? m->energy[part] : m->buffer_energy;
            bool any = false;
            for (int k = 0; k < f->counts[i].energies; k++)
                if (f->counts[i].energy[k].part == part) {
                    s.row[f->counts[i].energy[k].prim] += f->counts[i].energy[k].count;
                    any = true;
                }
            if (any)
                system_add(&s, weight_of(value, total), value);
        }
    }
    bool ok = system_solve(&s, f->t->c.energy, cost_energy_table, "energy", f->d);
    system_release(&s);
    return ok;
}

static double path_delay(const struct cost_path *p, const double *delay)
{
    double ps = 0;
    for (int k = 0; k < p->steps; k++)
        ps += (double)p->step[k].count * delay[p->step[k].prim];
    return ps;
}

/* The longest modelled path of a stage, or NULL. */
static const struct cost_path *longest(const struct cost_counts *c, int stage, const double *delay)
{
    const struct cost_path *found = NULL;
    double most = -1;
    for (int i = 0; i < c->paths; i++)
        if ((int)c->path[i].stage == stage && path_delay(&c->path[i], delay) > most) {
            most = path_delay(&c->path[i], delay);
            found = &c->path[i];
        }
    return found;
}

/* Mean relative error of the clock period. */
static double period_error(const struct fit *f, const double *delay)
{
    double error = 0;
    int n = 0;
    for (int i = 0; i < f->p->count; i++) {
        double period = 0, modelled = 0;
        if (f->m[i].status != MEASURED_OK)
            continue;
        for (int s = 0; s < COST_STAGES; s++) {
            const struct cost_path *p = longest(&f->counts[i], s, delay);
            double ps = p ? path_delay(p, delay) : 0;
            modelled = ps > modelled ? ps : modelled;
            period = f->m[i].stage[s] > period ? f->m[i].stage[s] : period;
        }
        if (period > 0)
            error += fabs(modelled / period - 1), n++;
    }
    return n > 0 ? error / n : 0;
}

/* Which path of a stage is its longest depends on the coefficients: they are fitted again until nothing changes, and the
 * best ones are kept. A stage that the design's period hangs on weighs more. */
static bool fit_delay(struct fit *f)
{
    double delay[COST_DELAYS], best[COST_DELAYS], best_error = INFINITY;
    bool ok = true;
    for (int j = 0; j < COST_DELAYS; j++)
        delay[j] = j == DELAY_FP_ADD_16 || j == DELAY_FP_ADD_B16 ? 12 : j == DELAY_FP_ADD_32 ? 16 : 1;
    for (int round = 0; ok && round < 25; round++) {
        struct system s;
        system_init(&s, COST_DELAYS);
        for (int i = 0; i < f->p->count; i++) {
            double period = 0;
            if (f->m[i].status != MEASURED_OK)
                continue;
            for (int k = 0; k < COST_STAGES; k++)
                period = f->m[i].stage[k] > period ? f->m[i].stage[k] : period;
            for (int k = 0; k < COST_STAGES; k++) {
                const struct cost_path *p = longest(&f->counts[i], k, delay);
                double ps = f->m[i].stage[k];
                if (!p || ps <= 0)
                    continue;
                for (int n = 0; n < p->steps; n++)
                    s.row[p->step[n].prim] += (double)p->step[n].count;
                system_add(&s, (ps > 0.999 * period ? 2 : 0.5) / period, ps);
            }
        }
        /* A primitive that is on no longest path now stays as it was if it was ever fitted. */
        double x[COST_DELAYS];
        ok = nnls(s.rows, s.columns, s.A, s.b, x);
        for (int j = 0; ok && j < COST_DELAYS; j++) {
            bool used = false;
            for (int i = 0; i < s.rows; i++)
                used = used || s.A[(size_t)i * COST_DELAYS + (size_t)j] != 0;
            if (used)
                delay[j] = round == 0 ? x[j] : (delay[j] + x[j]) / 2; /* half way: choices do not swing */
            else if (round == 0)
                delay[j] = 0;
        }
        double error = period_error(f, delay);
        if (ok && error < best_error) {
            best_error = error;
            memcpy(best, delay, sizeof best);
        }
        system_release(&s);
    }
    if (!ok || !isfinite(best_error)) {
        diag_report(f->d, DIAG_MEASURE_FEW, "try another --seed", "delay: the fit does not converge");
        return false;
    }
    memcpy(f->t->c.delay, best, sizeof best);
    return true;
}

bool fit_tech(struct tech *t, const struct points *p, const struct measured *m, bool energy, struct diag *d)
{
    struct fit f = {.t = t, .p = p, .m = m, .d = d, .tables = cost_tables_new()};
    double buffers = 0, cells = 0;
    f.counts = calloc((size_t)p->count + 1, sizeof *f.counts);
    if (!f.tables || !f.counts)
        abort();
    for (int i = 0; i < p->count; i++) {
        struct dims dims;
        dims_derive(&dims, &p->point[i].arch);
        cost_count(&f.counts[i], f.tables, &p->point[i].arch, &dims);
        if (m[i].status == MEASURED_OK) {
            buffers += m[i].buffer_area;
            cells += sum(m[i].area, COST_PARTS);
        }
    }
    t->c.buffer_share = cells > 0 ? buffers / cells : 0;
    bool ok = fit_area(&f, false) && fit_area(&f, true) && fit_delay(&f) && (!energy || fit_energy(&f));
    cost_tables_free(f.tables);
    free(f.counts);
    return ok;
}
