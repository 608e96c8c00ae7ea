/* SPDX-License-Identifier: Apache-2.0 */
/* measure.h -- what one architecture costs by synthesis: area and leakage by part, the longest path of each stage, and
 * the energy of a cycle by part. The cost model is fitted to these numbers and judged by them.
 *
 * Flow: the generator's RTL -> Yosys + ABC module by module (hierarchy kept: no optimization across modules) ->
 * flat netlist -> buffers on every net with more than MEASURE_FANOUT loads (the clock aside) -> OpenSTA. Pre-layout: no
 * wires, ideal clock. Areas are those of Yosys, before the buffers; buffers are reported apart, and timing and energy
 * are measured with them. Energy: the netlist runs in the project's own bench, bit-exactly (gatesim.h), toggles of
 * every net are counted (once a cycle: zero delay, no glitches), and OpenSTA's power at these activities, over the
 * clock frequency, is the energy of a cycle; leakage is kept apart.
 */
#ifndef TLUT_MEASURE_H
#define TLUT_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "diag.h"
#include "parts.h"

#define MEASURE_FANOUT 16 /* loads of a net, at most */

struct liberty; /* liberty.h */

enum measured_status { MEASURED_OK, MEASURED_FAILED, MEASURED_TIMEOUT };

struct measured {
    enum measured_status status;
    char reason[240];           /* why not OK: one line for people, with the tool's own words */
    double area[COST_PARTS];    /* um2 (unit of the Liberty file), without buffers */
    double leakage[COST_PARTS]; /* nW, sum of the cells' leakage; 0 if the library has none */
    double buffer_area;         /* um2 */
    int cells, flipflops, buffers;
    double stage[COST_STAGES]; /* ps: longest path into the stage with setup time; 0: no such path */
    bool has_energy;
    double energy[COST_PARTS]; /* fJ a cycle, internal and switching, clock pins included */
    double buffer_energy;      /* fJ a cycle in the buffers, not in energy[] */
    int64_t cycles;            /* that were simulated */
    double seconds;            /* that the tools took */
};

struct measure_flow {
    const struct liberty *lib;
    const char *cache; /* folder of results by content, created if missing; NULL: no cache */
    int timeout_s;     /* of one tool run; 0: 600 */
    bool energy;       /* simulate and measure energy too */
    bool flat;         /* flatten before synthesis (one netlist for all; only area, as a whole, in glue) */
};

/* Measures one architecture, checked and resolved. Never reports to the user: a failure is a status and a reason.
 * Interrupted (SIGINT) it leaves nothing but whole cache entries. Thread-safe: callers run several at once. */
void measure_arch(const struct measure_flow *flow, const struct arch *a, struct measured *out);

/* Whether the result is in the cache already (so that a progress bar can tell what is left). */
bool measure_cached(const struct measure_flow *flow, const struct arch *a);

#endif
