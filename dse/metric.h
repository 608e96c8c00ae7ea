/* SPDX-License-Identifier: Apache-2.0 */
/* metric.h -- the figures of a design that a sweep can bound, minimize, maximize and write: one row of metrics.def
 * each. */
#ifndef TLUT_METRIC_H
#define TLUT_METRIC_H

#include <stdbool.h>

/* What has to be known of a design before a figure can be told, cheap ones first. */
enum metric_stage { STEP_DIMS, STEP_AREA, STEP_DELAY, STEP_ENERGY, STEPS };

enum metric {
#define METRIC(id, ...) METRIC_##id,
#include "metrics.def"
    METRIC_COUNT
};

struct metric_info {
    const char *name;  /* in sweep files and flags; '-' is '_' in the columns of CSV files */
    const char *alias; /* a shorter name, or NULL */
    const char *unit;  /* "" if it has none */
    bool larger;       /* better if larger */
    bool point;        /* a column of the points files (the others follow from those) */
    enum metric_stage stage;
    const char *doc;
};
extern const struct metric_info metric_table[METRIC_COUNT];

/* The metric of that name or alias, or METRIC_COUNT. */
enum metric metric_find(const char *name);

/* Names and the common aliases, NULL-terminated: for suggestions. */
const char *const *metric_words(void);

/* The name of its column, such as area_um2. `buf` holds 32 bytes. */
const char *metric_column(enum metric m, char *buf);

#endif
