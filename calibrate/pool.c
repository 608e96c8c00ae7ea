/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c -- threads that take the next point; each point's tools are processes of their own. */
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "progress.h"

static volatile sig_atomic_t stop_now;

static void on_signal(int number)
{
    (void)number;
    stop_now = 1;
}

struct pool {
    const struct points *points;
    const struct pool_options *o;
    struct measured *out;
    bool *cached;
    pthread_mutex_t lock;
    int next, done, failed;
    double work, work_done; /* expected seconds, of points that are not cached */
    struct progress progress;
};

/* A size to weigh points by, for the time that is left: weights the core works on in a beat, and table entries. */
static double weight_of(const struct point *p)
{
    const struct arch *a = &p->arch;
    double w = (double)a->cores * a->lanes * a->luts * (a->fetchers + 8.0) * (1 << a->mu) * (p->energy ? 2 : 1);
    return 200 + w;
}

static void show(struct pool *p)
{
    char text[64];
    snprintf(text, sizeof text, "%d of %d measured, %d failed", p->done, p->points->count, p->failed);
    progress_show(&p->progress, p->work > 0 ? p->work_done / p->work : 1, text);
}

static void *worker(void *arg)
{
    struct pool *p = arg;
    pthread_mutex_lock(&p->lock);
    while (p->next < p->points->count && !stop_now) {
        int i = p->next++;
        const struct point *point = &p->points->point[i];
        struct measure_flow flow = *p->o->flow;
        flow.energy = flow.energy && point->energy;
        pthread_mutex_unlock(&p->lock);
        measure_arch(&flow, &point->arch, &p->out[i]);
        pthread_mutex_lock(&p->lock);
        p->done++;
        p->failed += p->out[i].status != MEASURED_OK;
        if (!p->cached[i])
            p->work_done += weight_of(point);
        if (p->out[i].status != MEASURED_OK && !stop_now) {
            progress_clear(&p->progress);
            fprintf(stderr, "%s: %s\n", point->arch.name, p->out[i].reason);
        }
        show(p);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct pool_result pool_measure(const struct points *points, const struct pool_options *o, struct measured *out)
{
    struct pool p = {.points = points, .o = o, .out = out};
    struct pool_result r = {0};
    struct sigaction act = {.sa_handler = on_signal}, old_int, old_term;
    pthread_t thread[64];
    int jobs = o->jobs < 1 ? 1 : o->jobs > 64 ? 64 : o->jobs, started = 0;
    p.cached = calloc((size_t)points->count + 1, sizeof *p.cached);
    if (!p.cached || pthread_mutex_init(&p.lock, NULL) != 0)
        abort();
    for (int i = 0; i < points->count; i++) {
        struct measure_flow flow = *o->flow;
        flow.energy = flow.energy && points->point[i].energy;
        out[i] = (struct measured){.status = MEASURED_FAILED, .reason = "not measured"};
        p.cached[i] = measure_cached(&flow, &points->point[i].arch);
        r.cached += p.cached[i];
        p.work += p.cached[i] ? 0 : weight_of(&points->point[i]);
    }
    progress_start(&p.progress, o->quiet ? PROGRESS_QUIET : PROGRESS_ALWAYS);
    stop_now = 0;
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, &old_int);
    sigaction(SIGTERM, &act, &old_term);
    while (started < jobs && pthread_create(&thread[started], NULL, worker, &p) == 0)
        started++;
    if (started == 0)
        worker(&p);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGTERM, &old_term, NULL);
    progress_clear(&p.progress);
    r.done = p.done;
    r.failed = p.failed;
    r.stopped = stop_now;
    pthread_mutex_destroy(&p.lock);
    free(p.cached);
    return r;
}
