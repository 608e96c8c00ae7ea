/* SPDX-License-Identifier: Apache-2.0 */
/* verify.h -- the best designs of a sweep, measured: a small GEMV on the emitted RTL against the golden model, and synthesis
 * with timing and energy. */
#ifndef TLUT_DSE_VERIFY_H
#define TLUT_DSE_VERIFY_H

#include "dse.h"
#include "measure.h"
#include "report.h"

enum verify_exact { VERIFY_EXACT, VERIFY_DIFFERS, VERIFY_NOT_RUN };

struct verify_figures {
    double area_um2;   /* with fan-out buffers */
    double fmax_mhz;
    double pj_per_mac; /* at the clock in effect by the model, leakage included */
};

struct verified {
    uint64_t index; /* of the sweep */
    enum verify_exact exact;
    char reason[240]; /* why it is not exact, or could not be simulated */
    int64_t m, n;     /* shape of the GEMV */
    struct measured measured;
    struct verify_figures model, real; /* real: only if measured.status is MEASURED_OK */
};

struct verification {
    int count;
    struct verified *design;  /* best first */
    char library[64];         /* that was used */
    bool same_library;        /* it is the one that the technology was fitted to */
};

/* Measures the `o->verify` best designs of r, or as many as there are. False after a diagnostic: no library. */
bool verify_run(struct verification *v, const struct dse_result *r, const struct report_options *o, struct diag *d);
void verify_release(struct verification *v);

/* E521, if a design is not bit-exact or not measured. `out` is the folder with the reasons. */
bool verify_judge(const struct verification *v, const char *out, struct diag *d);

/* The measurements of an index, or NULL. */
const struct verified *verify_find(const struct verification *v, uint64_t index);

/* How far the model is off, in percent of the measured value. */
double verify_error(double model, double real);

/* verify.csv. */
void verify_csv(struct buf *out, const struct verification *v, const struct dse_result *r);

#endif
