/* SPDX-License-Identifier: Apache-2.0 */
#include "filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

/* ---- building */

struct builder {
    struct filter_tree *t;
    const struct front *f;
    size_t *entry; /* points of the front, to be put into the order of the leaves */
};

static double key_of(const struct builder *b, size_t entry, size_t by)
{
    return b->f->key[entry * b->t->n + by];
}

static void swap(size_t *a, size_t *b)
{
    size_t t = *a;
    *a = *b;
    *b = t;
}

/* Puts the `nth` smallest of lo..hi-1 in its place, smaller ones before it. */
static void select_nth(struct builder *b, size_t lo, size_t hi, size_t nth, size_t by)
{
    while (hi - lo > 1) {
        double pivot = key_of(b, b->entry[lo + (hi - lo) / 2], by);
        size_t i = lo, less = lo, more = hi; /* lo..less: smaller, less..i: equal, more..hi: larger */
        while (i < more) {
            double v = key_of(b, b->entry[i], by);
            if (v < pivot)
                swap(&b->entry[i++], &b->entry[less++]);
            else if (v > pivot)
                swap(&b->entry[i], &b->entry[--more]);
            else
                i++;
        }
        if (nth < less)
            hi = less;
        else if (nth >= more)
            lo = more;
        else
            return;
    }
}

static size_t half_of(size_t lo, size_t hi)
{
    return lo + (hi - lo + 1) / 2;
}

static void build(struct builder *b, size_t node, size_t lo, size_t hi, size_t by)
{
    struct filter_tree *t = b->t;
    double *corner = t->corner + node * t->n;
    if (hi - lo <= FILTER_LEAF) {
        for (size_t k = 0; k < t->n; k++)
            corner[k] = INFINITY;
        for (size_t i = lo; i < hi; i++) {
            t->index[i] = b->f->point[b->entry[i]].index;
            for (size_t k = 0; k < t->n; k++) {
                double v = key_of(b, b->entry[i], k);
                t->key[i * t->n + k] = v;
                corner[k] = v < corner[k] ? v : corner[k];
            }
        }
        return;
    }
    size_t half = half_of(lo, hi), next = (by + 1) % t->n;
    select_nth(b, lo, hi, half, by);
    build(b, 2 * node, lo, half, next);
    build(b, 2 * node + 1, half, hi, next);
    for (size_t k = 0; k < t->n; k++) {
        double left = t->corner[2 * node * t->n + k], right = t->corner[(2 * node + 1) * t->n + k];
        corner[k] = left < right ? left : right;
    }
}

void filter_tree_build(struct filter_tree *t, const struct front *f)
{
    size_t nodes = 2;
    for (size_t width = f->count; width > FILTER_LEAF; width = (width + 1) / 2)
        nodes *= 2;
    *t = (struct filter_tree){.count = f->count, .n = (size_t)f->sweep->objectives};
    if (f->count == 0)
        return;
    t->key = buf_realloc(NULL, f->count * t->n, sizeof *t->key);
    t->index = buf_realloc(NULL, f->count, sizeof *t->index);
    t->corner = buf_realloc(NULL, nodes * t->n, sizeof *t->corner);
    struct builder b = {t, f, buf_realloc(NULL, f->count, sizeof *b.entry)};
    for (size_t i = 0; i < f->count; i++)
        b.entry[i] = i;
    build(&b, 1, 0, f->count, 0);
    free(b.entry);
}

void filter_tree_release(struct filter_tree *t)
{
    free(t->key);
    free(t->corner);
    free(t->index);
    *t = (struct filter_tree){0};
}

/* ---- asking */

static bool no_larger(const double *a, const double *b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static bool better(const struct filter_tree *t, size_t i, const double *key, uint64_t index)
{
    const double *mine = t->key + i * t->n;
    return no_larger(mine, key, t->n) && (t->index[i] < index || !no_larger(key, mine, t->n));
}

static bool look(struct filter_tree *t, size_t node, size_t lo, size_t hi, const double *key, uint64_t index)
{
    if (!no_larger(t->corner + node * t->n, key, t->n))
        return false;
    if (hi - lo > FILTER_LEAF) {
        size_t half = half_of(lo, hi);
        return look(t, 2 * node, lo, half, key, index) || look(t, 2 * node + 1, half, hi, key, index);
    }
    for (size_t i = lo; i < hi; i++)
        if (better(t, i, key, index)) {
            memmove(t->recent + 1, t->recent, (FILTER_RECENT - 1) * sizeof *t->recent);
            t->recent[0] = i;
            return true;
        }
    return false;
}

bool filter_tree_rejects(struct filter_tree *t, const double *key, uint64_t index)
{
    for (int i = 0; i < FILTER_RECENT; i++) /* neighbours are mostly dominated by the same */
        if (better(t, t->recent[i], key, index))
            return true;
    return look(t, 1, 0, t->count, key, index);
}

/* ---- fronts */

void front_reduce(struct front *f)
{
    struct filter_tree t;
    size_t n = (size_t)f->sweep->objectives, kept = 0;
    if (f->count == 0)
        return;
    filter_tree_build(&t, f);
    for (size_t i = 0; i < f->count; i++) {
        if (filter_tree_rejects(&t, f->key + i * n, f->point[i].index))
            continue;
        f->point[kept] = f->point[i];
        memmove(f->key + kept++ * n, f->key + i * n, n * sizeof *f->key);
    }
    f->count = f->reduced = kept;
    filter_tree_release(&t);
}

void front_collect(struct front *f, const struct front *block)
{
    for (size_t i = 0; i < block->count; i++)
        front_append(f, &block->point[i]);
    if (f->count > 2 * f->reduced + 1024)
        front_reduce(f);
}

/* ---- filters of threads */

void filter_init(struct filter *f, const struct sweep *sweep)
{
    memset(f, 0, sizeof *f);
    front_init(&f->front, sweep);
}

void filter_release(struct filter *f)
{
    front_release(&f->front);
    filter_tree_release(&f->tree);
}

void filter_add(struct filter *f, const struct front *block)
{
    for (size_t i = 0; i < block->count; i++)
        front_append(&f->front, &block->point[i]);
    /* Building takes a while: only when it pays. */
    if (f->front.count <= f->tree.count + f->tree.count / 8 + (f->tree.count > 0 ? 8 : 0))
        return;
    front_reduce(&f->front);
    filter_tree_release(&f->tree);
    filter_tree_build(&f->tree, &f->front);
}
