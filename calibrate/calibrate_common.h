/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate_common.h -- shared by calibrate.c and validate.c. */
#ifndef TLUT_CALIBRATE_COMMON_H
#define TLUT_CALIBRATE_COMMON_H

#include "buf.h"
#include "calibrate.h"
#include "liberty.h"
#include "pool.h"

/* The folder of measurements: the one given, or a default that *path holds. */
const char *calibrate_cache(const char *given, struct buf *path);

/* Writes a whole file or none. */
bool calibrate_write(const char *path, const struct buf *text, struct diag *d);

/* Measures all points. False after a diagnostic: some failed (E521), or the user stopped it (E523). */
bool calibrate_measure(const struct calibrate_options *o, const struct liberty *lib, const struct points *p,
                       struct measured *m, struct diag *d);

/* Appends modelled against measured values, a line each design, units in the heads. */
void calibrate_csv(struct buf *out, const struct tech *t, const struct points *p, const struct measured *m);

/* Some points were never tried. */
bool calibrate_stopped(const struct measured *m, int count);

#endif
