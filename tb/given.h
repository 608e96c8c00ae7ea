/* SPDX-License-Identifier: Apache-2.0 */
/* given.h -- Verilog from elsewhere in the place of the emitted RTL: a netlist, or RTL that somebody changed by hand.
 */
#ifndef TLUT_GIVEN_H
#define TLUT_GIVEN_H

#include <stdbool.h>

#include "arch.h"

struct diag;
struct outdir;

/* Collects what a simulator reads of architecture a, at least files.f and the Verilog files that it lists. rtl NULL:
 * the whole emitted package. Otherwise rtl is one Verilog file that holds everything; its top module has the name and
 * the ports of the emitted wrapper, which the simulators check. False after a diagnostic (E101, E102, or those of
 * emit_package()). */
bool given_package(const struct arch *a, const char *rtl, struct outdir *out, struct diag *d);

#endif
