/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "configs.h"
#include "jobs.h"
#include "run.h"

void core_init(struct core *c, const struct arch *a, const char *group)
{
    memset(c, 0, sizeof *c);
    c->arch = *a;
    c->group = group;
    dims_derive(&c->dims, a);
    if (!lutnet_build(&c->net, a, &c->dims))
        abort();
}

void core_open(struct core *c, uint64_t seed)
{
    struct dut_widths widths = drive_widths(&c->dims);
    core_close(c);
    c->dut = c->api->open(&widths, seed, NULL);
    if (!c->dut) {
        fprintf(stderr, "cosim: cannot open %s\n", c->arch.name);
        exit(1);
    }
}

void core_close(struct core *c)
{
    if (c->dut)
        c->api->close(c->dut);
    c->dut = NULL;
}

struct drive_setup bench_setup(const struct core *c)
{
    return (struct drive_setup){.arch = &c->arch, .dims = &c->dims, .net = &c->net, .log = stderr};
}

/* On the Verilated core, or in Icarus. */
static bool execute(struct core *c, const struct drive_setup *setup, struct drive_report *report)
{
    if (c->api) {
        if (!c->dut)
            core_open(c, setup->seed);
        return drive_dut(setup, c->api, c->dut, report);
    }
    struct run_options options = {.quiet = true};
    struct run_result result;
    struct diag *d = diag_new();
    bool ok = run_icarus(setup, &options, &result, d);
    diag_print(d, stderr);
    diag_free(d);
    *report = result.report;
    return ok;
}

static bool judge(const struct core *c, const char *what, const struct drive_setup *setup, const struct drive_report *r,
                  int64_t differ, int64_t cycles)
{
    struct drive_report seen = *r;
    if (setup->abandon_after > 0) {
        seen.abandoned = false;
        seen.status = seen.expected_status; /* in mid-pass the model knows flags that are still in the pipeline */
    }
    const struct drive_stalls *s = &r->stalls;
    int64_t sum = r->key_beats + s->act_starved + s->key_starved + s->result_blocked + s->core + s->fill + s->drain;
    bool sums = setup->abandon_after > 0 || sum == r->cycles;
    if (drive_ok(&seen) && differ == 0 && cycles == r->cycles && sums)
        return true;
    fprintf(
        stderr,
        "cosim: %s: %s: mismatches %lld, dense %lld, timing %lld, protocol %lld, status 0x%x (expected 0x%x), cycles "
        "%lld (expected %lld, accounts %lld)%s; seed %llu\n ",
        c->arch.name, what, (long long)r->mismatches, (long long)differ, (long long)r->timing_errors,
        (long long)r->protocol_errors, r->status, r->expected_status, (long long)r->cycles, (long long)cycles,
        (long long)sum, r->timed_out ? ", hangs" : "", (unsigned long long)setup->seed);
    config_print(&c->arch);
    return false;
}

/* Memory of the jobs of a bench. */
struct memory {
    struct gemv gemv[BENCH_MAX_JOBS];
    int8_t *w[BENCH_MAX_JOBS];
    uint32_t *x[BENCH_MAX_JOBS];
};

static void fill(struct memory *t, const struct core *c, const struct bench *b)
{
    uint64_t seed = b->seed;
    for (int j = 0; j < b->jobs; j++) {
        int64_t m = b->shape[j].m, n = b->shape[j].n, lanes = c->arch.lanes;
        t->w[j] = malloc((size_t)(m * n));
        t->x[j] = malloc((size_t)(lanes * n) * sizeof *t->x[j]);
        if (!t->w[j] || !t->x[j])
            abort();
        stim_fill_weights(t->w[j], m * n, b->weights, stim_next(&seed));
        stim_fill(t->x[j], lanes * n, &c->dims, b->acts, stim_next(&seed));
        t->gemv[j] = (struct gemv){.arch = &c->arch,
                                   .dims = &c->dims,
                                   .m = m,
                                   .n = n,
                                   .w = t->w[j],
                                   .row_stride = n,
                                   .col_stride = 1,
                                   .x = t->x[j]};
        gemv_init(&t->gemv[j]);
    }
}

bool bench_run(struct core *c, struct bench *b)
{
    struct memory t = {0};
    struct drive_report report = {0};
    int64_t rows = 0, differ = 0, expected = 0;
    fill(&t, c, b);
    for (int j = 0; j < b->jobs; j++)
        rows = b->shape[j].m > rows ? b->shape[j].m : rows;
    bool same = true; /* results of jobs of several shapes are only compared with the golden model */
    for (int j = 1; j < b->jobs; j++)
        same = same && b->shape[j].m == b->shape[0].m && b->shape[j].n == b->shape[0].n;
    int64_t *y = same ? malloc((size_t)(b->jobs * c->arch.lanes * rows) * sizeof *y) : NULL;
    struct jobs jobs = {.gemv = t.gemv, .count = b->jobs, .y = y};
    struct drive_setup setup = bench_setup(c);
    setup.source = jobs_source(&jobs);
    setup.seed = b->seed;
    setup.stall_act = b->stall_act, setup.stall_key = b->stall_key, setup.stall_res = b->stall_res;
    setup.ready_pattern = b->ready_pattern, setup.ready_length = b->ready_length;
    setup.abandon_after = b->abandon_after;
    bool ok = execute(c, &setup, &report);
    b->status = report.status;
    if (ok && b->abandon_after == 0 && !report.timed_out && same)
        differ = jobs_check_dense(&jobs, stderr);
    bool stalls = b->stall_act > 0 || b->stall_key > 0 || b->stall_res > 0 || b->ready_length > 0;
    expected = b->abandon_after > 0 ? report.cycles : drive_expected_cycles(&setup);
    if (ok && same && !stalls && b->abandon_after == 0) {
        struct schedule s;
        schedule_gemv(&s, &c->arch, &c->dims, b->shape[0].m, b->shape[0].n, b->jobs);
        expected = s.cycles;
    }
    ok = ok && judge(c, b->what, &setup, &report, differ, expected);
    for (int j = 0; j < b->jobs; j++) {
        free(t.w[j]);
        free(t.x[j]);
    }
    free(y);
    return ok;
}

bool bench_source(struct core *c, const char *what, const struct drive_setup *setup, unsigned status, unsigned mask)
{
    struct drive_report report = {0};
    if (!execute(c, setup, &report))
        return false;
    if ((report.expected_status & mask) != status) {
        fprintf(stderr, "cosim: %s: %s: the golden model ends with status 0x%x, expected 0x%x\n", c->arch.name, what,
                report.expected_status, status);
        return false;
    }
    return judge(c, what, setup, &report, 0, drive_expected_cycles(setup));
}

struct bench bench_random(const struct core *c, uint64_t *state)
{
    static const double gaps[] = {0, 0, 0.1, 0.5, 0.9};
    struct bench b = {.what = "random", .jobs = 1 + (int)stim_below(state, BENCH_MAX_JOBS), .seed = stim_next(state)};
    int64_t most = 4 * (int64_t)c->dims.n < c->arch.max_n ? 4 * (int64_t)c->dims.n : c->arch.max_n;
    bool same = stim_below(state, 2);
    for (int j = 0; j < b.jobs; j++) {
        b.shape[j].m = 1 + (int64_t)stim_below(state, 3 * (uint64_t)c->dims.outputs * (uint64_t)c->arch.reuse);
        b.shape[j].n = 1 + (int64_t)stim_below(state, (uint64_t)most);
        if (same)
            b.shape[j] = b.shape[0];
    }
    b.weights = stim_below(state, 3) ? STIM_RANDOM : (enum stim_pattern)stim_below(state, STIM_RANDOM);
    b.acts = stim_below(state, 3) ? STIM_RANDOM : (enum stim_pattern)stim_below(state, STIM_RANDOM);
    if (c->dims.act_float && stim_below(state, 4))
        b.acts = STIM_FINITE + (enum stim_pattern)stim_below(state, STIM_PATTERNS - STIM_FINITE);
    b.stall_act = gaps[stim_below(state, 5)];
    b.stall_key = gaps[stim_below(state, 5)];
    b.stall_res = gaps[stim_below(state, 5)];
    return b;
}
