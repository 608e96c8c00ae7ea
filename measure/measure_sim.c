/* SPDX-License-Identifier: Apache-2.0 */
/* measure_sim.c -- the part of power.h that runs the netlist. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "gatesim.h"
#include "jobs.h"
#include "power.h"
#include "run.h"
#include "schedule.h"
#include "sta.h"
#include "stim.h"

#define SIM_VERILOG "simulated.v"
#define SIM_SEED 1
#define SIM_MARGIN 8 /* cycles: reset, and the first handshake after it */

/* Cycles of `passes` passes over `tiles` activation beats. */
static int64_t cycles_of(const struct arch *a, const struct dims *d, int64_t passes, int64_t tiles)
{
    struct schedule s;
    schedule_gemv(&s, a, d, passes * d->outputs * a->reuse, tiles * d->n, 1);
    return s.cycles;
}

/* The first results come late: the longer the pipeline, the longer the run. */
static int64_t most_cycles(const struct dims *d)
{
    return POWER_CYCLES_MAX + 4 * (int64_t)d->latency;
}

void power_shape(const struct arch *a, int64_t *m, int64_t *n)
{
    struct dims d;
    dims_derive(&d, a);
    int64_t passes = 2, tiles = 1, most = a->max_n / d.n;
    if (cycles_of(a, &d, passes, tiles) > most_cycles(&d))
        passes = 1;
    while (tiles < most && cycles_of(a, &d, passes, tiles + 1) <= most_cycles(&d))
        tiles++;
    while (cycles_of(a, &d, passes, tiles) < POWER_CYCLES_MIN) /* max-n is that small */
        passes++;
    *m = passes * d.outputs * a->reuse;
    *n = most ? tiles * d.n : a->max_n;
}

enum { JOBS = 2 };

/* The products and their run, in a process of its own. */
struct sim {
    const struct arch *arch;
    const struct netlist *netlist;
    const struct liberty *lib;
    bool icarus;
    int64_t m, n;
    int8_t *w;   /* of both */
    uint32_t *x; /* JOBS * lanes vectors */
    int64_t *y;
};

static bool fill(struct sim *s, const struct dims *d)
{
    uint64_t seed = SIM_SEED, weight_seed = stim_next(&seed);
    int64_t vectors = JOBS * s->arch->lanes;
    s->w = malloc((size_t)(s->m * s->n));
    s->x = malloc((size_t)(vectors * s->n) * sizeof *s->x);
    s->y = calloc((size_t)(vectors * s->m), sizeof *s->y);
    if (!s->w || !s->x || !s->y)
        return false;
    for (int64_t v = 0; v < vectors; v++)
        stim_acts(s->x + v * s->n, s->n, d, stim_next(&seed));
    return stim_weights(s->w, s->m * s->n, weight_seed);
}

/* The run was stopped in the second product: have all results of the first come, and was everything right until then?
 */
static bool judge(const struct drive_report *p, const struct schedule *s, const struct jobs *jobs)
{
    struct jobs first = *jobs;
    first.count = 1;
    if (p->abandoned && !p->timed_out && !p->mismatches && !p->timing_errors && !p->protocol_errors &&
        p->result_beats >= s->result_beats && jobs_check_dense(&first, stdout) == 0)
        return true;
    printf(
        "Error: the netlist differs from the golden model: %lld wrong results, %lld breaches of the protocol, %lld of "
        "%lld result beats in time\n",
        (long long)p->mismatches, (long long)(p->protocol_errors + p->timing_errors), (long long)p->result_beats,
        (long long)s->result_beats);
    return false;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct toggle *)a)->name, ((const struct toggle *)b)->name);
}

/* By the names that the nets have in the Verilog. */
static void name_toggles(const struct gatesim *g, int nets, struct toggles *t)
{
    *t = (struct toggles){.cycles = gatesim_cycles(g)};
    t->item = buf_realloc(NULL, (size_t)nets, sizeof *t->item);
    for (int k = NET_FIRST; k < nets; k++) {
        char name[24];
        snprintf(name, sizeof name, "n%d", k);
        t->item[t->count++] = (struct toggle){buf_strdup(name), gatesim_toggles(g)[k]};
    }
    qsort(t->item, (size_t)t->count, sizeof *t->item, compare_names);
}

/* The netlist in our own simulator, under the harness of all others. */
static bool run_gates(const struct sim *s, const struct drive_setup *setup, struct drive_report *report,
                      struct toggles *toggles)
{
    struct runner r = {0};
    const struct dut_widths w = drive_widths(setup->dims);
    struct gatesim *g = gatesim_new(s->netlist, s->lib, SIM_SEED, &r);
    struct drive *run = drive_new(setup);
    struct dut_out out = {.res_data = calloc(w.res / 32 + 2, sizeof *out.res_data)};
    struct dut_in in;
    if (!g || !run || !out.res_data) {
        printf("Error: %s\n", g ? "out of memory" : r.reason);
        return false;
    }
    while (drive_inputs(run, &in)) {
        gatesim_drive(g, &in, &w);
        gatesim_sample(g, &out, &w);
        if (in.aresetn || gatesim_cycles(g) > 0)
            gatesim_count(g);
        drive_observe(run, &out);
        gatesim_edge(g);
    }
    drive_finish(run, report);
    name_toggles(g, s->netlist->nets, toggles);
    return true;
}

static bool run_either(const struct sim *s, const struct drive_setup *setup, struct drive_report *report,
                       struct toggles *toggles, struct diag *d)
{
    if (!s->icarus)
        return run_gates(s, setup, report, toggles);
    const struct run_options options = {.rtl = SIM_VERILOG, .toggles = toggles, .quiet = true};
    struct run_result result;
    bool ok = run_icarus(setup, &options, &result, d);
    *report = result.report;
    return ok;
}

static bool simulate(void *arg)
{
    struct sim *s = arg;
    const struct arch *a = s->arch;
    struct dims dims;
    dims_derive(&dims, a);
    struct lutnet *net = malloc(sizeof *net);
    if (!net || !lutnet_build(net, a, &dims) || !fill(s, &dims)) {
        puts("Error: out of memory");
        return false;
    }
    struct gemv gemv[JOBS];
    for (int i = 0; i < JOBS; i++) {
        gemv[i] = (struct gemv){.arch = a,
                                .dims = &dims,
                                .m = s->m,
                                .n = s->n,
                                .w = s->w,
                                .row_stride = s->n,
                                .col_stride = 1,
                                .x = s->x + i * a->lanes * s->n};
        gemv_init(&gemv[i]);
    }
    struct jobs jobs = {.gemv = gemv, .count = JOBS, .y = s->y};
    struct schedule schedule;
    schedule_gemv(&schedule, a, &dims, s->m, s->n, 1);
    const struct drive_setup setup = {.arch = a,
                                      .dims = &dims,
                                      .net = net,
                                      .source = jobs_source(&jobs),
                                      .seed = SIM_SEED,
                                      .abandon_after = schedule.cycles + SIM_MARGIN,
                                      .log = stdout};
    struct toggles toggles = {0};
    struct drive_report report = {0};
    struct diag *d = diag_new();
    bool ok = run_either(s, &setup, &report, &toggles, d) && judge(&report, &schedule, &jobs) &&
              toggles_write(&toggles, POWER_TOGGLES, d);
    diag_print(d, stdout);
    diag_free(d);
    return ok; /* the process ends: nothing is freed */
}

/* Netlist and cell models in one file. */
static bool write_verilog(struct runner *r, const struct cell_models *models)
{
    struct buf text = BUF_INIT;
    bool ok = runner_read(r, STA_NETLIST, &text);
    buf_add(&text, models->verilog, models->size);
    ok = ok && runner_write(r, SIM_VERILOG, text.data, text.len);
    buf_release(&text);
    return ok;
}

/* Reads what toggles_write() wrote. */
static bool read_toggles(struct runner *r, struct toggles *t)
{
    struct buf text = BUF_INIT;
    bool ok = runner_read(r, POWER_TOGGLES, &text);
    char *rest = NULL, *line = strtok_r(text.data, "\n", &rest);
    long long cycles = 0;
    ok = ok && line && sscanf(line, "cycles %lld", &cycles) == 1 && cycles > 0;
    t->cycles = cycles;
    size_t room = 0;
    while (ok && (line = strtok_r(NULL, "\n", &rest)) != NULL) {
        char *space = strchr(line, ' '), *end = NULL;
        long long count = space ? strtoll(space + 1, &end, 10) : -1;
        ok = count >= 0 && end != space + 1 && !*end;
        if (!ok)
            break;
        *space = '\0';
        if ((size_t)t->count == room)
            t->item = buf_realloc(t->item, room = room * 2 + 4096, sizeof *t->item);
        t->item[t->count++] = (struct toggle){.name = buf_strdup(line), .count = count};
    }
    buf_release(&text);
    return ok || runner_fail(r, "the simulation left no whole list of toggles");
}

bool power_simulate(struct runner *r, const struct arch *a, const struct netlist *n, const struct liberty *lib,
                    const struct cell_models *icarus, struct toggles *out)
{
    struct sim s = {.arch = a, .netlist = n, .lib = lib, .icarus = icarus != NULL};
    *out = (struct toggles){0};
    power_shape(a, &s.m, &s.n);
    return (!icarus || write_verilog(r, icarus)) && runner_call(r, "the simulation", simulate, &s, "simulation.log") &&
           read_toggles(r, out);
}
