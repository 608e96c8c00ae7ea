/* SPDX-License-Identifier: Apache-2.0 */
/* token.h -- one token: every linear layer of a workload through the Verilated core.
 *
 * Each matrix of the model is a run of its own, from reset to the last result, checked as any run is: every handshake
 * against the cycle model, every result against the golden model, y against a plain product, the cycles against the
 * closed form. The matrices are shared out among processes. Weights and activations of each are random, made from the
 * seed and the number of the matrix: what lies between the layers of a model (attention, normalization) is not
 * computed.
 */
#ifndef TLUT_TOKEN_H
#define TLUT_TOKEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arch.h"
#include "diag.h"
#include "dims.h"
#include "workload.h"

enum { TOKEN_MAX_PROCESSES = 64, TOKEN_MAX_MATRICES = 1000000 };

struct token_setup {
    const struct arch *arch; /* resolved */
    const struct dims *dims;
    const struct workload *workload;
    uint64_t seed;
    double stall;      /* probability of a gap on each stream */
    int processes;     /* at once, 1..TOKEN_MAX_PROCESSES */
    const char *cache; /* of models, see simcache.h */
    const char *rtl;   /* Verilog file to simulate instead of the emitted ones (given.h), or NULL */
    bool quiet;        /* no progress on standard error */
};

/* What a layer's matrices took, together. */
struct token_layer {
    int64_t runs;     /* matrices that were run: `count` of the layer, unless a failure ended the work */
    int64_t cycles;   /* of these */
    int64_t expected; /* of one, by the closed form: streams that never stall */
    int64_t macs;     /* useful ones, of all matrices of the layer and all lanes */
    int64_t wrong;    /* results that differ from the golden model or the plain product */
    int64_t failed;   /* runs in which anything at all was wrong */
};

struct token_result {
    struct token_layer *layer; /* as many as the workload has */
    int64_t matrices, runs, failed, wrong;
    int64_t macs, cycles, expected; /* of the whole token; cycles: of what was run */
    int64_t simulated_cycles;       /* with reset and drain */
    unsigned status;                /* STATUS bits that any run ended with */
    double build_seconds;           /* of the model; 0: it came from the cache */
    double run_seconds;             /* wall time of all runs, stimuli and checks included */
    bool has_dense;                 /* there is a plain product to compare with (jobs.h) */
    char tool[128];                 /* the simulator's version line */
    int processes;
};

/* False after a diagnostic (E301, E303 to E306, E404) if the work could not be done. What the core did wrong is in the
 * result, and on standard error: the first failure ends the work. Release the result in any case. */
bool token_run(const struct token_setup *s, struct token_result *r, struct diag *d);
void token_release(struct token_result *r);

/* Everything was run, and right. */
bool token_ok(const struct token_result *r);

void token_report_text(const struct token_setup *s, const struct token_result *r, FILE *out);
void token_report_json(const struct token_setup *s, const struct token_result *r, FILE *out);

#endif
