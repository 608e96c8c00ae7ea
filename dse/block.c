/* SPDX-License-Identifier: Apache-2.0 */
/* block.c -- what a block of the space leaves behind. */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "journal.h"

int block_columns(const struct sweep *sweep, enum metric column[METRIC_COUNT])
{
    int n = 0;
    for (int m = 0; m < METRIC_COUNT; m++)
        if (metric_table[m].point && sweep_knows(sweep, (enum metric)m))
            column[n++] = (enum metric)m;
    return n;
}

void block_reserve(struct block *b, uint32_t room)
{
    enum metric column[METRIC_COUNT];
    struct block_points *p = &b->points;
    int columns = block_columns(b->front.sweep, column);
    if (room <= p->room)
        return;
    p->room = room > 2 * p->room ? room : 2 * p->room;
    p->offset = buf_realloc(p->offset, p->room, sizeof *p->offset);
    for (int i = 0; i < columns; i++)
        p->column[column[i]] = buf_realloc(p->column[column[i]], p->room, sizeof **p->column);
}

void block_init(struct block *b, const struct sweep *sweep, size_t most_best, bool keep_points)
{
    memset(b, 0, sizeof *b);
    front_init(&b->front, sweep);
    best_init(&b->best, sweep, most_best);
    b->keep_points = keep_points;
}

void block_release(struct block *b)
{
    front_release(&b->front);
    best_release(&b->best);
    free(b->points.offset);
    for (int m = 0; m < METRIC_COUNT; m++)
        free(b->points.column[m]);
    memset(b, 0, sizeof *b);
}

void block_clear(struct block *b, uint64_t number)
{
    b->number = number;
    memset(&b->counts, 0, sizeof b->counts);
    front_clear(&b->front);
    best_clear(&b->best);
    b->points.count = 0;
}

void block_add(struct block *b, uint64_t first, const struct space_point *p, struct filter *filter)
{
    double key[SWEEP_MAX_OBJECTIVES];
    front_keys(b->front.sweep, p, key);
    if (!filter || !filter_rejects(filter, key, p->index)) {
        front_append(&b->front, p);
        if (b->front.count > 2 * b->front.reduced + 256)
            front_reduce(&b->front);
    }
    best_add(&b->best, p);
    if (!b->keep_points)
        return;
    struct block_points *q = &b->points;
    if (q->count == q->room)
        block_reserve(b, q->room + 4096);
    q->offset[q->count] = (uint32_t)(p->index - first);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (q->column[m])
            q->column[m][q->count] = (float)p->figure[m];
    q->count++;
}
