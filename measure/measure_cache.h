/* SPDX-License-Identifier: Apache-2.0 */
/* measure_cache.h -- measurements kept in a folder: one JSON file each, named by what was measured, written whole or
 * not at all. A file that cannot be understood counts as missing.
 */
#ifndef TLUT_MEASURE_CACHE_H
#define TLUT_MEASURE_CACHE_H

#include <stdbool.h>

#include "buf.h"
#include "measure.h"
#include "outdir.h"

#define MEASURE_FLOW_VERSION 2   /* raise it when the flow gives other numbers for the same input, ... */
#define MEASURE_ENERGY_VERSION 2 /* ... or this one when only the energy changes: then the rest is kept */

/* The path of the entry for a package under a flow. False with a message if a tool does not say its version. */
bool measure_cache_path(const struct measure_flow *flow, const struct outdir *package, struct buf *path,
                        const char **missing);

bool measure_cache_load(const char *path, struct measured *out);

/* The result as JSON, and back as measure_cache_load() reads it. Freed with free(). */
char *measure_json(const struct measured *m);

/* Makes the folder if needed. False if the entry cannot be written (errno). */
bool measure_cache_store(const char *folder, const char *path, const struct measured *m);

#endif
