/* SPDX-License-Identifier: Apache-2.0 */
/* fit_errors.c -- how far the model is off, by data type: mean, worst, rank correlation, regret. */
#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool fit_values(const struct cost_coefficients *c, struct cost_tables *tables, const struct point *p,
                const struct measured *m, enum fit_what what, double *model, double *real)
{
    struct dims d;
    struct cost cost;
    if (m->status != MEASURED_OK || (what == FIT_ENERGY && !m->has_energy))
        return false;
    dims_derive(&d, &p->arch);
    cost_evaluate(&cost, c, tables, &p->arch, &d);
    *real = what == FIT_ENERGY ? m->buffer_energy : 0;
    for (int i = 0; what != FIT_FMAX && i < COST_PARTS; i++)
        *real += what == FIT_AREA ? m->area[i] : m->energy[i];
    for (int i = 0; what == FIT_FMAX && i < COST_STAGES; i++)
        *real = m->stage[i] > *real ? m->stage[i] : *real;
    *model = what == FIT_AREA ? cost.total_area : what == FIT_ENERGY ? cost.total_energy : cost.period;
    if (what == FIT_FMAX) /* errors of frequencies, not of periods */
        *real = 1e6 / *real, *model = 1e6 / *model;
    return *real > 0;
}

/* Kendall's tau-a over all pairs. */
static double kendall(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double v = (x[i] - x[j]) * (y[i] - y[j]);
            s += v > 0 ? 1 : v < 0 ? -1 : 0;
        }
    return n > 1 ? s / (n * (n - 1) / 2.0) : NAN;
}

double fit_regret(const struct cost_coefficients *c, struct cost_tables *tables, const struct points *p,
                  const struct measured *m, const char *type, int *lot)
{
    double worst = NAN;
    int lots = 0;
    for (int i = 0; i < p->count; i++)
        lots = p->point[i].lot >= lots ? p->point[i].lot + 1 : lots;
    for (int k = 0; k < lots; k++) {
        double chosen = INFINITY, chosen_real = 0, best = INFINITY;
        for (int i = 0; i < p->count; i++) {
            const struct arch *a = &p->point[i].arch;
            double model, real, macs = (double)a->cores * a->lanes * a->fetchers * a->luts * (a->kind == KIND_LUT ? a->mu : 1);
            if (p->point[i].lot != k || (type && strcmp(type, p->point[i].type) != 0) ||
                !fit_values(c, tables, &p->point[i], &m[i], FIT_AREA, &model, &real))
                continue;
            if (model / macs < chosen)
                chosen = model / macs, chosen_real = real / macs;
            best = real / macs < best ? real / macs : best;
        }
        double regret = 100 * (chosen_real / best - 1);
        if (isfinite(best) && (isnan(worst) || regret > worst)) {
            worst = regret;
            if (lot)
                *lot = k;
        }
    }
    return worst;
}

static void add_error(struct tech *t, struct cost_tables *tables, const struct points *p, const struct measured *m,
                      enum fit_what what, const char *type)
{
    static const char *const names[] = {"area", "fmax", "energy"};
    struct tech_error e = {.kendall = NAN, .regret = NAN};
    double *x = malloc((size_t)p->count * sizeof *x), *y = malloc((size_t)p->count * sizeof *y);
    if (!x || !y)
        abort();
    for (int i = 0; i < p->count; i++) {
        if ((type && strcmp(type, p->point[i].type) != 0) ||
            !fit_values(&t->c, tables, &p->point[i], &m[i], what, &x[e.points], &y[e.points]))
            continue;
        double error = 100 * fabs(x[e.points] / y[e.points] - 1);
        e.mean += error;
        e.worst = error > e.worst ? error : e.worst;
        e.points++;
    }
    if (e.points > 0 && t->errors < TECH_MAX_ERRORS) {
        e.mean /= e.points;
        strcpy(e.what, names[what]);
        strcpy(e.type, type ? type : "all");
        if (!type)
            e.kendall = kendall(x, y, e.points);
        if (what == FIT_AREA)
            e.regret = fit_regret(&t->c, tables, p, m, type, NULL);
        t->error[t->errors++] = e;
    }
    free(x);
    free(y);
}

void fit_errors(struct tech *t, const struct points *p, const struct measured *m)
{
    struct cost_tables *tables = cost_tables_new();
    if (!tables)
        abort();
    t->errors = 0;
    for (int what = FIT_AREA; what < FIT_WHATS; what++) {
        add_error(t, tables, p, m, (enum fit_what)what, NULL);
        for (int i = 0; i < p->count; i++) { /* types in the order of their first point */
            bool first = true;
            for (int k = 0; k < i; k++)
                first = first && strcmp(p->point[k].type, p->point[i].type) != 0;
            if (first)
                add_error(t, tables, p, m, (enum fit_what)what, p->point[i].type);
        }
    }
    cost_tables_free(tables);
}
