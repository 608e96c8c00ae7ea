/* SPDX-License-Identifier: Apache-2.0 */
/* sta.h -- what OpenSTA says of a netlist. It ends with status 0 whatever happens, so its words are read: an error, a
 * warning about the netlist, an answer that is missing is a failure.
 */
#ifndef TLUT_STA_H
#define TLUT_STA_H

#include <stdbool.h>

#include "measure_run.h"
#include "netlist.h"

#define STA_CLOCK_PS 10000.0    /* period that is asked for */
#define STA_NETLIST "netlist.v" /* files in the runner's folder */

/* Writes the netlist into the runner's folder. */
bool sta_netlist(struct runner *r, const struct netlist *n);

/* Begins a script: reads Liberty file and netlist, makes the clock, times all ports by it. */
void sta_prologue(struct buf *script, const struct netlist *n, const struct liberty *lib, const char *liberty,
                  const char *clock_port);

/* Runs the script and checks what can be checked without knowing its answers. The answers begin behind the line that
 * sta_prologue() prints last. */
bool sta_run(struct runner *r, const char *name, struct buf *script, struct buf *answers);

/* The shortest clock period for the paths into each stage, in ps; 0: the stage has no registers. */
bool sta_stages(struct runner *r, const struct netlist *n, const struct liberty *lib, const char *liberty,
                const char *clock_port, double stage[COST_STAGES]);

#endif
