/* SPDX-License-Identifier: Apache-2.0 */
/* report.h -- report.html: the results of a finished sweep as one page, with plots (plots/ of the result folder) and,
 * if wanted, with measurements of the best designs (verify.csv).
 *
 *   struct report_options options = {.verify = 3, .jobs = 2};
 *   report_write("OUT", &options, diag);
 *
 * The page needs nothing but itself: no network, no fonts, no scripts of others. Same results, same bytes.
 */
#ifndef TLUT_DSE_REPORT_H
#define TLUT_DSE_REPORT_H

#include <stdbool.h>

#include "diag.h"

struct report_options {
    int verify;          /* so many of the best designs are simulated and synthesized */
    const char *liberty; /* the technology's cell library; NULL: an installed one, if it is that of the technology */
    const char *cache;   /* folder of measurements; NULL: tlut/measure in the user's cache */
    int jobs;            /* designs measured at once */
    bool quiet;          /* no progress on standard error */
};

/* Writes the page, the plots and verify.csv into the folder of a finished sweep; what is there is replaced file by file,
 * each whole or not at all. A design that cannot be measured or is wrong keeps a row with the reason, and the others go on.
 * False after a diagnostic (E101, E203, E501 to E505, and E521 for such designs, when all is written). */
bool report_write(const char *out, const struct report_options *o, struct diag *d);

/* Whether the folder has a page. */
bool report_exists(const char *out);

#endif
