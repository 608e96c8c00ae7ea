/* SPDX-License-Identifier: Apache-2.0 */
/* fit.h -- coefficients from measurements, and how far they are off. */
#ifndef TLUT_FIT_H
#define TLUT_FIT_H

#include <stdbool.h>

#include "measure.h"
#include "points.h"
#include "tech.h"

/* Fits all coefficients of t->c that have measurements; the points that are not OK are left out. Each part (area, leakage,
 * energy) and each stage (delay) of a design is an equation, weighed so that relative errors count. False after a
 * diagnostic (E522): a primitive that no measured design has. `energy`: energies are there to be fitted. */
bool fit_tech(struct tech *t, const struct points *p, const struct measured *m, bool energy, struct diag *d);

/* What is compared: area in um2, fmax in MHz, energy in fJ a cycle with buffers. */
enum fit_what { FIT_AREA, FIT_FMAX, FIT_ENERGY, FIT_WHATS };

/* Modelled and measured value of a point; false if it has none. */
bool fit_values(const struct cost_coefficients *c, struct cost_tables *tables, const struct point *p,
                const struct measured *m, enum fit_what what, double *model, double *real);

/* Errors of the model against measurements, by data type and for all, into t->error. */
void fit_errors(struct tech *t, const struct points *p, const struct measured *m);

/* The largest regret of a class: how much more area for its throughput than the best design the one has that the model
 * calls best, in percent; `lot` of it. The set may have no classes (0). */
double fit_regret(const struct cost_coefficients *c, struct cost_tables *tables, const struct points *p,
                  const struct measured *m, const char *type, int *lot);

#endif
