/* SPDX-License-Identifier: Apache-2.0 */
/* bench_cost.c -- evaluations of the cost model a second on one core, widths and counts derived anew each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arch_load.h"
#include "cost.h"

enum { DESIGNS = 4096 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static unsigned next(unsigned *state, unsigned bound)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % bound;
}

static void draw(struct arch *a, unsigned *state)
{
    static const int types[] = {ACT_INT2 + 2, ACT_INT8, ACT_INT16, ACT_FP8_E4M3, ACT_FP16, ACT_BF16};
    do {
        arch_init(a);
        a->kind = (int)next(state, 4) < 2 ? KIND_LUT : (int)next(state, 3);
        a->mu = 1 + (int)next(state, 5);
        a->luts = 1 + (int)next(state, 32);
        a->fetchers = 1 + (int)next(state, 64);
        a->reuse = 1 << next(state, 5);
        a->act = types[next(state, 6)];
        a->pipe_reduce = (int)next(state, 3);
        a->build = a->kind == KIND_LUT && next(state, 3) == 0 ? BUILD_SEQUENTIAL : BUILD_PARALLEL;
    } while (!arch_check(a, NULL, NULL));
    arch_resolve(a);
}

int main(void)
{
    struct arch *a = calloc(DESIGNS, sizeof *a);
    struct cost_tables *tables = cost_tables_new();
    struct cost_coefficients *c = calloc(1, sizeof *c);
    unsigned state = 1;
    double sum = 0;
    if (!a || !tables || !c)
        return 1;
    for (int i = 0; i < DESIGNS; i++)
        draw(&a[i], &state);
    for (int i = 0; i < COST_AREAS; i++)
        c->area[i] = c->leakage[i] = 1;
    for (int i = 0; i < COST_ENERGIES; i++)
        c->energy[i] = 1;
    for (int i = 0; i < COST_DELAYS; i++)
        c->delay[i] = 1;
    long n = 0;
    double start = 0, seconds = 0;
    for (int round = 0; seconds < 1; round++) {
        if (round == 1) /* the first one fills the tables of schedules */
            start = now(), n = 0;
        for (int i = 0; i < DESIGNS; i++, n++) {
            struct dims d;
            struct cost cost;
            dims_derive(&d, &a[i]);
            cost_evaluate(&cost, c, tables, &a[i], &d);
            sum += cost.total_area;
        }
        seconds = round > 0 ? now() - start : 0;
    }
    printf("cost model: %.2f million evaluations a second on one core, dims_derive included (%ld in %.2f s; check %.6g)\n",
           (double)n / seconds * 1e-6, n, seconds, sum / (double)n);
    cost_tables_free(tables);
    free(a);
    free(c);
    return 0;
}
