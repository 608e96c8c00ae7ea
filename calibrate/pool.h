/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h -- measures many architectures, several at a time, with progress on stderr. */
#ifndef TLUT_POOL_H
#define TLUT_POOL_H

#include <stdbool.h>

#include "measure.h"
#include "points.h"

struct pool_options {
    const struct measure_flow *flow; /* its `energy` holds for the points that ask for it */
    int jobs;                        /* at once, 1..64 */
    bool quiet;
};

struct pool_result {
    int done, failed, cached;
    bool stopped; /* by SIGINT or SIGTERM: what is not measured has status MEASURED_FAILED and reason "not measured" */
};

/* out[i] is the measurement of p->point[i]. A failed point gets its status and reason, and the rest go on. On a terminal
 * a bar shows what is left and for how long; elsewhere a line stands for each tenth. */
struct pool_result pool_measure(const struct points *p, const struct pool_options *o, struct measured *out);

#endif
