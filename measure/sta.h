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

#define STA_LIBERTY "timing.lib"

/* Writes a Liberty text into file `name` of the runner's folder, without default wire loads: OpenSTA would add wires of
 * their length to nets, by the number of loads, and other libraries have none. */
bool sta_liberty(struct runner *r, const char *name, const char *text, size_t size);

/* Writes the netlist into the runner's folder: netlist_verilog(), or netlist_verilog_sources(). */
bool sta_netlist(struct runner *r, const struct netlist *n);
bool sta_netlist_sources(struct runner *r, const struct netlist *n, const char *source, const char *name);

/* Begins a script: a procedure tlut_pin, Liberty files (`more` or NULL), netlist, clock. sta_ready() ends
 * the beginning: answers follow. */
void sta_prologue(struct buf *script, const struct netlist *n, const struct liberty *lib, const char *liberty,
                  const char *more, const char *verilog, const char *clock_port);
void sta_ready(struct buf *script);

/* Runs the script and checks what can be checked without knowing its answers. The answers are what
 * follows sta_ready(). A command of many lines takes OpenSTA time by the square of their number: long lists are lines.
 */
bool sta_run(struct runner *r, const char *name, struct buf *script, struct buf *answers);

/* The shortest clock period for the paths into each stage, in ps; 0: the stage has no registers. */
bool sta_stages(struct runner *r, const struct netlist *n, const struct liberty *lib, const char *clock_port,
                double stage[COST_STAGES]);

#endif
