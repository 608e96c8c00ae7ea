/* SPDX-License-Identifier: Apache-2.0 */
/* summary.h -- the results of a sweep as text for a terminal. */
#ifndef TLUT_DSE_SUMMARY_H
#define TLUT_DSE_SUMMARY_H

#include <stdio.h>

#include "dse.h"

/* Counts, the best and their flags; `out` names the folder, or is NULL. */
void dse_summary_print(const struct dse_result *r, const struct dse_options *o, const char *out, FILE *f);

/* The figures that limits and objectives can name. */
void dse_figures_print(FILE *f);

#endif
