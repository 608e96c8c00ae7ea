/* SPDX-License-Identifier: Apache-2.0 */
/* space.h -- the space of a sweep: every combination of values has an index, and a walk visits those that count.
 *
 * The index is a number in mixed radix, one digit a varied parameter. Outer digits are the parameters that decide
 * whether an architecture is legal; inner digits are sizes (luts, lanes, cores, pipe-reduce, reuse, fetchers), which
 * can break one rule only, the width of a beat. So a walk
 *   - asks arch_check() once for all sizes, and skips them all at once if the answer is no;
 *   - skips combinations that mean the same as another one of the sweep, see space_walk();
 *   - finds the fetchers that keep the limits of MAC/cycle and that fit a beat by bisection;
 *   - counts area before delay before energy, and stops at the first limit that is missed.
 * The answer is that of arch_check(), arch_resolve(), dims_derive() and cost_evaluate() for every index (tested).
 */
#ifndef TLUT_SPACE_H
#define TLUT_SPACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cost.h"
#include "sweep.h"

struct space_point {
    uint64_t index;
    double figure[METRIC_COUNT]; /* those that sweep_knows() does not are 0 */
};

enum { SPACE_MAX_RULES = 100 }; /* codes of arch_check() are below */

struct space {
    const struct sweep *sweep;
    struct cost_tables *tables;
    int digits, outer;             /* outer: how many come before the sizes */
    enum param param[PARAM_COUNT]; /* outermost first */
    const int *value[PARAM_COUNT];
    uint64_t radix[PARAM_COUNT], stride[PARAM_COUNT];
    uint64_t size, sizes, row; /* points; points of one outer combination; points of a row: of fetchers */
    enum metric_stage limit_stage[SWEEP_MAX_LIMITS];
    enum metric_stage last; /* figures of later stages are left out of visits, see space_only_needed() */
};

/* More than anybody can walk; offsets within a block fit 32 bits below. */
#define SPACE_MAX (UINT64_C(1) << 53)

/* False if there are more than SPACE_MAX points; *s is then undefined. `sweep` is finished and must outlive *s. */
bool space_init(struct space *s, const struct sweep *sweep);
void space_release(struct space *s);

/* The digits alone, for space_arch(): no tables, nothing to release. False as above. */
bool space_layout(struct space *s, const struct sweep *sweep);

/* From now on, visits have only the figures that limits and objectives need, and those of the same stages; the others
 * are 0. space_complete() fills them in. */
void space_only_needed(struct space *s);
void space_complete(const struct space *s, struct space_point *p);

/* The architecture of an index, as the sweep's values say it: not resolved, perhaps not legal. */
void space_arch(const struct space *s, uint64_t index, struct arch *a);

/* What a walk counted. Every point of the range is in exactly one of the numbers. */
struct space_counts {
    uint64_t kept;                     /* legal, and within all limits */
    uint64_t missed[SWEEP_MAX_LIMITS]; /* legal, and this limit is the first that it misses (cheap limits first) */
    uint64_t same;                     /* legal, but another point of the sweep means the same */
    uint64_t illegal[SPACE_MAX_RULES]; /* by the first rule that it breaks */
};

void space_add_counts(struct space_counts *sum, const struct space_counts *c);
uint64_t space_legal(const struct space_counts *c); /* kept and missed */
uint64_t space_illegal(const struct space_counts *c);

/* Visits the kept points of lo .. hi - 1 in the order of their indices; counts are added. Stops early if *stop (may be
 * NULL) is set: then false, and the counts are worthless.
 *
 * Two points mean the same if arch_resolve() makes them the same (group sizes of baselines; auto and what it stands
 * for). The one that says it outright counts, the others are `same`: a point is left out if replacing one of its values
 * by the resolved one gives another point of the sweep. */
typedef void space_visit(void *user, const struct space_point *p);
bool space_walk(const struct space *s, uint64_t lo, uint64_t hi, space_visit *visit, void *user,
                struct space_counts *counts, const atomic_bool *stop);

/* All figures of one legal, resolved architecture. */
void space_figures(const struct sweep *sweep, struct cost_tables *tables, const struct arch *a,
                   double figure[METRIC_COUNT]);

#endif
