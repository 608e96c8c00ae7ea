/* SPDX-License-Identifier: Apache-2.0 */
/* cost.h -- area, energy and delay of an architecture in a technology: sums over primitives (prims.def), and the longest
 * of a handful of paths. No allocation, no input or output, no lock once the tables are warm: made for sweeps.
 *
 *   struct cost_tables *tables = cost_tables_new();
 *   dims_derive(&dims, &arch);
 *   cost_evaluate(&cost, tech, tables, &arch, &dims);
 *
 * docs/cost-model.md has every formula.
 */
#ifndef TLUT_COST_H
#define TLUT_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "dims.h"
#include "parts.h"

enum cost_area {
#define COST_AREA(id, ...) AREA_##id,
#include "prims.def"
    COST_AREAS
};
enum cost_energy {
#define COST_ENERGY(id, ...) ENERGY_##id,
#include "prims.def"
    COST_ENERGIES
};
enum cost_delay {
#define COST_DELAY(id, ...) DELAY_##id,
#include "prims.def"
    COST_DELAYS
};

struct cost_prim {
    const char *name, *doc;
};
extern const struct cost_prim cost_area_table[COST_AREAS], cost_energy_table[COST_ENERGIES],
    cost_delay_table[COST_DELAYS];

/* The numbers of one technology (tech.h reads and writes them). */
struct cost_coefficients {
    double area[COST_AREAS];       /* um2 */
    double leakage[COST_AREAS];    /* nW */
    double energy[COST_ENERGIES];  /* fJ */
    double delay[COST_DELAYS];     /* ps */
    double buffer_share;           /* area of fan-out buffers by area of cells */
    double gate_area;              /* um2 of a 2-input NAND */
};

/* ---- how many of each primitive: the part that belongs to no technology */

enum { COST_MAX_TERMS = 96, COST_MAX_PATHS = 24, COST_MAX_STEPS = 24 };

struct cost_term {
    uint8_t part, prim; /* part: COST_PARTS for the energy of fan-out buffers */
    double count;
};

struct cost_path {
    enum cost_stage stage;
    int steps;
    struct {
        uint8_t prim;
        float count;
    } step[COST_MAX_STEPS];
};

struct cost_counts {
    int areas, energies, paths;
    struct cost_term area[COST_MAX_TERMS], energy[COST_MAX_TERMS];
    struct cost_path path[COST_MAX_PATHS];
};

struct cost_tables; /* sums over table-build networks (cost_tables.c) */

/* Sums over the networks of all group sizes. NULL if memory runs out. Sequential schedules are added when they are first
 * asked for; that is thread-safe. */
struct cost_tables *cost_tables_new(void);
void cost_tables_free(struct cost_tables *t);

/* `a` is checked and resolved, `d` derived from it. */
void cost_count(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d);

/* The three that cost_count() puts together. */
void cost_count_area(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d);
void cost_count_energy(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d);
void cost_count_delay(struct cost_counts *c, struct cost_tables *t, const struct arch *a, const struct dims *d);

/* Cycles of a pass in the workload that energies stand for: its last group makes results. */
enum { COST_PASS_CYCLES = 200 };

/* ---- the result */

struct cost {
    double area[COST_PARTS], total_area; /* um2, fan-out buffers not included */
    double buffer_area;                  /* um2 that buffers of high-fan-out nets add */
    double leakage[COST_PARTS], total_leakage; /* nW */
    double energy[COST_PARTS], total_energy;   /* fJ in a cycle, streams never stalled; buffers in the total only */
    double buffer_energy;                      /* fJ in a cycle */
    double stage[COST_STAGES], period;         /* ps; 0: no such path */
    double mac_per_cycle; /* mean over a long job with groups of R key beats: lanes x outputs x n, less what stalls */
};

void cost_evaluate(struct cost *out, const struct cost_coefficients *c, struct cost_tables *t, const struct arch *a,
                   const struct dims *d);

/* The energies of *out from counts: what cost_evaluate() does, for callers that need them late. */
void cost_sum_energy(struct cost *out, const struct cost_counts *n, const struct cost_coefficients *c);

/* The stages and the period of *out, likewise: the longest path into each, ps. */
void cost_sum_delay(struct cost *out, const struct cost_counts *n, const struct cost_coefficients *c);

/* ---- figures that follow, at a clock of f MHz (period <= 1e6 / f is the caller's business) */

struct cost_figures {
    double mhz;
    double gmacs;      /* 1e9 multiply-accumulates a second, zero weights counted */
    double gops;       /* 2 x gmacs */
    double power_mw;   /* dynamic and leakage */
    double pj_per_mac; /* with leakage */
    double tops_per_w, tops_per_mm2;
    double key_gbits;  /* Gbit/s on the key stream */
};

void cost_figures(struct cost_figures *out, const struct cost *cost, const struct dims *d, double mhz);

/* The data type as error tables name it: "int8", "fp16" (ieee), "fp16-aligned", "fp8_e4m3" (aligned, as always). */
const char *cost_type(const struct arch *a);

/* Key beats in a cycle of a long job with groups of R beats, and tables loaded in a cycle: 1 and 1/R if nothing stalls. */
void cost_rates(const struct arch *a, const struct dims *d, double *key, double *act);

#endif
