/* SPDX-License-Identifier: Apache-2.0 */
/* gatesim_cells.h -- the cells of a Liberty file as truth tables, for gatesim.c. */
#ifndef TLUT_GATESIM_CELLS_H
#define TLUT_GATESIM_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "liberty.h"
#include "liberty_func.h"

enum { GATESIM_OUTPUTS = 4 };

struct gatesim_cell {
    char *name;
    bool usable;   /* all outputs have a known function of the inputs, or of a register on the rising edge */
    bool flipflop;
    char *input[LIBERTY_INPUTS]; /* flip-flop: what its next state depends on */
    int inputs;
    struct {
        char *pin;
        uint64_t table; /* of the inputs: bit i, input k is bit k of i */
        bool inverted;  /* flip-flop: the complement of the state */
    } output[GATESIM_OUTPUTS];
    int outputs;
    char *clock;
    uint64_t next;      /* next state, of the inputs */
    char *force[2];     /* clear and preset: their pins, or NULL */
    bool force_low[2];  /* they work when low */
};

/* The cell of that name, or NULL. The tables of a library are made once and kept as long as the process runs. */
const struct gatesim_cell *gatesim_cell(const struct liberty *lib, const char *name);

#endif
