/* SPDX-License-Identifier: Apache-2.0 */
/* drive.h -- the test harness of a core: what to drive in each cycle, and whether what comes back is right.
 *
 * A run is reset, the beats of a source, and some cycles more in which nothing may happen. In every cycle
 *   - VALID and READY of the core are compared with struct cycle_model (time), until the first difference;
 *   - every accepted result is compared with struct golden (values), and its padding with zero;
 *   - the rules of AXI4-Stream are checked: VALID stays, payload stays, VALID is low in reset.
 * While a VALID is low the host drives random garbage on data and TLAST, and random bits on the padding always.
 * The same loop serves Verilated models (drive_dut), Icarus (vectors written, answers read) and the cycle model alone:
 *     while (drive_inputs(d, &in)) { ...one clock cycle of whatever... drive_observe(d, &out); }
 * Random decisions depend on the seed and the handshakes only, so every simulator sees the same stimuli.
 */
#ifndef TLUT_DRIVE_H
#define TLUT_DRIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arch.h"
#include "dims.h"
#include "dut.h"
#include "lutnet.h"
#include "schedule.h"

/* Where beats come from and where results go. The first two functions write the next beat and its TLAST, or return
 * false at the end; the data pointer is NULL when only the timing matters. */
struct drive_source {
    void *ctx;
    void (*rewind)(void *ctx);
    bool (*act)(void *ctx, uint32_t *act, bool *last); /* T * n bit patterns */
    bool (*key)(void *ctx, uint32_t *key, bool *last); /* outputs * L keys */
    /* The payload bits of the beat that key() gave last, if they come from elsewhere than those keys; the core gets
     * them, the golden model gets the keys. NULL: the keys are packed. */
    void (*key_bits)(void *ctx, uint32_t *word);
    /* Result beat number `beat`, as the core gave it: T * outputs values (integers sign-extended). NULL: not wanted. */
    void (*result)(void *ctx, int64_t beat, const int64_t *value);
    /* Names the job and the row of result k of a beat; -1 for padding. NULL: beats are named by number. */
    void (*locate)(void *ctx, int64_t beat, int k, int64_t *job, int64_t *row);
};

struct drive_setup {
    const struct arch *arch;
    const struct dims *dims;
    const struct lutnet *net; /* NULL: time only */
    struct drive_source source;
    uint64_t seed;
    double stall_act, stall_key, stall_res; /* probability of a gap in a cycle, 0 to below 1 */
    uint64_t ready_pattern;                 /* with ready_length > 0: READY of the results, bit (cycle % length) */
    int ready_length;
    int64_t abandon_after; /* > 0: stop after that many cycles, as if the host died (then reset and run again) */
    FILE *log;             /* findings, at most 10 of them; NULL: none */
};

/* Cycles that brought no key beat, by cause; with key beats, fill and drain they add up to `cycles`. */
struct drive_stalls {
    int64_t act_starved;    /* the core had no table: the host held the activations back */
    int64_t key_starved;    /* the core was ready for keys: the host held them back */
    int64_t result_blocked; /* the host did not take a waiting result */
    int64_t core;           /* the core itself: sequential build, interlock */
    int64_t fill, drain;    /* before the first key beat, after the last */
};

struct drive_report {
    int64_t cycles;       /* from the first accepted activation beat to the last accepted result, both included */
    int64_t total_cycles; /* simulated, with reset and tail */
    int64_t act_beats, key_beats, result_beats;
    struct drive_stalls stalls;
    int64_t mismatches;      /* result values that differ from the golden model, or that no one expected */
    int64_t timing_errors;   /* 0 or 1: a handshake differed from the cycle model (not compared after that) */
    int64_t protocol_errors; /* breaches of the stream's rules, padding not zero, unknown bits */
    unsigned status, expected_status;
    bool timed_out, abandoned;
};

/* Did everything agree? */
bool drive_ok(const struct drive_report *r);

struct drive; /* opaque: a run */

/* NULL if memory runs out. The source is rewound. `setup` is copied, what it points to must live on. */
struct drive *drive_new(const struct drive_setup *setup);
void drive_free(struct drive *d);
/* The inputs of the next cycle; false when the run is over. Data stay valid until the next call. */
bool drive_inputs(struct drive *d, struct dut_in *in);
/* The outputs that the core shows in that cycle, before the clock edge. NULL: as the cycle model says (time only). */
void drive_observe(struct drive *d, const struct dut_out *out);
/* An outside finding of this cycle (a simulator's unknown bit, an output that follows an input): a protocol error. */
void drive_complain(struct drive *d, const char *what);
/* Has the timing left the cycle model? */
bool drive_timing_lost(const struct drive *d);
void drive_finish(const struct drive *d, struct drive_report *report);

/* Runs a Verilated core from reset to the end. False if memory runs out. */
bool drive_dut(const struct drive_setup *setup, const struct dut_api *api, struct dut *dut,
               struct drive_report *report);
/* Cycles by the cycle model alone, with the same gaps; -1 if it makes no progress or memory runs out. */
int64_t drive_expected_cycles(const struct drive_setup *setup);

struct dut_widths drive_widths(const struct dims *d);

#endif
