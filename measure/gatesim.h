/* SPDX-License-Identifier: Apache-2.0 */
/* gatesim.h -- simulates a mapped netlist cycle by cycle: cells by their functions in the Liberty file, no delays.
 *
 * Combinational cells are put in order once; a cycle is one pass over them, so that glitches cost nothing (an event-driven
 * simulator follows them for minutes in a multiplier of floats). A net's value in a cycle is the one it settles at; a toggle
 * is a change of it from one cycle to the next. Icarus Verilog with the models that Yosys makes of the same file is the
 * independent witness (tests/measure).
 */
#ifndef TLUT_GATESIM_H
#define TLUT_GATESIM_H

#include <stdint.h>

#include "arch.h"
#include "drive.h"
#include "measure_run.h"
#include "netlist.h"

struct gatesim; /* opaque */

/* NULL with a reason in the runner: a cell without a known function, a register that is not on the rising edge of the clock
 * or whose clear or preset is in use, a loop. Registers start from bits of the seed. */
struct gatesim *gatesim_new(const struct netlist *n, const struct liberty *lib, uint64_t seed, struct runner *r);
void gatesim_free(struct gatesim *s);

/* The inputs of a cycle; all nets settle. */
void gatesim_drive(struct gatesim *s, const struct dut_in *in, const struct dut_widths *w);
/* The outputs of this cycle; out->res_data has (w->res + 31) / 32 words. */
void gatesim_sample(const struct gatesim *s, struct dut_out *out, const struct dut_widths *w);
/* Counts this cycle's toggles against the last one that was counted. */
void gatesim_count(struct gatesim *s);
/* The rising edge: registers take their next values. */
void gatesim_edge(struct gatesim *s);

/* Cycles and toggles of each net since gatesim_count() was first called (in that first cycle nothing toggles yet). */
int64_t gatesim_cycles(const struct gatesim *s);
const int64_t *gatesim_toggles(const struct gatesim *s);

#endif
