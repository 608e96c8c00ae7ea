/* SPDX-License-Identifier: Apache-2.0 */
/* measure_internal.h -- internal power as OpenSTA 2.0.17 has to read it to come to what Liberty means.
 *
 * Liberty: each transition of an output takes the energy of the arc that caused it; a transition of an input takes that
 * of the input's table, in its state. OpenSTA 2.0.17 adds the energies of rise and fall for every transition in place
 * of their mean, and the arcs of all inputs in place of one of them: a register's clock counts twice, a gate of four
 * inputs up to four times. Later versions have been corrected. Here the tables are scaled so that its sums come out
 * right:
 *
 *   output: mean of rise and fall, mean over the arcs, weighed by how probable their states are
 *   input: mean of rise and fall, times the probability of the state
 *
 * States of inputs are taken as equally probable and independent. Tables of ground pins are left out.
 */
#ifndef TLUT_MEASURE_INTERNAL_H
#define TLUT_MEASURE_INTERNAL_H

#include "buf.h"
#include "liberty.h"

/* Writes the whole text of the library, with other tables. False if it is not understood. */
bool internal_power_text(const struct liberty *lib, struct buf *out);

#endif
