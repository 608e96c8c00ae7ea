/* SPDX-License-Identifier: Apache-2.0 */
#include "token.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jobs.h"
#include "progress.h"
#include "schedule.h"
#include "simcache.h"
#include "stim.h"

/* What a process tells of a matrix. */
struct matrix {
    struct drive_report report;
    int64_t dense; /* results that differ from a plain product */
    int layer;
    atomic_bool done;
    bool ok;
};

/* Memory that all processes see. */
struct board {
    atomic_llong next, cycles;
    atomic_bool failed;
    int64_t count;
    struct matrix matrix[];
};

struct worker {
    const struct token_setup *s;
    const struct dut_api *api;
    struct lutnet *net;
    struct board *board;
    const struct token_layer *layer;
    int8_t *w; /* room for the largest matrix */
    uint32_t *x;
    int64_t *y;
};

static void largest(const struct workload *w, int64_t *m, int64_t *n, int64_t *size)
{
    *m = *n = *size = 0;
    for (int i = 0; i < w->layers; i++) {
        const struct workload_layer *l = &w->layer[i];
        *m = l->m > *m ? l->m : *m;
        *n = l->n > *n ? l->n : *n;
        *size = l->m * l->n > *size ? l->m * l->n : *size;
    }
}

static bool worker_memory(struct worker *k)
{
    int64_t m, n, size, lanes = k->s->arch->lanes;
    largest(k->s->workload, &m, &n, &size);
    k->w = malloc((size_t)size);
    k->x = malloc((size_t)(lanes * n) * sizeof *k->x);
    k->y = malloc((size_t)(lanes * m) * sizeof *k->y);
    return k->w && k->x && k->y;
}

/* Says whose findings follow: a run by itself knows cycles only. */
static void tell(const struct worker *k, int64_t number, const char *findings, size_t size)
{
    const struct matrix *t = &k->board->matrix[number];
    int64_t copy = number;
    for (int i = 0; i < t->layer; i++)
        copy -= k->s->workload->layer[i].count;
    fprintf(stderr, "\n%s, matrix %lld:\n%.*s", k->s->workload->layer[t->layer].name, (long long)copy + 1, (int)size,
            findings);
}

static bool run_matrix(struct worker *k, int64_t number)
{
    const struct token_setup *s = k->s;
    struct matrix *t = &k->board->matrix[number];
    const struct workload_layer *l = &s->workload->layer[t->layer];
    uint64_t seed = s->seed + (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15), weight_seed = stim_next(&seed);
    stim_trits(k->w, l->m * l->n, weight_seed);
    for (int lane = 0; lane < s->arch->lanes; lane++)
        stim_acts(k->x + lane * l->n, l->n, s->dims, stim_next(&seed));
    struct gemv gemv = {.arch = s->arch,
                        .dims = s->dims,
                        .m = l->m,
                        .n = l->n,
                        .w = k->w,
                        .row_stride = l->n,
                        .col_stride = 1,
                        .x = k->x};
    gemv_init(&gemv);
    struct jobs jobs = {.gemv = &gemv, .count = 1, .y = k->y};
    char *text = NULL;
    size_t size = 0;
    FILE *log = open_memstream(&text, &size);
    struct drive_setup setup = {.arch = s->arch,
                                .dims = s->dims,
                                .net = k->net,
                                .source = jobs_source(&jobs),
                                .seed = stim_next(&seed),
                                .stall_act = s->stall,
                                .stall_key = s->stall,
                                .stall_res = s->stall,
                                .log = log};
    struct dut_widths widths = drive_widths(s->dims);
    struct dut *dut = k->api->open(&widths, setup.seed, NULL);
    bool able = log && dut && drive_dut(&setup, k->api, dut, &t->report);
    if (dut)
        k->api->close(dut);
    if (able && drive_ok(&t->report))
        t->dense = jobs_check_dense(&jobs, log);
    t->ok = able && drive_ok(&t->report) && t->dense == 0 &&
            (s->stall > 0 || t->report.cycles == k->layer[t->layer].expected);
    if (able && drive_ok(&t->report) && !t->ok && t->dense == 0)
        fprintf(log, "  %lld cycles, the closed form says %lld\n", (long long)t->report.cycles,
                (long long)k->layer[t->layer].expected);
    if (log)
        fclose(log);
    if (able && !t->ok)
        tell(k, number, text, size);
    free(text);
    return able;
}

/* A process takes the next matrix until there is none, or one is wrong. Its exit status: 1 if memory ran out. */
static _Noreturn void work(struct worker *k, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody waits for us any more */
    bool able = getppid() == parent && worker_memory(k);
    struct board *b = k->board;
    while (able && !atomic_load(&b->failed)) {
        int64_t number = atomic_fetch_add(&b->next, 1);
        if (number >= b->count)
            break;
        able = run_matrix(k, number);
        struct matrix *t = &b->matrix[number];
        atomic_fetch_add(&b->cycles, t->report.total_cycles);
        atomic_store(&t->done, able);
        if (!able || !t->ok)
            atomic_store(&b->failed, true);
    }
    if (!able)
        atomic_store(&b->failed, true);
    _exit(!able);
}

static void show(struct progress *p, const struct board *b, double work)
{
    char text[64];
    int64_t cycles = atomic_load(&b->cycles), next = atomic_load(&b->next);
    double seconds = progress_clock() - p->start;
    snprintf(text, sizeof text, "matrix %lld of %lld, %.0f cycles/s", (long long)(next < b->count ? next : b->count),
             (long long)b->count, seconds > 0 ? (double)cycles / seconds : 0);
    progress_show(p, work > 0 && (double)cycles < work ? (double)cycles / work : 1, text);
}

/* Waits for all processes and shows how far they are. False, with one of them, if one ended before its time. */
static bool wait_all(const struct token_setup *s, struct board *b, int started, double work, int *bad)
{
    struct progress progress;
    progress_start(&progress, s->quiet ? PROGRESS_QUIET : PROGRESS_TERMINAL);
    *bad = 0;
    for (int ended = 0; ended < started;) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid > 0) {
            ended++;
            if (status != 0) {
                *bad = status;
                atomic_store(&b->failed, true);
            }
            continue;
        }
        usleep(100000);
        show(&progress, b, work);
    }
    progress_clear(&progress);
    return *bad == 0;
}

static void add_up(const struct board *b, struct token_result *r)
{
    for (int64_t i = 0; i < b->count; i++) {
        const struct matrix *t = &b->matrix[i];
        struct token_layer *l = &r->layer[t->layer];
        if (!atomic_load(&t->done))
            continue;
        l->runs++;
        l->cycles += t->report.cycles;
        l->wrong += t->report.mismatches + t->dense;
        l->failed += !t->ok;
        r->simulated_cycles += t->report.total_cycles;
        r->status |= t->report.status;
    }
}

static void sum_layers(const struct token_setup *s, struct token_result *r)
{
    for (int i = 0; i < s->workload->layers; i++) {
        const struct token_layer *l = &r->layer[i];
        r->runs += l->runs;
        r->failed += l->failed;
        r->wrong += l->wrong;
        r->cycles += l->cycles;
    }
}

static bool processes(struct worker *k, struct token_result *r, struct diag *d)
{
    const struct token_setup *s = k->s;
    struct board *b = k->board;
    pid_t parent = getpid();
    int started = 0, bad = 0;
    double start = progress_clock();
    r->processes = s->processes < b->count ? s->processes : (int)b->count;
    fflush(NULL);
    while (started < r->processes) {
        pid_t pid = fork();
        if (pid == 0)
            work(k, parent);
        if (pid < 0)
            break;
        started++;
    }
    bool ok = wait_all(s, b, started, (double)r->expected, &bad) && started > 0;
    r->run_seconds = progress_clock() - start;
    r->processes = started;
    if (ok)
        return true;
    if (WIFSIGNALED(bad))
        diag_report(d, DIAG_SIM_RUN, NULL, "a simulating process was ended by signal %d (%s)", WTERMSIG(bad),
                    strsignal(WTERMSIG(bad)));
    else
        diag_report(d, DIAG_SIM_RUN, "take fewer processes with -j",
                    started > 0 ? "out of memory" : "no process can be started");
    return false;
}

static struct board *board_new(const struct workload *w, int64_t count, size_t *size)
{
    *size = sizeof(struct board) + (size_t)count * sizeof(struct matrix);
    struct board *b = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b == MAP_FAILED)
        return NULL;
    for (int i = 0; i < w->layers; i++)
        for (int64_t k = 0; k < w->layer[i].count; k++)
            b->matrix[b->count++].layer = i;
    return b;
}

/* The layers by the closed form, and their sum. */
static void plan(const struct token_setup *s, struct token_result *r)
{
    for (int i = 0; i < s->workload->layers; i++) {
        const struct workload_layer *l = &s->workload->layer[i];
        struct schedule one;
        schedule_gemv(&one, s->arch, s->dims, l->m, l->n, 1);
        r->layer[i].expected = one.cycles;
        r->layer[i].macs = one.macs * l->count;
        r->matrices += l->count;
        r->macs += r->layer[i].macs;
        r->expected += one.cycles * l->count;
    }
}

bool token_run(const struct token_setup *s, struct token_result *r, struct diag *d)
{
    *r = (struct token_result){.layer = calloc((size_t)s->workload->layers + 1, sizeof *r->layer)};
    struct worker k = {.s = s, .net = malloc(sizeof *k.net), .layer = r->layer};
    if (!r->layer || !k.net || !lutnet_build(k.net, s->arch, s->dims))
        BUG("out of memory");
    plan(s, r);
    struct gemv shape = {.arch = s->arch, .dims = s->dims, .n = s->arch->max_n};
    int64_t some = 0;
    r->has_dense = jobs_has_dense(&(struct jobs){.gemv = &shape, .count = 1, .y = &some});
    size_t size = 0;
    bool ok = false;
    struct simlib lib;
    struct simcache_options cache = {.cache = s->cache, .rtl = s->rtl, .quiet = s->quiet};
    if (r->matrices > TOKEN_MAX_MATRICES || !(k.board = board_new(s->workload, r->matrices, &size))) {
        diag_report(d, DIAG_FILE_SIZE, "simulate a smaller model", "%lld matrices are too many",
                    (long long)r->matrices);
    } else if (simcache_open(&lib, s->arch, 1, &cache, d)) {
        char module[ARCH_NAME_MAX + 8];
        snprintf(module, sizeof module, "tlut_%s", s->arch->name);
        snprintf(r->tool, sizeof r->tool, "%s", lib.verilator.data);
        r->build_seconds = lib.build_seconds;
        k.api = dut_find(lib.duts, module);
        if (k.api)
            ok = processes(&k, r, d);
        else
            diag_report(d, DIAG_SIM_LOAD, NULL, "the core '%s' cannot be started", module);
        simcache_close(&lib);
        add_up(k.board, r);
        sum_layers(s, r);
    }
    if (k.board)
        munmap(k.board, size);
    free(k.net);
    return ok;
}

void token_release(struct token_result *r)
{
    free(r->layer);
}

bool token_ok(const struct token_result *r)
{
    return r->failed == 0 && r->runs == r->matrices;
}
