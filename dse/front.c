/* SPDX-License-Identifier: Apache-2.0 */
#include "front.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"

void front_init(struct front *f, const struct sweep *sweep)
{
    *f = (struct front){.sweep = sweep};
}

void front_release(struct front *f)
{
    free(f->point);
    free(f->key);
    front_init(f, f->sweep);
}

void front_clear(struct front *f)
{
    f->count = f->reduced = 0;
}

void front_keys(const struct sweep *s, const struct space_point *p, double *key)
{
    for (int i = 0; i < s->objectives; i++) {
        double v = p->figure[s->objective[i].metric];
        key[i] = s->objective[i].maximize ? -v : v;
    }
}

enum relation { WORSE, BETTER, EQUAL, NEITHER };

/* What `a` is to `b`. */
static enum relation compare(const double *a, const double *b, int n)
{
    bool better = false, worse = false;
    for (int i = 0; i < n; i++) {
        better = better || a[i] < b[i];
        worse = worse || a[i] > b[i];
    }
    return better ? (worse ? NEITHER : BETTER) : worse ? WORSE : EQUAL;
}

static void move(struct front *f, size_t to, size_t from)
{
    int n = f->sweep->objectives;
    f->point[to] = f->point[from];
    memcpy(f->key + to * (size_t)n, f->key + from * (size_t)n, (size_t)n * sizeof *f->key);
}

/* Points that dominate many are found early: whatever dominates moves half way to the head. */
static void promote(struct front *f, size_t i)
{
    size_t to = i / 2, n = (size_t)f->sweep->objectives;
    double key[SWEEP_MAX_OBJECTIVES];
    if (to == i)
        return;
    struct space_point p = f->point[to];
    memcpy(key, f->key + to * n, n * sizeof *key);
    move(f, to, i);
    f->point[i] = p;
    memcpy(f->key + i * n, key, n * sizeof *key);
}

void front_append(struct front *f, const struct space_point *p)
{
    size_t n = (size_t)f->sweep->objectives;
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->point = buf_realloc(f->point, f->room, sizeof *f->point);
        f->key = buf_realloc(f->key, f->room * n, sizeof *f->key);
    }
    f->point[f->count] = *p;
    front_keys(f->sweep, p, f->key + f->count++ * n);
}

void front_add(struct front *f, const struct space_point *p)
{
    int n = f->sweep->objectives;
    double key[SWEEP_MAX_OBJECTIVES];
    front_keys(f->sweep, p, key);
    for (size_t i = 0; i < f->count;) {
        enum relation r = compare(key, f->key + i * (size_t)n, n);
        if (r == WORSE || (r == EQUAL && p->index >= f->point[i].index)) {
            promote(f, i);
            return;
        }
        if (r == NEITHER)
            i++;
        else
            move(f, i, --f->count);
    }
    front_append(f, p);
}

int best_compare(const struct sweep *s, const struct space_point *a, const struct space_point *b)
{
    double x[SWEEP_MAX_OBJECTIVES], y[SWEEP_MAX_OBJECTIVES];
    front_keys(s, a, x);
    front_keys(s, b, y);
    for (int i = 0; i < s->objectives; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static int by_goodness(const void *a, const void *b, void *sweep)
{
    return best_compare(sweep, a, b);
}

void front_sort(struct front *f)
{
    if (f->count > 0)
        qsort_r(f->point, f->count, sizeof *f->point, by_goodness, (void *)f->sweep);
    for (size_t i = 0; i < f->count; i++)
        front_keys(f->sweep, &f->point[i], f->key + i * (size_t)f->sweep->objectives);
}

/* ---- the N best */

void best_init(struct best *b, const struct sweep *sweep, size_t most)
{
    *b = (struct best){.sweep = sweep, .most = most, .point = buf_realloc(NULL, most + 1, sizeof *b->point)};
}

void best_release(struct best *b)
{
    free(b->point);
    *b = (struct best){0};
}

void best_clear(struct best *b)
{
    b->count = 0;
}

void best_add(struct best *b, const struct space_point *p)
{
    if (b->count == b->most && (b->most == 0 || best_compare(b->sweep, p, &b->point[b->count - 1]) > 0))
        return;
    size_t lo = 0, hi = b->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (best_compare(b->sweep, p, &b->point[mid]) < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    memmove(&b->point[lo + 1], &b->point[lo], (b->count - lo) * sizeof *b->point);
    b->point[lo] = *p;
    b->count += b->count < b->most;
}
