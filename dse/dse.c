/* SPDX-License-Identifier: Apache-2.0 */
/* dse.c -- one sweep from the first look at the folder to the last file.
 *
 * Work stands in OUT.partial: a journal of blocks, and at the end the folder `result`, which becomes OUT in one step.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dse_internal.h"
#include "outdir_fs.h"

uint64_t dse_block_size(const struct space *s, const struct dse_options *o)
{
    uint64_t size = o->block_size ? o->block_size : 4096;
    while (!o->block_size && size < (1 << 18) && size * 1024 < s->size)
        size *= 2;
    while (s->size / size > UINT64_C(1) << 22) /* the journal's table must not fill the memory */
        size *= 2;
    return size;
}

struct run {
    const struct sweep *sweep;
    const struct dse_options *o;
    struct dse_result *r;
    struct diag *d;
    char *out; /* as given, without slashes at its end */
    char *partial, *journal_path, *results;
    struct journal_head head;
    struct journal journal;
    uint64_t first, last; /* blocks of this shard */
};

static char *path_of(const char *a, const char *b)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s%s", a, b);
    return buf_detach(&path);
}

static bool exists(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

static bool is_empty_folder(const char *path)
{
    return rmdir(path) == 0 && fs_mkdir(path) == 0;
}

/* ---- what is there already */

enum there { THERE_NOTHING, THERE_SAME, THERE_BAD };

static bool other_sweep(const struct run *x, const char *what)
{
    diag_report(x->d, DIAG_SWEEP_OTHER, "choose another folder with -o, or discard it with --restart",
                "'%s' holds %s of another sweep, technology, version, shard or other options", what,
                what == x->out ? "results" : "unfinished work");
    return false;
}

static enum there look(struct run *x)
{
    struct dse_summary s;
    if (!exists(x->out))
        return THERE_NOTHING;
    struct stat st;
    if (stat(x->out, &st) != 0 || !S_ISDIR(st.st_mode)) {
        diag_report(x->d, DIAG_OUT_NOT_FOLDER, "choose another name with -o", "'%s' is there, and it is no folder",
                    x->out);
        return THERE_BAD;
    }
    if (!dse_read_summary(x->out, &s)) {
        if (is_empty_folder(x->out))
            return THERE_NOTHING;
        diag_report(x->d, DIAG_OUT_FOREIGN, "choose a new or empty folder with -o, or move these files away",
                    "folder '%s' is not empty and was not written by tlut-dse", x->out);
        return THERE_BAD;
    }
    if (x->o->restart)
        return THERE_NOTHING;
    if (memcmp(s.key, x->head.key, sizeof x->head.key) == 0 && s.shards == x->head.shards && s.shard == x->head.shard)
        return dse_read_back(x->r, x->sweep, x->out, &s, x->d) ? THERE_SAME : THERE_BAD;
    other_sweep(x, x->out);
    return THERE_BAD;
}

/* ---- the unfinished work */

static bool open_work(struct run *x)
{
    size_t made;
    bool other;
    int error = fs_mkdirs(x->partial, 0, &made);
    if (!error && !exists(x->partial))
        error = fs_mkdir(x->partial);
    if (error)
        return dse_fail_write(x->partial, error, NULL, x->d);
    for (int attempt = 0; attempt < 2; attempt++) {
        error = journal_open(&x->journal, x->journal_path, &x->head, false, &other);
        if (!error && !journal_lock(&x->journal)) {
            journal_close(&x->journal);
            diag_report(x->d, DIAG_SWEEP_BUSY, "wait for it, or choose another folder with -o",
                        "another tlut-dse is at work on '%s'", x->out);
            return false;
        }
        if (!x->o->restart || attempt == 1 || (!error && x->journal.done == 0))
            break;
        if (!error)
            journal_close(&x->journal);
        if (unlink(x->journal_path) != 0)
            return dse_fail_write(x->journal_path, errno, NULL, x->d);
    }
    if (other)
        return other_sweep(x, x->partial);
    return error ? dse_fail_write(x->journal_path, error, NULL, x->d) : true;
}

static bool explore(struct run *x)
{
    const struct dse_work work = {&x->r->space, x->o, x->head.block_size, x->first, x->last, &x->journal, x->r};
    int error;
    enum dse_end end = dse_threads(&work, &error);
    struct buf kept = BUF_INIT;
    uint64_t done = 0;
    for (uint64_t b = x->first; b < x->last; b++)
        done += x->journal.at[b] != 0;
    buf_printf(&kept, "%llu of %llu blocks are done and kept in '%s'", (unsigned long long)done,
               (unsigned long long)(x->last - x->first), x->partial);
    if (end == DSE_STOPPED)
        diag_report(x->d, DIAG_SWEEP_STOPPED, "the same command goes on where it stopped", "stopped; %s", kept.data);
    else if (end == DSE_NO_WRITE)
        dse_fail_write(x->journal_path, error, kept.data, x->d);
    buf_release(&kept);
    return end == DSE_DONE;
}

/* ---- the results take their place */

static bool put_in_place(struct run *x)
{
    int error = 0;
    if (rename(x->results, x->out) != 0) {
        error = errno;
        if ((error == ENOTEMPTY || error == EEXIST) &&
            renameat2(AT_FDCWD, x->results, AT_FDCWD, x->out, RENAME_EXCHANGE) == 0)
            error = 0; /* the old results are removed with the work */
    }
    if (error)
        return dse_fail_write(x->out, error, "the work is kept: the same command goes on where it stopped", x->d);
    return true;
}

static bool write_shard(struct run *x)
{
    char *to = path_of(x->results, "/shard.journal");
    int error = dse_write_provenance(x->results, x->r, x->o);
    if (!error && link(x->journal_path, to) != 0)
        error = errno;
    if (!error)
        error = fs_sync(to);
    if (!error)
        error = fs_sync(x->results);
    free(to);
    return error ? dse_fail_write(x->out, error, "the work is kept: the same command goes on where it stopped", x->d)
                 : true;
}

static bool finish(struct run *x)
{
    const struct dse_blocks blocks = {&x->journal, 1};
    if (!dse_collect(x->r, &blocks, x->first, x->last, x->o, x->d))
        return false;
    x->r->shard = x->o->shards > 1;
    if (!x->r->shard && x->r->counts.kept == 0) {
        dse_explain_empty(&x->r->space, &x->r->counts, x->d);
        fs_remove_tree(x->partial);
        return false;
    }
    if (exists(x->results))
        fs_remove_tree(x->results);
    int error = fs_mkdir(x->results);
    if (error)
        return dse_fail_write(x->results, error, NULL, x->d);
    bool ok = x->r->shard ? write_shard(x) : dse_write_results(x->results, x->r, &blocks, x->o, x->out, x->d);
    if (ok)
        ok = put_in_place(x);
    if (ok)
        fs_remove_tree(x->partial);
    else
        fs_remove_tree(x->results);
    return ok;
}

static void name_folders(struct run *x, const char *out)
{
    x->out = buf_strdup(out);
    for (size_t n = strlen(x->out); n > 1 && x->out[n - 1] == '/';)
        x->out[--n] = '\0';
    x->partial = path_of(x->out, ".partial");
    x->journal_path = path_of(x->partial, "/journal");
    x->results = path_of(x->partial, "/result");
    memcpy(x->head.magic, JOURNAL_MAGIC, sizeof x->head.magic);
    char key[DIGEST_HEX];
    dse_key(key, x->sweep, x->o);
    memcpy(x->head.key, key, sizeof x->head.key);
    x->head.block_size = dse_block_size(&x->r->space, x->o);
    x->head.space = x->r->space.size;
    x->head.blocks = (x->head.space + x->head.block_size - 1) / x->head.block_size;
    x->head.shard = x->o->shard;
    x->head.shards = x->o->shards;
    x->first = x->head.blocks * x->o->shard / x->o->shards;
    x->last = x->head.blocks * (x->o->shard + 1) / x->o->shards;
}

static bool run_folder(struct run *x, const char *out)
{
    name_folders(x, out);
    struct dse_result fresh = *x->r;
    enum there there = look(x);
    bool ok = false;
    if (there == THERE_SAME) { /* look() has read the results, with a space of its own */
        dse_result_release(&fresh);
        if (exists(x->partial))
            fs_remove_tree(x->partial);
        ok = true;
    } else if (there == THERE_NOTHING && dse_estimate(&x->r->space, x->o, x->out, x->d)) {
        x->journal.fd = -1;
        ok = open_work(x) && explore(x) && finish(x);
        if (x->journal.path)
            journal_close(&x->journal);
    }
    free(x->out);
    free(x->partial);
    free(x->journal_path);
    free(x->results);
    return ok;
}

static bool run_memory(struct run *x)
{
    struct dse_result *r = x->r;
    uint64_t size = dse_block_size(&r->space, x->o), blocks = (r->space.size + size - 1) / size;
    const struct dse_work work = {
        &r->space, x->o, size, blocks * x->o->shard / x->o->shards, blocks * (x->o->shard + 1) / x->o->shards, NULL, r};
    int error;
    if (!dse_estimate(&r->space, x->o, NULL, x->d))
        return false;
    enum dse_end end = dse_threads(&work, &error);
    front_reduce(&r->front);
    front_sort(&r->front);
    if (end == DSE_DONE && r->front.count > x->o->max_front)
        end = DSE_BIG_FRONT;
    if (end == DSE_STOPPED)
        diag_report(x->d, DIAG_SWEEP_STOPPED, "with -o OUT, what is done is kept",
                    "stopped; nothing is kept without -o");
    else if (end == DSE_BIG_FRONT)
        diag_report(x->d, DIAG_SWEEP_TOO_LARGE, "use fewer objectives, or raise --max-front",
                    "the front has more than %llu points", (unsigned long long)x->o->max_front);
    else if (r->counts.kept == 0 && x->o->shards == 1)
        dse_explain_empty(&r->space, &r->counts, x->d);
    return end == DSE_DONE && (r->counts.kept > 0 || x->o->shards > 1);
}

bool dse_run(struct dse_result *r, const struct sweep *sweep, const struct dse_options *o, const char *out,
             struct diag *d)
{
    struct run x = {.sweep = sweep, .o = o, .r = r, .d = d};
    memset(r, 0, sizeof *r);
    if (!space_init(&r->space, sweep)) {
        diag_report(d, DIAG_SWEEP_TOO_LARGE, "shorten the lists of values",
                    "the space has more than 9e15 combinations");
        return false;
    }
    front_init(&r->front, sweep);
    best_init(&r->best, sweep, o->top);
    bool ok = out ? run_folder(&x, out) : run_memory(&x);
    if (!ok)
        dse_result_release(r);
    return ok;
}
