/* SPDX-License-Identifier: Apache-2.0 */
/* validate_plot.h -- modelled against measured values as a scatter plot. */
#ifndef TLUT_VALIDATE_PLOT_H
#define TLUT_VALIDATE_PLOT_H

#include <stdbool.h>

#include "measure.h"
#include "points.h"
#include "tech.h"

/* Writes an SVG with a panel each for area, clock and energy; gnuplot draws it. False after a diagnostic. */
bool validate_plot(const struct tech *t, const struct points *p, const struct measured *m, const char *svg,
                   struct diag *d);

#endif
