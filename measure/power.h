/* SPDX-License-Identifier: Apache-2.0 */
/* power.h -- the energy of a clock cycle: toggles of a bit-exact simulation, weighed by OpenSTA. */
#ifndef TLUT_POWER_H
#define TLUT_POWER_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "measure_run.h"
#include "netlist.h"
#include "toggles.h"

#define POWER_TOGGLES "toggles.txt" /* file in the runner's folder */

/* The product that is simulated: whole passes of outputs * R rows, whole beats of activations, and such a number of
 * them that it takes POWER_CYCLES_MAX cycles or a little less (more for long pipelines), one beat at least. */
enum { POWER_CYCLES_MIN = 150, POWER_CYCLES_MAX = 400 };
void power_shape(const struct arch *a, int64_t *m, int64_t *n);

/* Runs the product on the netlist and counts toggles, in gatesim.h, or in Icarus Verilog if its models of the cells are
 * given (the netlist stands in the folder then, sta_netlist()). A second product follows without a gap, so that the core is
 * as busy as in a long one, and the run stops with the last result of the first. A result that is wrong, or late, is a
 * failure. */
bool power_simulate(struct runner *r, const struct arch *a, const struct netlist *n, const struct liberty *lib,
                    const struct cell_models *icarus, struct toggles *out);

/* Energy by part and in the buffers, fJ a cycle, at these toggles: of each cell its internal energy, clock pins
 * included, and that of the load it drives. What drives the ports (clock, inputs) is outside. `leakage` in nW is what
 * OpenSTA should find, roughly: the test of its units. */
bool power_energy(struct runner *r, const struct netlist *n, const struct liberty *lib, const struct toggles *toggles,
                  double leakage, double energy[COST_PARTS], double *buffer_energy);

#endif
