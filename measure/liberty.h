/* SPDX-License-Identifier: Apache-2.0 */
/* liberty.h -- what the flow needs to know of a Liberty file: units, and of each cell its area, leakage, whether it is
 * a flip-flop, an inverter or a buffer. Plain or gzipped. The file itself goes to Yosys and OpenSTA, without the cells
 * that are not to be used.
 */
#ifndef TLUT_LIBERTY_H
#define TLUT_LIBERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

struct liberty_cell {
    const char *name;
    double area; /* um2, as the file says */
    double
        leakage; /* nW: cell_leakage_power, else the mean over the states, else the library's default; 0 if not given */
    bool flipflop;     /* has an ff group */
    const char *clock; /* of a flip-flop: its clock pin (clocked_on one pin, of either edge), else NULL */
    const char *buffer_in, *buffer_out; /* one input, one output of the same value: its pins, else NULL */
    bool inverter;
};

struct liberty {
    char name[64];   /* of the library group */
    char digest[65]; /* SHA-256 of the filtered text, hex */
    char *text;      /* filtered, uncompressed */
    size_t size;
    struct liberty_cell *cell; /* sorted by name */
    int cells;
    double nand2_area;                 /* um2 of the smallest 2-input NAND: 1 gate equivalent */
    const struct liberty_cell *buffer; /* for fan-out: the strongest (max_capacitance, then area) of at most twice the
                                        * smallest buffer's area */
    double time_ps;                    /* the file's time unit in ps, ... */
    double voltage;                    /* nominal, V */
};

/* Reads a Liberty file. `dont_use`: NULL-terminated globs (fnmatch) of cells to leave out, or NULL. Cells marked
 * dont_use : true are left out as well. Reports what is wrong, with file and line, and returns NULL: not readable,
 * truncated (a group that is not closed), no cells, cells without area, no time unit, no nominal voltage, leakage
 * without a unit, no D flip-flop on a rising edge, no inverter, no buffer, no NAND. The flip-flop may store the
 * complement of D and may have a clear or preset of one pin (synthesis ties it off); scan and enable flip-flops do not
 * count. Pads, level shifters, isolation cells and cells of area 0 count as no gate. */
struct liberty *liberty_read(const char *path, const char *const *dont_use, struct diag *d);

/* The same with the globs in one string, commas between ("a*,b*"); NULL or "": none. The first 32 count. */
struct liberty *liberty_read_without(const char *path, const char *dont_use, struct diag *d);
void liberty_free(struct liberty *lib);
const struct liberty_cell *liberty_find(const struct liberty *lib, const char *name);

#endif
