/* SPDX-License-Identifier: Apache-2.0 */
/* verify.c -- measures the best designs: simulations one after the other, then synthesis of several at a time. */
#include "verify.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jobs.h"
#include "liberty.h"
#include "run.h"
#include "simcache.h"
#include "stim.h"

enum { SEED = 1, MAX_JOBS = 64 };

/* ---- a small GEMV on the RTL */

/* Every output and accumulator, one row more than a pass takes; three activation beats, the last one not full. */
static void shape(struct verified *v, const struct arch *a, const struct dims *d)
{
    v->m = (int64_t)d->outputs * a->reuse + 1;
    v->n = 3 * (int64_t)d->n - (d->n > 1);
    if (v->n > a->max_n)
        v->n = a->max_n;
}

/* The first line of what was reported. */
static void first_line(char *reason, size_t size, struct diag *d)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        abort();
    diag_print(d, f);
    fclose(f);
    snprintf(reason, size, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
}

static void judge(struct verified *v, const struct drive_report *r, int64_t differences, int64_t expected)
{
    const char *wrong = r->timed_out                       ? "the core hangs"
                        : r->mismatches || differences     ? "wrong results"
                        : r->protocol_errors               ? "rules of the streams are broken"
                        : r->status != r->expected_status  ? "wrong status"
                        : !drive_ok(r) || r->cycles != expected ? "the timing differs from the cycle model"
                                                           : NULL;
    v->exact = wrong ? VERIFY_DIFFERS : VERIFY_EXACT;
    snprintf(v->reason, sizeof v->reason, "%s", wrong ? wrong : "");
}

static void simulate(struct verified *v, const struct arch *a, const struct dims *d)
{
    struct lutnet *net = malloc(sizeof *net);
    uint64_t seed = SEED, weight_seed = stim_next(&seed);
    shape(v, a, d);
    int8_t *w = malloc((size_t)(v->m * v->n));
    uint32_t *x = malloc((size_t)(v->n * a->lanes) * sizeof *x);
    int64_t *y = calloc((size_t)(v->m * a->lanes), sizeof *y);
    if (!net || !w || !x || !y || !lutnet_build(net, a, d) || !stim_weights(w, v->m * v->n, weight_seed))
        BUG("out of memory");
    for (int t = 0; t < a->lanes; t++)
        stim_acts(x + t * v->n, v->n, d, stim_next(&seed));
    struct gemv gemv = {.arch = a, .dims = d, .m = v->m, .n = v->n, .w = w, .row_stride = v->n, .col_stride = 1, .x = x};
    gemv_init(&gemv);
    struct jobs jobs = {.gemv = &gemv, .count = 1, .y = y};
    const struct drive_setup setup = {.arch = a, .dims = d, .net = net, .source = jobs_source(&jobs), .seed = SEED};
    const struct run_options options = {.quiet = true};
    struct run_result run;
    struct schedule s;
    struct diag *diag = diag_new();
    schedule_gemv(&s, a, d, v->m, v->n, 1);
    if (run_icarus(&setup, &options, &run, diag)) {
        judge(v, &run.report, drive_ok(&run.report) ? jobs_check_dense(&jobs, NULL) : 0, s.cycles);
    } else {
        v->exact = VERIFY_NOT_RUN;
        first_line(v->reason, sizeof v->reason, diag);
    }
    diag_free(diag);
    free(net);
    free(w);
    free(x);
    free(y);
}

/* ---- the library */

/* The one that is given, else the installed one that the technology was fitted to. */
static struct liberty *choose_library(const struct tech *t, const struct report_options *o, struct diag *d)
{
    static const char *const installed[] = {"/usr/share/qflow/tech/osu018/osu018_stdcells.lib",
                                            "/usr/share/qflow/tech/osu035/osu035_stdcells.lib"};
    if (o->liberty)
        return liberty_read_without(o->liberty, t->dont_use, d);
    for (size_t i = 0; i < sizeof installed / sizeof *installed; i++) {
        struct diag *quiet = diag_new();
        struct liberty *lib = access(installed[i], R_OK) == 0 ? liberty_read_without(installed[i], t->dont_use, quiet) : NULL;
        diag_free(quiet);
        if (lib && strcmp(lib->digest, t->liberty_sha256) == 0)
            return lib;
        liberty_free(lib);
    }
    diag_report(d, DIAG_FILE_READ, "give the Liberty file with --liberty FILE",
                "--verify: no installed cell library is the one that technology '%s' was fitted to", diag_quote(t->name).s);
    return NULL;
}

/* ---- synthesis */

struct pool {
    const struct dse_result *r;
    const struct measure_flow *flow;
    struct verification *v;
    bool quiet;
    pthread_mutex_t lock;
    int next, done;
};

static void *worker(void *arg)
{
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    while (p->next < p->v->count) {
        struct verified *v = &p->v->design[p->next++];
        struct arch a;
        pthread_mutex_unlock(&p->lock);
        dse_arch(p->r->space.sweep, v->index, &a);
        measure_arch(p->flow, &a, &v->measured);
        pthread_mutex_lock(&p->lock);
        p->done++;
        if (!p->quiet)
            fprintf(stderr, "synthesized %d of %d%s%s\n", p->done, p->v->count,
                    v->measured.status == MEASURED_OK ? "" : ": ", v->measured.reason);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void synthesize(struct pool *p, int jobs)
{
    pthread_t thread[MAX_JOBS];
    int started = 0;
    if (pthread_mutex_init(&p->lock, NULL) != 0)
        abort();
    while (started < jobs && started < p->v->count && started < MAX_JOBS &&
           pthread_create(&thread[started], NULL, worker, p) == 0)
        started++;
    if (started == 0)
        worker(p);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&p->lock);
}

/* ---- the same figures from both */

static double sum(const double *value, int count)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += value[i];
    return total;
}

static void figures(struct verified *v, const struct dse_result *r)
{
    const struct sweep *s = r->space.sweep;
    const struct measured *m = &v->measured;
    struct arch a;
    struct dims d;
    struct cost cost;
    struct cost_figures f;
    double period = 0;
    dse_arch(s, v->index, &a);
    dims_derive(&d, &a);
    cost_evaluate(&cost, &s->tech->c, r->space.tables, &a, &d);
    double fmax = 1e6 / cost.period, mhz = s->mhz > 0 ? s->mhz : fmax;
    cost_figures(&f, &cost, &d, mhz);
    v->model = (struct verify_figures){cost.total_area + cost.buffer_area, fmax, f.pj_per_mac};
    if (m->status != MEASURED_OK)
        return;
    for (int i = 0; i < COST_STAGES; i++)
        period = m->stage[i] > period ? m->stage[i] : period;
    cost.total_energy = sum(m->energy, COST_PARTS) + m->buffer_energy;
    cost.total_leakage = sum(m->leakage, COST_PARTS);
    cost_figures(&f, &cost, &d, mhz); /* the same clock: the energies compare */
    v->real = (struct verify_figures){sum(m->area, COST_PARTS) + m->buffer_area, period > 0 ? 1e6 / period : 0,
                                      m->has_energy ? f.pj_per_mac : 0};
}

double verify_error(double model, double real)
{
    return real != 0 ? 100 * (model / real - 1) : 0;
}

bool verify_run(struct verification *v, const struct dse_result *r, const struct report_options *o, struct diag *d)
{
    const struct sweep *s = r->space.sweep;
    struct buf cache = BUF_INIT;
    memset(v, 0, sizeof *v);
    struct liberty *lib = choose_library(s->tech, o, d);
    if (!lib)
        return false;
    v->count = (size_t)o->verify < r->best.count ? o->verify : (int)r->best.count;
    v->design = buf_realloc(NULL, (size_t)v->count, sizeof *v->design);
    memset(v->design, 0, (size_t)v->count * sizeof *v->design);
    snprintf(v->library, sizeof v->library, "%s", lib->name);
    v->same_library = strcmp(lib->digest, s->tech->liberty_sha256) == 0;
    for (int i = 0; i < v->count; i++) {
        struct arch a;
        struct dims dims;
        v->design[i].index = r->best.point[i].index;
        dse_arch(s, v->design[i].index, &a);
        dims_derive(&dims, &a);
        simulate(&v->design[i], &a, &dims);
        if (!o->quiet)
            fprintf(stderr, "simulated %d of %d%s%s\n", i + 1, v->count, v->design[i].exact == VERIFY_EXACT ? "" : ": ",
                    v->design[i].reason);
    }
    if (!o->cache) {
        simcache_folder(NULL, &cache);
        buf_addstr(&cache, "/measure");
    }
    const struct measure_flow flow = {.lib = lib, .cache = o->cache ? o->cache : cache.data, .energy = true};
    struct pool pool = {.r = r, .flow = &flow, .v = v, .quiet = o->quiet};
    synthesize(&pool, o->jobs);
    for (int i = 0; i < v->count; i++)
        figures(&v->design[i], r);
    buf_release(&cache);
    liberty_free(lib);
    return true;
}

bool verify_judge(const struct verification *v, const char *out, struct diag *d)
{
    int wrong = 0, missing = 0;
    for (int i = 0; i < v->count; i++)
        if (v->design[i].exact == VERIFY_DIFFERS)
            wrong++;
        else if (v->design[i].exact == VERIFY_NOT_RUN || v->design[i].measured.status != MEASURED_OK)
            missing++;
    if (wrong + missing == 0)
        return true;
    diag_report(d, DIAG_MEASURE_FAILED, "the same command measures only what is missing",
                "--verify: of %d designs, %d differ from the golden model and %d could not be measured", v->count, wrong, missing);
    diag_note(d, "the reasons are in '%s/verify.csv' and in the page", out);
    return false;
}

void verify_release(struct verification *v)
{
    free(v->design);
    memset(v, 0, sizeof *v);
}

const struct verified *verify_find(const struct verification *v, uint64_t index)
{
    for (int i = 0; i < v->count; i++)
        if (v->design[i].index == index)
            return &v->design[i];
    return NULL;
}

/* ---- verify.csv */

static void quoted(struct buf *out, const char *text)
{
    buf_addch(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            buf_addch(out, '"');
        buf_addch(out, *text);
    }
    buf_addch(out, '"');
}

/* ",model,measured,error": the last two empty, if not measured. */
static void compared(struct buf *out, double model, double real, bool measured)
{
    buf_printf(out, ",%.9g", model);
    if (measured)
        buf_printf(out, ",%.9g,%.3f", real, verify_error(model, real));
    else
        buf_addstr(out, ",,");
}

void verify_csv(struct buf *out, const struct verification *v, const struct dse_result *r)
{
    static const char *const exact[] = {"yes", "no", "not run"};
    buf_addstr(out, "rank,index,bit_exact,gemv_m,gemv_n,area_um2_model,area_um2_measured,area_error_percent,fmax_mhz_model,"
                    "fmax_mhz_measured,fmax_error_percent,pj_per_mac_model,pj_per_mac_measured,pj_per_mac_error_percent,"
                    "library,same_library_as_technology,reason,tlut_gen_flags\n");
    for (int i = 0; i < v->count; i++) {
        const struct verified *e = &v->design[i];
        bool ok = e->measured.status == MEASURED_OK;
        struct buf reason = BUF_INIT;
        buf_printf(out, "%d,%llu,%s,%lld,%lld", i + 1, (unsigned long long)e->index, exact[e->exact], (long long)e->m,
                   (long long)e->n);
        compared(out, e->model.area_um2, e->real.area_um2, ok);
        compared(out, e->model.fmax_mhz, e->real.fmax_mhz, ok);
        compared(out, e->model.pj_per_mac, e->real.pj_per_mac, ok && e->measured.has_energy);
        buf_printf(&reason, "%s%s%s", e->reason, *e->reason && !ok ? "; " : "", ok ? "" : e->measured.reason);
        buf_addch(out, ',');
        quoted(out, v->library);
        buf_printf(out, ",%s,", v->same_library ? "yes" : "no");
        quoted(out, reason.data);
        buf_addch(out, ',');
        dse_flags(out, r->space.sweep, e->index);
        buf_addch(out, '\n');
        buf_release(&reason);
    }
}
