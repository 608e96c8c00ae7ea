/* SPDX-License-Identifier: Apache-2.0 */
/* run.h -- a run of drive.h on a simulator: Verilator (run_verilator.c) or Icarus (run_icarus.c), same stimuli, same
 * checks. */
#ifndef TLUT_RUN_H
#define TLUT_RUN_H

#include <stdbool.h>

#include "diag.h"
#include "drive.h"
#include "toggles.h"

struct run_options {
    const char *cache; /* of Verilated models, see simcache.h */
    const char *trace; /* FST file, or NULL */
    const char *rtl;   /* Verilog file to simulate instead of the emitted ones (given.h), or NULL */
    bool quiet;        /* no progress on standard error */
    /* Icarus only: receives the toggles of the nets in the top module (those of a flat netlist: all of them), from the
     * first cycle after reset to the end of the run, the cycles before the first beat and after the last result
     * included. There are no delays, and inputs change with the registers: a clock net toggles twice a cycle, any other
     * net once at most. Released by the caller, also after a failure. NULL: not wanted. Excludes a trace. */
    struct toggles *toggles;
};

struct run_result {
    struct drive_report report;
    double build_seconds; /* 0: the model came from the cache */
    double run_seconds;   /* simulation and checks */
    char tool[128];       /* its version line */
};

/* Both return false after a diagnostic (E301 to E306) if the run could not take place; what the core did wrong is in
 * the report. */
bool run_verilator(const struct drive_setup *setup, const struct run_options *options, struct run_result *result,
                   struct diag *d);
bool run_icarus(const struct drive_setup *setup, const struct run_options *options, struct run_result *result,
                struct diag *d);

#endif
