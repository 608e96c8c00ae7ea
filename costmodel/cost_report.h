/* SPDX-License-Identifier: Apache-2.0 */
/* cost_report.h -- what tlut-cost prints: tables for people, or JSON. */
#ifndef TLUT_COST_REPORT_H
#define TLUT_COST_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "tech.h"

/* The clock of the figures is the architecture's target if the core reaches it by the model, else its fmax. */
void cost_report(const struct tech *t, struct cost_tables *tables, const struct arch *a, bool json, FILE *out);

/* The held-out errors of area, fmax and energy for a data type, as a JSON array. */
json_t *cost_report_errors(const struct tech *t, const char *type);

#endif
