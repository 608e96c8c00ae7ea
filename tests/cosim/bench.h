/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h -- one run of a core with given shapes, patterns and gaps; everything is checked, and said if it is wrong. */
#ifndef TLUT_COSIM_BENCH_H
#define TLUT_COSIM_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "drive.h"
#include "stim.h"

enum { BENCH_MAX_JOBS = 4 };

struct core {
    struct arch arch;
    struct dims dims;
    struct lutnet net;
    const char *group;
    const struct dut_api *api; /* NULL: runs in Icarus */
    struct dut *dut;
};

struct shape {
    int64_t m, n;
};

struct bench {
    const char *what; /* for messages */
    struct shape shape[BENCH_MAX_JOBS];
    int jobs; /* back to back */
    enum stim_pattern weights, acts;
    double stall_act, stall_key, stall_res;
    uint64_t ready_pattern;
    int ready_length;
    int64_t abandon_after; /* > 0: stop there; what was seen so far must be right */
    uint64_t seed;
    unsigned status; /* out: of the core at the end */
};

void core_init(struct core *c, const struct arch *a, const char *group);
/* Opens the Verilated core with a start-up state made from the seed (closing an open one). */
void core_open(struct core *c, uint64_t seed);
void core_close(struct core *c);

/* Runs it. True if everything was right, in exactly the expected number of cycles. */
bool bench_run(struct core *c, struct bench *b);

/* Runs any source of beats and expects that status at the end, in the bits of `mask`; no dense comparison. */
bool bench_source(struct core *c, const char *what, const struct drive_setup *setup, unsigned status, unsigned mask);

/* A bench of random shapes, patterns and gaps. */
struct bench bench_random(const struct core *c, uint64_t *state);

/* All fields of a setup but source, stalls and seed. */
struct drive_setup bench_setup(const struct core *c);

#endif
