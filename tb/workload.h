/* SPDX-License-Identifier: Apache-2.0 */
/* workload.h -- the linear layers of a model: <workload name="..." source="..."><layer name m n count/>...</workload>.
 *
 * The format is that of gen/schema/tlut_workload.xsd. A file is read like an architecture: no DOCTYPE, no entities, no
 * network, a size limit; unknown elements and attributes are errors.
 */
#ifndef TLUT_WORKLOAD_H
#define TLUT_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

#define WORKLOAD_LIMIT (1u << 20)  /* bytes */
#define WORKLOAD_MAX_SIZE 16777216 /* largest m and n */
#define WORKLOAD_MAX_COUNT 1000000 /* largest count */

struct workload_layer {
    char *name;
    int64_t m, n;  /* outputs, inputs */
    int64_t count; /* how many the model has */
};

struct workload {
    char *name, *source; /* source: where the shapes come from; "" if not given */
    struct workload_layer *layer;
    int layers;
};

/* Reads a file. False after diagnostics (E001 to E003, E101, E102, E411); *w is then empty. */
bool workload_read(struct workload *w, const char *path, struct diag *d);
/* The same from a text in memory, which must live until the diagnostics are printed. */
bool workload_parse(struct workload *w, const struct src *xml, struct diag *d);
void workload_release(struct workload *w);

/* The layer of that name, or NULL after a diagnostic (E412). `path` is for the message. */
const struct workload_layer *workload_find(const struct workload *w, const char *name, const char *path,
                                           struct diag *d);

#endif
