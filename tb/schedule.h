/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.h -- exact time: the beats and cycles of a GEMV, and a cycle model of the handshakes.
 *
 * schedule_gemv() is the closed form for streams that never stall. struct cycle_model is the same machine cycle by cycle,
 * for streams that do: fed with VALID of the inputs and READY of the output, it gives READY and VALID of the other side.
 * The co-simulation compares every handshake signal with it in every cycle.
 */
#ifndef TLUT_SCHEDULE_H
#define TLUT_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "dims.h"

struct schedule {
    int64_t passes;       /* ceil(M / (outputs * R)) */
    int64_t tiles;        /* activation beats a pass, ceil(N / n) */
    int64_t act_beats;    /* tiles * passes, all jobs */
    int64_t key_beats;    /* tiles * ceil(M / outputs), all jobs: one a cycle when nothing stalls */
    int64_t result_beats; /* ceil(M / outputs), all jobs */
    int64_t latency;      /* cycles that are not key beats: filling and draining the pipeline */
    int64_t stalls;       /* cycles in which the core itself cannot take a key beat (sequential build, FP interlock) */
    int64_t cycles;       /* from the cycle in which the first activation beat is accepted to that of the last result,
                             both included: key_beats + latency + stalls */
    int64_t macs;         /* M * N * T * jobs: the useful ones, padding not counted */
};

/* `jobs` vectors back to back. */
void schedule_gemv(struct schedule *s, const struct arch *a, const struct dims *d, int64_t m, int64_t n, int64_t jobs);

/* One clock cycle of the handshakes. Inputs are what the host drives in this cycle. */
struct cycle_in { bool act_valid, act_last, key_valid, key_last, res_ready; };
struct cycle_out { bool act_ready, key_ready, res_valid, res_last; };

struct cycle_model; /* opaque */
struct cycle_model *cycle_new(const struct arch *a, const struct dims *d);
void cycle_free(struct cycle_model *c);
void cycle_reset(struct cycle_model *c);
/* Outputs of the current cycle: they depend on registers only, never on this cycle's inputs. */
void cycle_outputs(const struct cycle_model *c, struct cycle_out *out);
/* The rising clock edge that ends the cycle. */
void cycle_clock(struct cycle_model *c, const struct cycle_in *in);

#endif
