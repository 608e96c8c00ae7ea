/* SPDX-License-Identifier: Apache-2.0 */
/* tech.h -- technology files: the coefficients of the cost model with where they come from and how wrong they were.
 *
 * Those in tech/ of the source tree are part of the programs; others are files made by `tlut-cost calibrate`. A file holds
 * fitted numbers only, nothing of the Liberty file that they were fitted to.
 */
#ifndef TLUT_TECH_H
#define TLUT_TECH_H

#include <stdbool.h>

#include "cost.h"
#include "diag.h"

#define TECH_DEFAULT "osu018"

enum { TECH_MAX_ERRORS = 64 };

/* What a validation found, on designs that no fit has seen. */
struct tech_error {
    char what[16];  /* "area", "fmax", "energy" */
    char type[16];  /* activation type, or "all" */
    int points;
    double mean, worst; /* of the absolute error, percent */
    double kendall;     /* rank correlation, "all" of area; else NAN */
    double regret;      /* percent: how much larger the model's choice is than the best one, worst class; else NAN */
};

struct tech {
    char name[32];
    char library[64], liberty_sha256[65], tools[96]; /* provenance: library group, its text as used, tool versions */
    char source[200];     /* where the Liberty file comes from, in words */
    char dont_use[120];   /* globs of cells left out of it, with commas between */
    int seed, points;     /* training set */
    int validation_seed;
    double voltage;       /* V, nominal */
    struct cost_coefficients c;
    int errors;
    struct tech_error error[TECH_MAX_ERRORS];
};

/* Reads a technology by the name of a shipped one, or from a file. NULL name: the default, osu018. False after a
 * diagnostic: no such name or file, a coefficient that is missing, unknown, given twice, negative, not a number. */
bool tech_load(struct tech *t, const char *name_or_path, struct diag *d);
bool tech_parse(struct tech *t, const struct src *xml, struct diag *d);

/* Appends the XML; reading it gives *t again. */
void tech_write(struct buf *out, const struct tech *t);

/* The error of "area", "fmax" or "energy" that a validation found for this data type, else for all types, or NULL. */
const struct tech_error *tech_error_of(const struct tech *t, const char *what, const char *type);

/* Names of the shipped technologies, NULL-terminated. */
const char *const *tech_names(void);

#endif
