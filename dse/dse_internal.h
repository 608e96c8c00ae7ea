/* SPDX-License-Identifier: Apache-2.0 */
/* dse_internal.h -- shared by the files that run a sweep and write its results. */
#ifndef TLUT_DSE_INTERNAL_H
#define TLUT_DSE_INTERNAL_H

#include "digest.h"
#include "dse.h"
#include "journal.h"

/* What identifies the results of a sweep: version, sweep, technology, options that show in the output. */
void dse_key(char key[DIGEST_HEX], const struct sweep *s, const struct dse_options *o);

uint64_t dse_block_size(const struct space *s, const struct dse_options *o);

/* ---- run.c: threads */

struct dse_work {
    const struct space *space;
    const struct dse_options *options;
    uint64_t block_size, first, last; /* blocks first .. last - 1 are to be done */
    struct journal *journal;          /* where they go; NULL: to *result */
    struct dse_result *result;
};

enum dse_end { DSE_DONE, DSE_STOPPED, DSE_NO_WRITE, DSE_BIG_FRONT };

/* Does the blocks that the journal does not have. *error: errno value of DSE_NO_WRITE. */
enum dse_end dse_threads(const struct dse_work *w, int *error);

/* ---- estimate.c */

/* Looks at a sample of a large space. False after E545. `out` may be NULL. */
bool dse_estimate(const struct space *s, const struct dse_options *o, const char *out, struct diag *d);

/* Says why nothing is kept: E543 or E544. */
void dse_explain_empty(const struct space *s, const struct space_counts *counts, struct diag *d);

/* ---- output.c */

/* Several journals that hold all blocks between them. */
struct dse_blocks {
    const struct journal *journal;
    int count;
};

/* Sums up all blocks first .. last - 1. False after a diagnostic. */
bool dse_collect(struct dse_result *r, const struct dse_blocks *b, uint64_t first, uint64_t last,
                 const struct dse_options *o, struct diag *d);

/* Writes all files of finished results into an empty folder. False after a diagnostic. `shown` names the folder. */
bool dse_write_results(const char *dir, const struct dse_result *r, const struct dse_blocks *b,
                       const struct dse_options *o, const char *shown, struct diag *d);

/* The files that a shard and a whole have in common: sweep.xml, tech.xml, sweep.json. An errno value. */
int dse_write_provenance(const char *dir, const struct dse_result *r, const struct dse_options *o);

/* E203 with a hint. Returns false. */
bool dse_fail_write(const char *path, int error, const char *kept, struct diag *d);

/* ---- points_file.c: errno values */
int dse_write_points(const char *dir, const struct space *s, const struct dse_blocks *b, uint64_t kept,
                     uint64_t block_size);
int dse_write_points_csv(const char *dir, const struct space *s, const struct dse_blocks *b, uint64_t block_size);

/* Names of the varied parameters as columns: ",mu,luts". */
void dse_csv_parameters(struct buf *out, const struct space *s);
void dse_csv_values(struct buf *out, const struct space *s, uint64_t index);

/* ---- folder.c */

/* What a folder's sweep.json says, as far as it matters here. */
struct dse_summary {
    char key[DIGEST_HEX];
    uint64_t shard, shards, top;
    bool no_points, csv;
};

/* False if there is none, or it was not written by tlut-dse. */
bool dse_read_summary(const char *dir, struct dse_summary *s);

/* The sweep and technology of a folder, finished. False after diagnostics; *sweep needs no release then. */
bool dse_read_sweep(struct sweep *sweep, const char *dir, struct diag *d);

/* Fills *r from a finished folder of that sweep. False after a diagnostic; *r needs no release then. */
bool dse_read_back(struct dse_result *r, const struct sweep *sweep, const char *out, const struct dse_summary *summary,
                   struct diag *d);

#endif
