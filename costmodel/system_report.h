/* SPDX-License-Identifier: Apache-2.0 */
/* system_report.h -- what tlut-cost prints of a workload on a core with memories: tables for people, or JSON. */
#ifndef TLUT_SYSTEM_REPORT_H
#define TLUT_SYSTEM_REPORT_H

#include <stdio.h>

#include "system.h"
#include "tech.h"

/* A workload's layers with their names. */
struct system_workload {
    const char *name;
    const char *const *layer_name;
    const struct system_layer *layer;
    int layers;
};

/* The clock is the architecture's target if the core reaches it by the model, else its fmax. `p` is finished. */
void system_report(const struct tech *t, struct cost_tables *tables, const struct arch *a, const struct platform *p,
                   const struct system_workload *w, bool json, FILE *out);

#endif
