/* SPDX-License-Identifier: Apache-2.0 */
/* outdir_commit.c -- writes the files of an outdir: check what is there, write a sibling folder, swap. */
#include "outdir.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "diag.h"
#include "outdir_fs.h"

#define BUILD_FOLDER "obj_dir" /* where the package's Makefile builds; ours to remove */

struct commit {
    const struct outdir *files;
    const char *shown;  /* the folder as the user wrote it, for messages */
    struct diag *diag;
    char *target;       /* absolute path without links */
    size_t parent_len;  /* of target's parent folder */
    size_t made_len;    /* of the first parent folder that we made, or 0 */
    char *temporary;    /* the sibling folder, or NULL */
    int lock;           /* on it */
    sigset_t old_mask;
};

/* ---- diagnostics ---- */

static const char *hint(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "free some space, or choose a folder on another disk with -o";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder that you may write to with -o";
    case EBUSY:
    case EXDEV:
        return "the folder is a mount point; choose a folder inside it with -o";
    default:
        return "choose another folder with -o";
    }
}

static bool fail_write(const struct commit *c, const char *file, int error)
{
    diag_report(c->diag, DIAG_OUT_WRITE, hint(error), "cannot write '%s%s%s': %s", c->shown, file ? "/" : "",
                file ? file : "", strerror(error));
    return false;
}

static bool fail_foreign(const struct commit *c, const char *what)
{
    diag_report(c->diag, DIAG_OUT_FOREIGN, "choose a new or empty folder with -o, or move these files away",
                "folder '%s' is not empty and %s", c->shown, what);
    return false;
}

/* ---- what is there ---- */

static bool exists_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Finds target: the folder itself, or its place in a parent folder, which is made if missing. */
static bool locate(struct commit *c)
{
    if (exists_dir(c->shown)) {
        c->target = realpath(c->shown, NULL);
        if (!c->target)
            return fail_write(c, NULL, errno);
        c->parent_len = (size_t)(strrchr(c->target, '/') - c->target);
        return true;
    }
    struct stat st;
    if (lstat(c->shown, &st) == 0 || *c->shown == '\0') {
        diag_report(c->diag, DIAG_OUT_NOT_FOLDER, "choose another name with -o", "'%s' is not a folder", c->shown);
        return false;
    }
    char *cwd = *c->shown == '/' ? buf_strdup("") : getcwd(NULL, 0);
    if (!cwd)
        return fail_write(c, NULL, errno);
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s%s%s", strcmp(cwd, "/") == 0 ? "" : cwd, *cwd ? "/" : "", c->shown);
    free(cwd);
    while (path.len > 1 && path.data[path.len - 1] == '/')
        path.data[--path.len] = '\0';
    int error = fs_mkdirs(path.data, 0, &c->made_len);
    char *slash = strrchr(path.data, '/');
    c->target = buf_detach(&path);
    c->parent_len = (size_t)(slash - c->target);
    return error ? fail_write(c, NULL, error) : true;
}

static bool has_file(const char *dir, const struct outdir_file *f)
{
    struct buf path = BUF_INIT, text = BUF_INIT;
    struct stat st;
    buf_printf(&path, "%s/%s", dir, f->path);
    bool same = fs_read(path.data, &text) == 0 && text.len == f->size && memcmp(text.data, f->data, f->size) == 0 &&
                stat(path.data, &st) == 0 && (st.st_mode & 07777) == 0644;
    buf_release(&text);
    buf_release(&path);
    return same;
}

static bool is_unchanged(const struct commit *c)
{
    for (size_t i = 0; i < outdir_count(c->files); i++)
        if (!has_file(c->target, outdir_file(c->files, i)))
            return false;
    return outdir_count(c->files) > 0;
}

/* The "files" object of the folder's manifest if tlut-gen wrote it, else NULL. *root owns it. */
static const json_t *old_manifest(const char *dir, json_t **root)
{
    struct buf path = BUF_INIT, text = BUF_INIT;
    buf_printf(&path, "%s/manifest.json", dir);
    *root = fs_read(path.data, &text) == 0 ? json_loadb(text.data, text.len, 0, NULL) : NULL;
    buf_release(&text);
    buf_release(&path);
    const char *by = json_string_value(json_object_get(*root, "generator"));
    return by && strcmp(by, "tlut-gen") == 0 ? json_object_get(*root, "files") : NULL;
}

/* May the existing folder be replaced? Only if nothing in it is the user's. */
static bool may_replace(const struct commit *c)
{
    json_t *root;
    const json_t *files = old_manifest(c->target, &root);
    char *const roots[] = {c->target, NULL};
    FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    bool ok = fts || fail_write(c, NULL, errno);
    for (FTSENT *e; ok && (e = fts_read(fts));) {
        const char *path = e->fts_path + strlen(c->target) + (e->fts_level > 0);
        if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR)
            ok = fail_write(c, e->fts_level ? path : NULL, e->fts_errno);
        else if (e->fts_info == FTS_D && strcmp(path, BUILD_FOLDER) == 0 && files)
            fts_set(fts, e, FTS_SKIP);
        else if (e->fts_info == FTS_D || e->fts_info == FTS_DP || (files && strcmp(path, "manifest.json") == 0))
            continue;
        else if (!files)
            ok = fail_foreign(c, "was not written by tlut-gen");
        else if (!json_object_get(files, path)) {
            struct buf what = BUF_INIT;
            buf_printf(&what, "holds '%s', which tlut-gen did not write", path);
            ok = fail_foreign(c, what.data);
            buf_release(&what);
        }
    }
    if (fts)
        fts_close(fts);
    json_decref(root);
    return ok;
}

/* ---- signals ---- */

static const int held_signals[] = {SIGINT, SIGTERM, SIGHUP};

static void hold_signals(struct commit *c)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof held_signals / sizeof *held_signals; i++) {
        struct sigaction old;
        if (sigaction(held_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&set, held_signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &set, &c->old_mask);
}

static bool interrupted(const struct commit *c)
{
    sigset_t pending;
    sigpending(&pending);
    for (size_t i = 0; i < sizeof held_signals / sizeof *held_signals; i++)
        if (sigismember(&pending, held_signals[i]) && !sigismember(&c->old_mask, held_signals[i]))
            return true;
    return false;
}

/* ---- write and swap ---- */

static bool make_temporary(struct commit *c)
{
    struct buf prefix = BUF_INIT, parent = BUF_INIT;
    buf_add(&parent, c->target, c->parent_len);
    if (parent.len == 0)
        buf_addch(&parent, '/');
    buf_printf(&prefix, ".%s.tmp-", c->target + c->parent_len + 1);
    fs_remove_stale(parent.data, prefix.data);
    int error = EEXIST;
    for (int attempt = 0; error == EEXIST && attempt < 10; attempt++) { /* process numbers are reused */
        struct buf path = BUF_INIT;
        buf_printf(&path, "%.*s/%s%ld", (int)c->parent_len, c->target, prefix.data, (long)getpid());
        if (attempt)
            buf_printf(&path, "%d", attempt);
        free(c->temporary);
        c->temporary = buf_detach(&path);
        error = fs_mkdir(c->temporary);
    }
    buf_release(&prefix);
    buf_release(&parent);
    if (error) {
        free(c->temporary);
        c->temporary = NULL;
        return fail_write(c, NULL, error);
    }
    c->lock = open(c->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (c->lock >= 0)
        flock(c->lock, LOCK_EX | LOCK_NB); /* tells fs_remove_stale() of others that we live */
    return true;
}

static int write_file(const struct commit *c, size_t i, char *path)
{
    size_t first;
    int error = fs_mkdirs(path, strlen(c->temporary), &first);
    const struct outdir_file *f = outdir_file(c->files, i);
    return error ? error : fs_write(path, f->data, f->size);
}

/* Length of the folder part of a path, with its slash. */
static size_t folder_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Syncs file i and, behind the last file of a folder, the folder and those above it: files are sorted. */
static int sync_file(const struct commit *c, size_t i, char *path)
{
    int error = fs_sync(path);
    const struct outdir_file *f = outdir_file(c->files, i), *next = outdir_file(c->files, i + 1);
    size_t len = folder_len(f->path);
    if (next && len == folder_len(next->path) && memcmp(f->path, next->path, len) == 0)
        return error;
    for (char *slash; !error && (slash = strrchr(path, '/')) && slash >= path + strlen(c->temporary);) {
        *slash = '\0';
        error = fs_sync(path);
    }
    return error;
}

/* Does one step for each file: first all are written, then all are synced. A step may cut `path` short. */
static bool each_file(const struct commit *c, int (*step)(const struct commit *c, size_t i, char *path))
{
    for (size_t i = 0; i < outdir_count(c->files); i++) {
        const char *name = outdir_file(c->files, i)->path;
        struct buf path = BUF_INIT;
        buf_printf(&path, "%s/%s", c->temporary, name);
        int error = step(c, i, path.data);
        buf_release(&path);
        if (error)
            return fail_write(c, name, error);
        if (interrupted(c)) {
            diag_report(c->diag, DIAG_OUT_INTERRUPTED, "run it again", "interrupted; '%s' is as it was", c->shown);
            return false;
        }
    }
    return true;
}

/* Swaps two folders where the kernel or file system cannot: a short moment without a target, but never a torn one. */
static int exchange_slowly(const struct commit *c)
{
    struct buf aside = BUF_INIT;
    buf_printf(&aside, "%s.old", c->temporary);
    int error = rename(c->target, aside.data) == 0 ? 0 : errno;
    if (!error && rename(c->temporary, c->target) != 0) {
        error = errno;
        if (rename(aside.data, c->target) != 0)
            error = errno;
    }
    if (!error && rename(aside.data, c->temporary) != 0)
        error = errno;
    buf_release(&aside);
    return error;
}

static bool swap_in(const struct commit *c)
{
    /* A missing or empty target is simply replaced. */
    if (rename(c->temporary, c->target) == 0)
        return true;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return fail_write(c, NULL, errno);
    if (!may_replace(c)) /* again: another process may have made it meanwhile */
        return false;
    if (renameat2(AT_FDCWD, c->temporary, AT_FDCWD, c->target, RENAME_EXCHANGE) == 0)
        return true;
    int error = errno;
    if (error == ENOSYS || error == EINVAL)
        error = exchange_slowly(c);
    return error ? fail_write(c, NULL, error) : true;
}

static void undo_parents(const struct commit *c)
{
    char *path = buf_strdup(c->target);
    for (size_t len = c->parent_len; c->made_len && len >= c->made_len;) {
        path[len] = '\0';
        if (rmdir(path) != 0)
            break;
        while (len > 0 && path[--len] != '/')
            ;
    }
    free(path);
}

static enum outdir_result commit(struct commit *c)
{
    if (!locate(c))
        return OUTDIR_FAILED;
    if (exists_dir(c->target)) {
        if (is_unchanged(c))
            return OUTDIR_UNCHANGED;
        if (!may_replace(c))
            return OUTDIR_FAILED;
    }
    if (!make_temporary(c) || !each_file(c, write_file) || !each_file(c, sync_file) || !swap_in(c))
        return OUTDIR_FAILED;
    /* Without a sync of the parent folder a power cut may bring back what was there before, but that is whole, too. */
    return OUTDIR_WRITTEN;
}

enum outdir_result outdir_commit(const struct outdir *o, const char *dir, struct diag *diag)
{
    struct commit c = {.files = o, .shown = dir, .diag = diag, .lock = -1};
    hold_signals(&c);
    enum outdir_result result = commit(&c);
    if (c.temporary)
        fs_remove_tree(c.temporary); /* unfinished, or after the swap: the package that was there before */
    if (result == OUTDIR_FAILED && c.target)
        undo_parents(&c);
    if (c.lock >= 0)
        close(c.lock);
    free(c.temporary);
    free(c.target);
    pthread_sigmask(SIG_SETMASK, &c.old_mask, NULL); /* a signal that was held back is delivered here */
    return result;
}
