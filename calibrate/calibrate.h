/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate.h -- the two jobs around the cost model: fit it to a library, and judge it on designs it never saw. */
#ifndef TLUT_CALIBRATE_H
#define TLUT_CALIBRATE_H

#include <stdbool.h>
#include <stdio.h>

#include "points.h"
#include "tech.h"

struct calibrate_options {
    const char *liberty;  /* path; validation: NULL for a shipped technology whose library is installed */
    const char *dont_use; /* globs with commas between, or NULL */
    const char *cache;    /* folder of measurements, or NULL: measure/ in the user's cache folder */
    int jobs, timeout_s;
    uint64_t seed;
    bool small;           /* a handful of designs: for tests */
    bool energy;
    bool quiet;
    /* calibrate */
    const char *name, *source, *out;
    /* validate */
    const char *tech;     /* name or file */
    const char *points;   /* file of designs, or NULL: drawn from the seed */
    const char *csv, *svg; /* files to write, or NULL */
    const char *record;   /* write the technology with its errors to this file, or NULL */
};

/* Measures the training set, fits, writes o->out. False after diagnostics. */
bool calibrate_run(const struct calibrate_options *o, struct diag *d);

/* Measures a validation set, prints the errors, writes what was asked for. False after diagnostics: a failed point, or a
 * bound that is exceeded (E524). */
bool validate_run(const struct calibrate_options *o, struct diag *d);

/* Whether the errors keep to the bounds that docs/cost-model.md states; reports each that does not. */
bool validate_bounds(const struct tech *t, struct diag *d);

/* Reads a file of designs: one on each line, as flags of tlut-gen; '#' starts a comment. */
bool points_read(struct points *p, const char *path, struct diag *d);

#endif
