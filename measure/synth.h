/* SPDX-License-Identifier: Apache-2.0 */
/* synth.h -- from emitted RTL to a mapped netlist, with Yosys and ABC. */
#ifndef TLUT_SYNTH_H
#define TLUT_SYNTH_H

#include <stdbool.h>

#include "arch.h"
#include "measure_run.h"
#include "netlist.h"
#include "outdir.h"

#define SYNTH_CLOCK "aclk"        /* clock port of the wrapper */
#define SYNTH_LIBERTY "cells.lib" /* files in the runner's folder */

/* Writes the Verilog files that files.f lists into the runner's folder, and appends the Yosys commands that read them. */
bool synth_write_rtl(struct runner *r, const struct outdir *package, struct buf *script);

/* Synthesizes the emitted package of architecture a. flat: without hierarchy. Checks that the cells' areas add up to
 * the area that Yosys reports. False with a reason; `out` is to be released in any case. */
bool synth_run(struct runner *r, const struct arch *a, const struct outdir *package, const struct liberty *lib,
               bool flat, struct netlist *out);

#endif
