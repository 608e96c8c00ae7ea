/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h -- an analytic model of on-chip SRAM, and named kinds of off-chip DRAM.
 *
 * Nothing here was validated against a memory compiler: it is a rule of thumb made of published figures (memory.def has
 * each with its source), good to a factor of two or so. Whatever prints its results says so (MEMORY_CAVEAT). No
 * allocation, no input or output.
 */
#ifndef TLUT_MEMORY_H
#define TLUT_MEMORY_H

#include <stdbool.h>

#define MEMORY_CAVEAT "analytic estimate from published figures, not validated"

enum { MEMORY_NODE_MIN = 5, MEMORY_NODE_MAX = 350 }; /* nm */

/* One row of the tables in memory.def. */
struct memory_node {
    double nm, cell_um2, volt;
    const char *source;
};
struct memory_constant {
    const char *name, *unit, *doc, *source;
    double value;
};
struct memory_dram {
    const char *name;
    double gbps;       /* GB/s, 1e9 bytes a second */
    double pj_per_bit; /* of a bit read or written, the interface included */
    const char *doc, *source;
};
extern const struct memory_node memory_node_table[];         /* ascending, ends with nm 0 */
extern const struct memory_constant memory_constant_table[]; /* ends with name NULL */
extern const struct memory_dram memory_dram_table[];         /* ends with name NULL */

/* The node of a technology in nm, by the start of its name ("sky130hd": 130); 0 if it is not known. */
double memory_tech_node(const char *tech);

/* The bit cell and the nominal supply of a node of MEMORY_NODE_MIN..MEMORY_NODE_MAX nm: a row of the table, or between two
 * rows a power law for the area and a straight line for the supply. */
void memory_node(struct memory_node *out, double nm);

/* The kind of DRAM of that name, or NULL. memory_dram_names(): all names, NULL-terminated. */
const struct memory_dram *memory_dram_find(const char *name);
const char *const *memory_dram_names(void);

struct sram {
    double bytes;          /* capacity, > 0 */
    double word_bits;      /* of an access, >= 1 */
    int banks;             /* 0: as many as capacity and word ask for, see sram_banks() */
    double cell_um2, volt; /* of memory_node() */
};

struct sram_cost {
    int banks;
    double area_um2;
    double efficiency;        /* share of the area that is bit cells */
    double read_pj, write_pj; /* of a word */
    double leakage_nw;
};

/* Enough banks that none is larger than BANK_BYTES, and that a word fits the rows of all banks together, which are square:
 * banks * sqrt(bits / banks) >= word. */
int sram_banks(const struct sram *s);

/* With b = bits / banks:
 *   efficiency = EFFICIENCY / (1 + PERIPHERY / sqrt(b)),  area = bits * cell / efficiency
 *   read       = word * (BIT_ENERGY * sqrt(max(b / 8, LEAST_BANK) / BIT_BANK) * sqrt(cell / BIT_CELL)
 *                * (V / BIT_VOLT)^2 + wire),  write = WRITE_FACTOR * read
 *   wire       = WIRE_ACTIVITY * WIRE_CAP * V^2 / 2 * sqrt(area) / 2 if there are several banks, else 0
 *   leakage    = bits * LEAKAGE */
void sram_evaluate(struct sram_cost *out, const struct sram *s);

#endif
