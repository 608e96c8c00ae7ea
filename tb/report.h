/* SPDX-License-Identifier: Apache-2.0 */
/* report.h -- what tlut-sim says about a run: a short table for people, or JSON for programs. */
#ifndef TLUT_REPORT_H
#define TLUT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "arch.h"
#include "buf.h"
#include "dims.h"
#include "run.h"

struct report {
    const struct arch *arch; /* resolved */
    const struct dims *dims;
    const char *simulator; /* "verilator" or "icarus" */
    const char *layer;     /* of a workload, or NULL */
    int64_t m, n, jobs;
    bool seeded; /* weights and activations made from the seed */
    uint64_t seed;
    double stall;
    int64_t expected_cycles, macs;
    int64_t dense_differences; /* results that differ from a plain matrix product */
    const struct run_result *run;
};

/* Useful multiply-accumulates over those that the core could have done in these cycles. */
double report_utilisation(const struct report *r);
/* Bit-exact, by the rules of the streams, in exactly the expected number of cycles. */
bool report_ok(const struct report *r);
void report_text(const struct report *r, FILE *out);
void report_json(const struct report *r, FILE *out);

/* What reports of all kinds have in common (token.h). */

/* Appends the parameters that differ from the defaults, and always the main ones: "name: kind=lut mu=3 luts=16 ...". */
void report_architecture(const struct arch *a, struct buf *out);
/* A line of the table: what it is, and printf. */
void report_line(FILE *out, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The sticky bits that a core ended with, in words; nothing for none. */
void report_status(unsigned status, FILE *out);
/* An object with the architecture, its digest, the versions of tlut and the simulator. */
json_t *report_json_head(const struct arch *a, const char *simulator, const char *version);
/* Prints the object and releases it. */
void report_json_end(json_t *root, FILE *out);

#endif
