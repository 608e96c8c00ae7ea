/* SPDX-License-Identifier: Apache-2.0 */
/* netlist.h -- a flat mapped netlist as a graph: read from Yosys, buffered, written as Verilog that every tool reads.
 *
 * Nets, cells and pins are numbers. Pins of cell c are first_pin .. first_pin + type->pins - 1, in the order of its
 * type. In the Verilog, cell c is i<c>, net k is n<k>, ports are those of the wrapper.
 */
#ifndef TLUT_NETLIST_H
#define TLUT_NETLIST_H

#include <stdbool.h>
#include <stdio.h>

#include "liberty.h"
#include "measure_models.h"
#include "parts.h"

enum { NET_FALSE, NET_TRUE, NET_UNDEF, NET_FIRST }; /* nets of constants, and the first other */

struct netlist_cell {
    const struct cell_type *type;
    const struct liberty_cell *lib;
    int first_pin;
    int part; /* enum cost_part, or COST_PARTS for buffers */
};

struct netlist_port { /* one bit of a port, in the order of the ports, lowest bit first */
    const char *name; /* of the whole port */
    int bit;          /* -1: the port is a single wire */
    bool output;
    int net;
};

struct netlist {
    const char *name;
    struct netlist_cell *cell;
    int cells, cell_room;
    int *pin_net; /* net of each pin; -1: open */
    int pins, pin_room;
    struct netlist_port *port;
    int ports, port_room;
    int nets;
    int *alias;  /* private: other names of nets, while reading */
    int clock;   /* the net of the clock port */
    int buffers; /* cells added by netlist_buffer() */
    char *text;  /* what was read: names point into it */
};

/* Reads what `write_blif -cname -gates -icells -conn -impltf` wrote (the text is taken over) and checks it: known
 * cells, inputs all driven, by one driver, registers on the clock port. False with a reason. */
bool netlist_read(struct netlist *n, char *text, const char *clock_port, const struct cell_models *models,
                  const struct liberty *lib, struct runner *r);
void netlist_release(struct netlist *n);

/* Puts buffer trees behind all nets but the clock and constants with more than `fanout` loads (output ports count). */
bool netlist_buffer(struct netlist *n, int fanout, const struct cell_models *models, const struct liberty *lib,
                    struct runner *r);

void netlist_verilog(const struct netlist *n, FILE *out);

/* The same cells without ports but the clock, `clock`: inputs and constants come from cells `source` with clock CK and
 * output Q, one for each net, called s<net>. */
void netlist_verilog_sources(const struct netlist *n, const char *source, FILE *out);

/* Sums by part, without buffers. */
void netlist_area(const struct netlist *n, double area[COST_PARTS], double leakage[COST_PARTS], int *flipflops);

#endif
