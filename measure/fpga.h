/* SPDX-License-Identifier: Apache-2.0 */
/* fpga.h -- what a core takes of an FPGA: cells by synthesis with Yosys for one of three families, and for iCE40 the clock
 * that place and route with nextpnr reaches.
 *
 * Synthesis is of the emitted package as it is, flattened (copies of a core stay copies), out of context: no pads, no clock
 * buffers. Per family, one fixed script (fpga.c): what Yosys maps to is counted, nothing is estimated. LUTs, carry and flip-flops
 * of families are not the same thing: see docs/fpga.md.
 */
#ifndef TLUT_FPGA_H
#define TLUT_FPGA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arch.h"
#include "diag.h"

enum fpga_family { FPGA_ICE40, FPGA_ECP5, FPGA_XILINX, FPGA_FAMILIES };

enum fpga_resource { FPGA_LUT, FPGA_FF, FPGA_CARRY, FPGA_MUX, FPGA_DSP, FPGA_BRAM, FPGA_RESOURCES };

#define FPGA_MAX_CELLS 48 /* types of cells in a netlist */

struct fpga_cells {
    struct {
        char name[32];
        int64_t count;
    } cell[FPGA_MAX_CELLS]; /* sorted by name */
    int cells;
    int64_t count[FPGA_RESOURCES];
};

struct fpga_device {
    const char *name;     /* nextpnr's, such as "hx8k" */
    const char *package;  /* the default one */
    const char *packages; /* all that nextpnr takes, with ", " between */
    int logic_cells;
    bool dsp; /* has multipliers, SB_MAC16 */
};
extern const struct fpga_device fpga_devices[]; /* ends with a NULL name; the first is the default */

/* Is that one of the device's packages? */
bool fpga_has_package(const struct fpga_device *device, const char *package);

struct fpga_flow {
    enum fpga_family family;
    bool no_dsp;   /* multipliers of LUTs too */
    bool pnr;      /* iCE40 only: place and route */
    const struct fpga_device *device; /* iCE40 */
    const char *package;              /* NULL: the device's */
    int seed;                         /* of the placer */
    int timeout_s;                    /* of one tool run; 0: 600 */
    bool quiet;                       /* no progress on stderr */
};

struct fpga_result {
    char tool[128]; /* version line of Yosys */
    struct fpga_cells core;
    /* place and route of the core in a harness of shift registers (templates/flow/fpga_harness.v.in) */
    char pnr_tool[128];
    int64_t harness_ff;   /* flip-flops of the harness, one a port bit but the clock's */
    int64_t logic_used, logic_available; /* logic cells, the harness's included */
    int64_t dsp_used, dsp_available;
    double mhz;           /* that was reached, by nextpnr's own timing analysis */
};

/* Measures the architecture (checked, resolved). False after a diagnostic: E533, or E534 if the core is larger than the
 * device. */
bool fpga_measure(const struct fpga_flow *flow, const struct arch *a, struct fpga_result *out, struct diag *d);

/* The result as a table, or as JSON. The same input gives the same bytes. */
void fpga_print(const struct fpga_flow *flow, const struct arch *a, const struct fpga_result *r, bool json, FILE *out);

/* "ice40" and so on. */
const char *fpga_family_name(enum fpga_family family);

/* The families' and devices' names, for messages: "ice40, ecp5, xilinx". NULL-terminated lists. */
extern const char *const fpga_family_names[];

/* Counts a netlist's cells. `json` is what Yosys' stat -json prints. False with a text in `why` (a cell that the family does
 * not have, a netlist without logic, or a text that is not understood). */
bool fpga_count(enum fpga_family family, const char *json, struct fpga_cells *out, char *why, size_t size);

/* Cells of a resource: what one counts for; 0: not that resource. `unit` of the count, for people. */
int fpga_cell_weight(enum fpga_family family, const char *cell, enum fpga_resource resource);
const char *fpga_unit(enum fpga_family family, enum fpga_resource resource);
const char *fpga_resource_name(enum fpga_resource resource);

#endif
