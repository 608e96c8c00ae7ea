/* SPDX-License-Identifier: Apache-2.0 */
/* merge.c -- the shards of a sweep become its results, byte for byte those of a single run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dse_internal.h"
#include "outdir_fs.h"

struct shards {
    const char *const *folder;
    int count, open;
    struct journal *journal;
    struct dse_summary first;
    struct diag *d;
};

static bool bad(struct shards *s, const char *help, const char *folder, const char *what)
{
    diag_error(s->d, DIAG_SWEEP_SHARDS, loc_file(folder), "%s", what);
    diag_help(s->d, "%s", help);
    return false;
}

static bool open_one(struct shards *s, int i, char *seen)
{
    struct dse_summary here;
    struct buf path = BUF_INIT;
    const char *folder = s->folder[i];
    bool other;
    if (!dse_read_summary(folder, &here))
        return bad(s, "give folders that tlut-dse --shard I/N -o made; unfinished ones end in .partial", folder,
                   "the folder holds no finished shard");
    if (here.shards < 2)
        return bad(s, "it was made without --shard, and needs no merge", folder, "the folder holds a whole sweep");
    if (i == 0)
        s->first = here;
    if (strcmp(here.key, s->first.key) != 0 || here.shards != s->first.shards)
        return bad(s, "all shards are made by the same command and version, but for --shard", folder,
                   "the shard belongs to another sweep than the first one");
    if (here.shard >= DSE_MAX_SHARDS || here.shards > DSE_MAX_SHARDS)
        return bad(s, "run that shard again with --restart", folder, "its sweep.json makes no sense");
    if (seen[here.shard]++)
        return bad(s, "give each shard once", folder, "the shard is given twice");
    buf_printf(&path, "%s/shard.journal", folder);
    int error = journal_open(&s->journal[i], path.data, NULL, true, &other);
    buf_release(&path);
    if (error)
        return bad(s, "run that shard again with --restart", folder,
                   other ? "shard.journal is damaged" : strerror(error));
    s->open++;
    if (memcmp(s->journal[i].head.key, here.key, sizeof s->journal[i].head.key) != 0)
        return bad(s, "run that shard again with --restart", folder, "shard.journal belongs to another sweep");
    return true;
}

static bool complete(struct shards *s, const char *seen)
{
    for (uint64_t k = 0; k < s->first.shards; k++)
        if (!seen[k]) {
            diag_report(s->d, DIAG_SWEEP_SHARDS, "run it with the same command, and give its folder, too",
                        "shard %llu of %llu is missing", (unsigned long long)k, (unsigned long long)s->first.shards);
            return false;
        }
    for (uint64_t b = 0; b < s->journal[0].head.blocks; b++) {
        bool have = false;
        for (int i = 0; i < s->count; i++)
            have = have || (s->journal[i].head.blocks > b && s->journal[i].at[b]);
        if (!have) {
            diag_report(s->d, DIAG_SWEEP_SHARDS, "run its shard again with --restart",
                        "block %llu is missing or damaged", (unsigned long long)b);
            return false;
        }
    }
    return true;
}

static bool may_write(const char *out, bool restart, struct diag *d)
{
    struct dse_summary s;
    if (access(out, F_OK) != 0 || rmdir(out) == 0)
        return true;
    if (dse_read_summary(out, &s)) {
        if (restart)
            return true;
        diag_report(d, DIAG_SWEEP_OTHER, "choose another folder with -o, or discard it with --restart",
                    "'%s' holds results already", out);
        return false;
    }
    diag_report(d, DIAG_OUT_FOREIGN, "choose a new or empty folder with -o, or move these files away",
                "'%s' is there already and was not written by tlut-dse", out);
    return false;
}

static bool write_merged(struct shards *s, struct dse_result *r, const char *out, bool restart)
{
    struct dse_options o = DSE_OPTIONS;
    o.top = s->first.top;
    o.no_points = s->first.no_points;
    o.csv = s->first.csv;
    const struct dse_blocks blocks = {s->journal, s->count};
    struct buf work = BUF_INIT;
    size_t made;
    if (!dse_collect(r, &blocks, 0, s->journal[0].head.blocks, &o, s->d))
        return false;
    if (r->counts.kept == 0) {
        dse_explain_empty(&r->space, &r->counts, s->d);
        return false;
    }
    buf_printf(&work, "%s.partial", out);
    fs_remove_tree(work.data);
    int error = fs_mkdirs(work.data, 0, &made);
    if (!error)
        error = fs_mkdir(work.data);
    bool ok =
        error ? dse_fail_write(work.data, error, NULL, s->d) : dse_write_results(work.data, r, &blocks, &o, out, s->d);
    if (ok && restart && access(out, F_OK) == 0)
        fs_remove_tree(out);
    if (ok && rename(work.data, out) != 0)
        ok = dse_fail_write(out, errno, NULL, s->d);
    if (!ok)
        fs_remove_tree(work.data);
    buf_release(&work);
    return ok;
}

bool dse_merge(const char *const *folders, int count, const char *out, bool restart, struct diag *d)
{
    struct shards s = {.folder = folders, .count = count, .d = d};
    struct sweep sweep;
    char *seen = calloc(DSE_MAX_SHARDS, 1);
    s.journal = buf_realloc(NULL, (size_t)count, sizeof *s.journal);
    bool ok = seen && may_write(out, restart, d);
    for (int i = 0; i < count && ok; i++)
        ok = open_one(&s, i, seen);
    ok = ok && complete(&s, seen);
    if (ok && dse_read_sweep(&sweep, folders[0], d)) {
        struct dse_result r = {0};
        ok = space_init(&r.space, &sweep);
        front_init(&r.front, &sweep);
        best_init(&r.best, &sweep, s.first.top);
        ok = ok && write_merged(&s, &r, out, restart);
        dse_result_release(&r);
        sweep_release(&sweep);
    } else {
        ok = false;
    }
    for (int i = 0; i < s.open; i++)
        journal_close(&s.journal[i]);
    free(s.journal);
    free(seen);
    return ok;
}
