/* SPDX-License-Identifier: Apache-2.0 */
/* journal.h -- what is done of a sweep, on the disk: one record a block of the space, each with a checksum.
 *
 * A file starts with a head (the sweep's key, the number of blocks) and grows by records in the order in which blocks
 * are finished. A process that dies leaves at most one torn record at the end, which the next one cuts off. Records
 * hold all that the output needs of their block: counts, its front, its best, and the points as columns.
 *
 * Numbers are little-endian, as on every machine that this runs on (checked when it is compiled).
 */
#ifndef TLUT_JOURNAL_H
#define TLUT_JOURNAL_H

#include <stdio.h>

#include "filter.h"
#include "front.h"

/* A block's points as columns; figures as the points files hold them. */
struct block_points {
    uint32_t count, room;
    uint32_t *offset;            /* from the first index of the block */
    float *column[METRIC_COUNT]; /* NULL: not a column */
};

struct block {
    uint64_t number;
    struct space_counts counts;
    struct front front;
    struct best best;
    bool keep_points; /* else the front and the best alone */
    struct block_points points;
};

void block_init(struct block *b, const struct sweep *sweep, size_t most_best, bool keep_points);
void block_release(struct block *b);
void block_clear(struct block *b, uint64_t number);

/* Makes room for so many points. */
void block_reserve(struct block *b, uint32_t room);

/* Adds a kept point; first: the first index of the block. What `filter` (or NULL) rejects does not come on the front:
 * the front of all blocks together is the same. The block's own front may hold dominated points until front_reduce().
 */
void block_add(struct block *b, uint64_t first, const struct space_point *p, struct filter *filter);

/* The columns of points files, in their order: metrics. Returns how many. */
int block_columns(const struct sweep *sweep, enum metric column[METRIC_COUNT]);

struct journal_head {
    char magic[8]; /* JOURNAL_MAGIC */
    char key[64];  /* hex digits: of the sweep, technology, version and options */
    uint64_t blocks, block_size, space;
    uint64_t shard, shards;
};
#define JOURNAL_MAGIC "TLUTDSE1"

struct journal {
    int fd;
    char *path;
    struct journal_head head;
    uint64_t *at;  /* of each block: offset of its record, or 0 */
    uint64_t done; /* blocks that have one */
    uint64_t end;  /* of the last good record */
};

/* Opens a journal and finds its records, or makes one with that head if there is none. Cuts off a torn end unless
 * read_only. Errors are errno values; *other is set if the file is a journal of another head (then EEXIST), or is none.
 */
int journal_open(struct journal *j, const char *path, const struct journal_head *head, bool read_only, bool *other);
void journal_close(struct journal *j);

/* Takes the lock that keeps others away. False: somebody has it. */
bool journal_lock(const struct journal *j);

/* Appends a block's record. An errno value; the file ends with a good record then, too, if that is possible at all. */
int journal_append(struct journal *j, const struct block *b);

/* Reads a block's record into *b. False if it is damaged. */
bool journal_read(const struct journal *j, uint64_t number, struct block *b);

#endif
