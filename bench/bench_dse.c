/* SPDX-License-Identifier: Apache-2.0 */
/* bench_dse.c -- speed and memory of sweeps: at least ten million legal architectures of int8 and of fp16, all of them
 * kept with their figures, and the space of the command line with a fixed throughput. CPU time, so that a busy machine
 * does not lie much; both threads of -j 2 together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "dse.h"
#include "outdir_fs.h"

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct list {
    enum param p;
    const char *values;
};

static const struct list int8_space[] = {
    {PARAM_mu, "1..6"},   {PARAM_luts, "1..64"}, {PARAM_fetchers, "1..64"},   {PARAM_reuse, "1..16 times 2"},
    {PARAM_network, "*"}, {PARAM_widths, "*"},   {PARAM_negate, "*"},         {PARAM_pipe_fetch, "0,1"},
    {PARAM_act, "int8"},  {PARAM_range, "*"},    {PARAM_pipe_reduce, "0..2"}, {0},
};
static const struct list fp16_space[] = {
    {PARAM_mu, "1..6"},
    {PARAM_luts, "1..64"},
    {PARAM_fetchers, "1..64"},
    {PARAM_reuse, "1..16 times 2"},
    {PARAM_network, "*"},
    {PARAM_arith, "ieee,aligned"},
    {PARAM_pipe_build, "0..3"},
    {PARAM_pipe_fetch, "0,1"},
    {PARAM_act, "fp16"},
    {PARAM_pipe_reduce, "0..2"},
    {0},
};
static const struct list usual_space[] = {{PARAM_act, "int8"}, {0}};

/* Coefficients do not matter for speed, as long as the front has a usual size. */
static struct tech *technology(void)
{
    struct tech *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    strcpy(t->name, "bench");
    for (int i = 0; i < COST_AREAS; i++)
        t->c.area[i] = 5 + i % 7, t->c.leakage[i] = 1;
    for (int i = 0; i < COST_ENERGIES; i++)
        t->c.energy[i] = 1 + i % 5;
    for (int i = 0; i < COST_DELAYS; i++)
        t->c.delay[i] = 20 + 5 * (i % 6);
    t->c.energy[ENERGY_BUFFER_ROW] = t->c.buffer_share = 0.05;
    return t;
}

static void run(const char *title, const struct list *lists, const char *macs, bool front, const char *out)
{
    struct dse_options o = DSE_OPTIONS;
    struct dse_result r;
    struct sweep s;
    struct diag *d = diag_new();
    struct rusage use;
    sweep_init(&s);
    for (; lists->values; lists++)
        sweep_set_values(&s, lists->p, lists->values, LOC_NONE, d);
    if (macs) {
        sweep_set_limit(&s, "mac-per-cycle", macs, LOC_NONE, d);
        sweep_add_usual(&s);
    }
    sweep_add_objective(&s, "area", false, LOC_NONE, d);
    if (front) {
        sweep_add_objective(&s, "throughput", true, LOC_NONE, d);
        sweep_add_objective(&s, "energy", false, LOC_NONE, d);
    }
    /* what sweep_finish() does, but for the technology */
    for (int p = 0; p < PARAM_COUNT; p++)
        if (s.vary[p].count == 1) {
            arch_set(&s.base, (enum param)p, s.vary[p].value[0]);
            s.vary[p].count = 0;
        }
    s.tech = technology();
    o.jobs = 2;
    o.quiet = true;
    double wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    bool ok = dse_run(&r, &s, &o, out, d);
    wall = clock_of(CLOCK_MONOTONIC) - wall;
    cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    diag_print(d, stderr);
    if (ok) {
        getrusage(RUSAGE_SELF, &use);
        double legal = (double)space_legal(&r.counts);
        printf("sweep, %s: %.2f million combinations, %.2f million legal, %zu on the front; %.2f s of wall time with two "
               "threads, %.2f s CPU; %.2f million legal/s and core; peak %ld MB\n",
               title, (double)r.space.size * 1e-6, legal * 1e-6, r.front.count, wall, cpu, legal / cpu * 1e-6,
               use.ru_maxrss / 1024);
        dse_result_release(&r);
    }
    sweep_release(&s);
    diag_free(d);
}

int main(void)
{
    char folder[] = "/tmp/tlut-bench-XXXXXX", out[sizeof folder + 16];
    if (!mkdtemp(folder))
        return 1;
    snprintf(out, sizeof out, "%s/out", folder);
    run("int8, smallest, 1024 MAC/cycle", usual_space, "1024", false, NULL);
    run("int8, smallest", int8_space, NULL, false, NULL);
    run("int8, front of 3", int8_space, NULL, true, NULL);
    run("int8, front of 3, points written", int8_space, NULL, true, out);
    fs_remove_tree(out);
    run("fp16, smallest", fp16_space, NULL, false, NULL);
    run("fp16, front of 3", fp16_space, NULL, true, NULL);
    run("fp16, front of 3, points written", fp16_space, NULL, true, out);
    fs_remove_tree(folder);
    return 0;
}
