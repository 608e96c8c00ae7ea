/* SPDX-License-Identifier: Apache-2.0 */
/* run.c -- threads that take block after block; progress; signals. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "dse_internal.h"
#include "progress.h"

static atomic_bool stop_all; /* by a signal, or by a thread that cannot go on */
static atomic_bool signalled;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&signalled, true);
    atomic_store(&stop_all, true);
}

struct team {
    const struct dse_work *w;
    pthread_mutex_t lock; /* of all that follows, the journal and the result */
    pthread_cond_t changed;
    uint64_t next, done, todo;
    uint64_t kept, points;
    int running, error;
    enum dse_end end;
};

struct member {
    struct team *team;
    struct block block;
    struct filter filter; /* of what this thread has delivered */
    uint64_t first;
};

static void visit(void *user, const struct space_point *p)
{
    struct member *m = user;
    block_add(&m->block, m->first, p, &m->filter);
}

static bool next_block(struct team *t, uint64_t *number)
{
    const struct dse_work *w = t->w;
    while (t->next < w->last && w->journal && w->journal->at[t->next])
        t->next++;
    *number = t->next;
    return t->next < w->last && t->next++ < w->last;
}

static void fail(struct team *t, enum dse_end end, int error)
{
    if (t->end == DSE_DONE) {
        t->end = end;
        t->error = error;
    }
    atomic_store(&stop_all, true);
}

/* Under the lock. */
static void deliver(struct team *t, struct block *b)
{
    const struct dse_work *w = t->w;
    struct dse_result *r = w->result;
    t->done++;
    t->kept += b->counts.kept;
    if (w->journal) {
        int error = journal_append(w->journal, b);
        if (error)
            fail(t, DSE_NO_WRITE, error);
        return;
    }
    space_add_counts(&r->counts, &b->counts);
    front_collect(&r->front, &b->front);
    for (size_t i = 0; i < b->best.count; i++)
        best_add(&r->best, &b->best.point[i]);
    if (r->front.reduced > w->options->max_front)
        fail(t, DSE_BIG_FRONT, 0);
}

/* Figures that the walk left out. */
static void complete(const struct space *s, struct block *b)
{
    for (size_t i = 0; i < b->front.count; i++)
        space_complete(s, &b->front.point[i]);
    for (size_t i = 0; i < b->best.count; i++)
        space_complete(s, &b->best.point[i]);
}

static void *work(void *user)
{
    struct team *t = user;
    const struct dse_work *w = t->w;
    struct member m = {.team = t};
    struct space space = *w->space; /* a view */
    uint64_t number;
    if (!w->journal || w->options->no_points)
        space_only_needed(&space);
    filter_init(&m.filter, w->space->sweep);
    block_init(&m.block, w->space->sweep, w->options->top, w->journal && !w->options->no_points);
    pthread_mutex_lock(&t->lock);
    while (!atomic_load(&stop_all) && next_block(t, &number)) {
        pthread_mutex_unlock(&t->lock);
        m.first = number * w->block_size;
        uint64_t end = m.first + w->block_size < w->space->size ? m.first + w->block_size : w->space->size;
        block_clear(&m.block, number);
        bool whole = space_walk(&space, m.first, end, visit, &m, &m.block.counts, &stop_all);
        front_reduce(&m.block.front);
        complete(&space, &m.block);
        pthread_mutex_lock(&t->lock);
        if (whole)
            deliver(t, &m.block);
        bool filed = whole && t->end == DSE_DONE;
        pthread_cond_signal(&t->changed);
        pthread_mutex_unlock(&t->lock);
        if (filed)
            filter_add(&m.filter, &m.block.front);
        pthread_mutex_lock(&t->lock);
    }
    t->running--;
    pthread_cond_signal(&t->changed);
    pthread_mutex_unlock(&t->lock);
    block_release(&m.block);
    filter_release(&m.filter);
    return NULL;
}

/* ---- progress */

static void show(const struct team *t, struct progress *p)
{
    char text[64];
    double seconds = progress_clock() - p->start;
    double speed = seconds > 0 ? (double)t->done * (double)t->w->block_size / seconds : 0;
    snprintf(text, sizeof text, "%.3g points/s, %llu kept", speed, (unsigned long long)t->kept);
    progress_show(p, t->todo ? (double)t->done / (double)t->todo : 1, text);
}

/* Until all threads have ended. On a terminal a line shows how far it is, four times a second. */
static void wait_for(struct team *t)
{
    struct progress progress;
    progress_start(&progress, t->w->options->quiet ? PROGRESS_QUIET : PROGRESS_TERMINAL);
    pthread_mutex_lock(&t->lock);
    while (t->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&t->changed, &t->lock, &until);
        show(t, &progress);
    }
    pthread_mutex_unlock(&t->lock);
    progress_clear(&progress);
}

/* ---- signals: Ctrl-C ends the work in order */

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
enum { CAUGHT = sizeof caught / sizeof *caught };

static void catch_signals(struct sigaction old[CAUGHT])
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
}

static void release_signals(const struct sigaction old[CAUGHT])
{
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &old[i], NULL);
}

enum dse_end dse_threads(const struct dse_work *w, int *error)
{
    struct team t = {.w = w,
                     .next = w->first,
                     .todo = w->last - w->first,
                     .lock = PTHREAD_MUTEX_INITIALIZER,
                     .changed = PTHREAD_COND_INITIALIZER};
    pthread_t thread[DSE_MAX_JOBS];
    struct sigaction old[CAUGHT];
    int started = 0;
    atomic_store(&stop_all, false);
    atomic_store(&signalled, false);
    for (uint64_t b = w->first; w->journal && b < w->last; b++)
        t.todo -= w->journal->at[b] != 0;
    catch_signals(old);
    t.running = w->options->jobs;
    for (; started < w->options->jobs; started++)
        if (pthread_create(&thread[started], NULL, work, &t) != 0)
            break;
    if (started == 0)
        BUG("cannot start a thread: %s", strerror(errno));
    pthread_mutex_lock(&t.lock);
    t.running -= w->options->jobs - started;
    pthread_mutex_unlock(&t.lock);
    wait_for(&t);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    release_signals(old);
    *error = t.error;
    if (t.end == DSE_DONE && atomic_load(&signalled) && t.done < t.todo)
        return DSE_STOPPED;
    return t.end;
}
