/* SPDX-License-Identifier: Apache-2.0 */
/* dse.h -- design-space exploration: runs a sweep, writes its results, reads them back.
 *
 *   struct sweep sweep;
 *   sweep_init(&sweep);
 *   if (sweep_read(&sweep, "sweep.xml", diag) && sweep_finish(&sweep, NULL, diag)) {
 *       struct dse_options options = DSE_OPTIONS;
 *       struct dse_result result;
 *       if (dse_run(&result, &sweep, &options, "OUT", diag)) {        // NULL instead of "OUT": in memory only
 *           for (size_t i = 0; i < result.front.count; i++) {         // best first
 *               const struct space_point *p = &result.front.point[i]; // p->figure[METRIC_AREA], ...
 *               struct arch arch;
 *               dse_arch(&sweep, p->index, &arch);                    // resolved, ready for dims_derive()
 *           }
 *           dse_result_release(&result);
 *       }
 *   }
 *   sweep_release(&sweep);
 *
 * Results do not depend on the number of threads, nor on whether the work was interrupted or split into shards.
 */
#ifndef TLUT_DSE_H
#define TLUT_DSE_H

#include "front.h"

struct dse_options {
    int jobs;               /* threads, 1..DSE_MAX_JOBS */
    size_t top;             /* the best so many, 1..DSE_MAX_TOP */
    bool no_points;         /* front and best only, no points files */
    bool csv;               /* points.csv however many there are; else up to DSE_CSV_POINTS */
    bool restart;           /* discard what the folder has of another sweep */
    bool quiet;             /* no progress */
    uint64_t shard, shards; /* do part `shard` of `shards` only */
    uint64_t max_points;    /* refuse a sweep that probably keeps more (0: as many as the disk holds) */
    uint64_t max_space;     /* refuse a larger space */
    uint64_t max_front;     /* give up if the front gets larger */
    uint64_t block_size;    /* indices of a block, 0: by the size of the space; for tests */
};
#define DSE_OPTIONS                                                                                                    \
    {                                                                                                                  \
        .jobs = 1, .top = 10, .shards = 1, .max_space = UINT64_C(1) << 40, .max_front = 2000000                        \
    }
enum { DSE_MAX_JOBS = 256, DSE_MAX_TOP = 10000, DSE_CSV_POINTS = 1000000, DSE_MAX_SHARDS = 10000 };

struct dse_result {
    struct space space;
    struct space_counts counts;
    struct front front; /* sorted: best first */
    struct best best;
    bool reused; /* the folder was complete already */
    bool shard;  /* a shard was written: front and best are those of the shard */
};

/* Explores the space of a finished sweep, which must outlive *r. With `out`, the results are written there, whole or
 * not at all; what is done of unfinished work stands in `out`.partial and is taken up again. False after diagnostics
 * (E201 to E203, E543 to E549); *r needs no release then. */
bool dse_run(struct dse_result *r, const struct sweep *sweep, const struct dse_options *o, const char *out,
             struct diag *d);
void dse_result_release(struct dse_result *r);

/* Puts the results of all shards together, in folder `out`. */
bool dse_merge(const char *const *shards, int count, const char *out, bool restart, struct diag *d);

/* The finished results of a folder: *sweep (to be released with sweep_release()), front and best with all figures. */
bool dse_open(struct dse_result *r, struct sweep *sweep, const char *out, struct diag *d);

/* The architecture of an index, resolved; and as flags of tlut-gen. */
void dse_arch(const struct sweep *sweep, uint64_t index, struct arch *a);
void dse_flags(struct buf *text, const struct sweep *sweep, uint64_t index);

/* All kept points of a finished folder, mapped into memory. */
struct dse_points {
    uint64_t count;
    const uint64_t *index;             /* ascending */
    const float *figure[METRIC_COUNT]; /* NULL: not in the file */
    void *map;
    size_t size;
};
/* False after a diagnostic: there is no such file, or it is none. */
bool dse_points_open(struct dse_points *p, const char *out, struct diag *d);
void dse_points_close(struct dse_points *p);

#endif
