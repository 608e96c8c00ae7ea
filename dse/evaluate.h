/* SPDX-License-Identifier: Apache-2.0 */
/* evaluate.h -- cost_evaluate() in steps, so that a walk can stop when a limit is missed. The steps in order do the
 * same additions in the same order as the whole: all figures agree to the last bit (tested). */
#ifndef TLUT_EVALUATE_H
#define TLUT_EVALUATE_H

#include "sweep.h"

struct evaluation {
    const struct sweep *sweep;
    struct cost_tables *tables;
    struct dims d;
    struct cost cost;
    struct cost_counts counts;
    double key, act; /* cost_rates() */
    bool rates;      /* gmacs, key-gbits and tops-per-mm2 are wanted after the delay already, for a limit */
    double figure[METRIC_COUNT];
    struct system_cost system; /* if the sweep has a platform */
};

/* The steps of an architecture with dims e->d, which has been checked and resolved. Each fills in the figures of its
 * stage; e->key and e->act are there before the first. */
void evaluate_dims(struct evaluation *e, const struct arch *a);
void evaluate_area(struct evaluation *e, const struct arch *a);
void evaluate_delay(struct evaluation *e, const struct arch *a);
void evaluate_energy(struct evaluation *e, const struct arch *a);

/* The step of that number. */
void evaluate_stage(struct evaluation *e, const struct arch *a, enum metric_stage stage);

/* MAC/cycle of dims: the expression of cost_evaluate(). */
static inline double evaluate_macs(double key, int outputs, int n, int lanes)
{
    return key * (double)outputs * n * lanes;
}

#endif
