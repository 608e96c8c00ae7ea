/* SPDX-License-Identifier: Apache-2.0 */
/* measure_models.h -- the cells of a Liberty file as Verilog modules, as Yosys reads their functions, and their pins.
 * The models simulate a netlist without the vendor's Verilog. Cells without a function have none.
 */
#ifndef TLUT_MEASURE_MODELS_H
#define TLUT_MEASURE_MODELS_H

#include <stdbool.h>
#include <stddef.h>

#include "liberty.h"
#include "measure_run.h"

struct cell_pin {
    const char *name;
    bool output;
};

struct cell_type {
    const char *name;
    const struct cell_pin *pin;
    int pins;
};

struct cell_models {
    const char *verilog;
    size_t size;
    const struct cell_type *type; /* sorted by name */
    int types;
};

/* The models of a library; its Liberty text is file `liberty` in the runner's folder. They are made once and kept as
 * long as the process runs. NULL with a reason in the runner. */
const struct cell_models *cell_models_get(const struct liberty *lib, struct runner *r, const char *liberty);

const struct cell_type *cell_models_find(const struct cell_models *m, const char *name);

#endif
