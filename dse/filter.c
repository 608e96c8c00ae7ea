/* SPDX-License-Identifier: Apache-2.0 */
#include "filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

void filter_init(struct filter *f, const struct sweep *sweep)
{
    memset(f, 0, sizeof *f);
    front_init(&f->front, sweep);
}

void filter_release(struct filter *f)
{
    front_release(&f->front);
    free(f->key);
    free(f->corner);
    free(f->index);
    memset(f, 0, sizeof *f);
}

struct order {
    const double *key;
    size_t n, by;
};

static int compare_by(const void *a, const void *b, void *user)
{
    const struct order *o = user;
    double x = o->key[*(const size_t *)a * o->n + o->by], y = o->key[*(const size_t *)b * o->n + o->by];
    return (x > y) - (x < y);
}

/* Halves by one objective after the other, until a half is a chunk: what is near ends up together. */
static void split(size_t *entry, size_t count, struct order o)
{
    if (count <= FILTER_CHUNK)
        return;
    qsort_r(entry, count, sizeof *entry, compare_by, &o);
    size_t half = (count / 2 + FILTER_CHUNK - 1) / FILTER_CHUNK * FILTER_CHUNK;
    o.by = (o.by + 1) % o.n;
    split(entry, half, o);
    split(entry + half, count - half, o);
}

static void rebuild(struct filter *f)
{
    size_t n = (size_t)f->front.sweep->objectives, count = f->front.count;
    size_t *entry = buf_realloc(NULL, count, sizeof *entry);
    for (size_t i = 0; i < count; i++)
        entry[i] = i;
    split(entry, count, (struct order){f->front.key, n, 0});
    f->built = count;
    f->chunks = (count + FILTER_CHUNK - 1) / FILTER_CHUNK;
    f->key = buf_realloc(f->key, count * n, sizeof *f->key);
    f->corner = buf_realloc(f->corner, f->chunks * n, sizeof *f->corner);
    f->index = buf_realloc(f->index, count, sizeof *f->index);
    for (size_t i = 0; i < f->chunks * n; i++)
        f->corner[i] = INFINITY;
    for (size_t i = 0; i < count; i++) {
        f->index[i] = f->front.point[entry[i]].index;
        for (size_t k = 0; k < n; k++) {
            double v = f->front.key[entry[i] * n + k], *corner = &f->corner[i / FILTER_CHUNK * n + k];
            f->key[i * n + k] = v;
            *corner = v < *corner ? v : *corner;
        }
    }
    for (int i = 0; i < FILTER_RECENT; i++)
        f->recent[i] = 0;
    free(entry);
}

void filter_add(struct filter *f, const struct front *block)
{
    for (size_t i = 0; i < block->count; i++)
        front_add(&f->front, &block->point[i]);
    /* Building takes a while: only when it pays. Points of the arrays that have left the front are still good. */
    if (f->front.count > f->built + f->built / 8 || (block->count > 0 && f->built < 4 * FILTER_CHUNK))
        rebuild(f);
}

static bool no_larger(const double *a, const double *b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static bool better(const struct filter *f, size_t i, const double *key, uint64_t index, size_t n)
{
    const double *mine = f->key + i * n;
    return no_larger(mine, key, n) && (f->index[i] < index || memcmp(mine, key, n * sizeof *key) != 0);
}

bool filter_rejects(struct filter *f, const double *key, uint64_t index)
{
    size_t n = (size_t)f->front.sweep->objectives;
    if (f->built == 0)
        return false;
    for (int i = 0; i < FILTER_RECENT; i++)
        if (better(f, f->recent[i], key, index, n))
            return true;
    for (size_t c = 0; c < f->chunks; c++) {
        if (!no_larger(f->corner + c * n, key, n))
            continue;
        size_t end = (c + 1) * FILTER_CHUNK < f->built ? (c + 1) * FILTER_CHUNK : f->built;
        for (size_t i = c * FILTER_CHUNK; i < end; i++)
            if (better(f, i, key, index, n)) {
                memmove(f->recent + 1, f->recent, (FILTER_RECENT - 1) * sizeof *f->recent);
                f->recent[0] = i;
                return true;
            }
    }
    return false;
}
