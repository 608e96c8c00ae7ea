/* SPDX-License-Identifier: Apache-2.0 */
#include "outdir_fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"

enum { STALE_SECONDS = 60 }; /* a folder this young may belong to a process that has not locked it yet */

int fs_read(const char *path, struct buf *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* a FIFO must not hang us */
    if (fd < 0)
        return errno;
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return EINVAL;
    }
    char chunk[16384];
    ssize_t n;
    while ((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            buf_add(out, chunk, (size_t)n);
    int error = n < 0 ? errno : 0;
    close(fd);
    return error;
}

int fs_write(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0)
        return errno;
    int error = fchmod(fd, 0644) == 0 ? 0 : errno;
    const char *p = data;
    while (!error && size > 0) {
        ssize_t n = write(fd, p, size);
        if (n >= 0) {
            p += n;
            size -= (size_t)n;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (!error)
        sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); /* starts the disk; fs_sync() waits for it */
    if (close(fd) != 0 && !error)
        error = errno; /* network file systems report a full disk here */
    return error;
}

int fs_mkdir(const char *path)
{
    if (mkdir(path, 0755) != 0 || chmod(path, 0755) != 0)
        return errno;
    return 0;
}

int fs_mkdirs(const char *path, size_t keep, size_t *first)
{
    *first = 0;
    char *copy = buf_strdup(path);
    int error = 0;
    for (char *c = copy + keep + (copy[keep] == '/'); !error && (c = strchr(c, '/')); c++) {
        *c = '\0';
        struct stat st;
        if (stat(copy, &st) != 0) {
            error = errno == ENOENT ? fs_mkdir(copy) : errno;
            if (!error && *first == 0)
                *first = (size_t)(c - copy);
        } else if (!S_ISDIR(st.st_mode)) {
            error = ENOTDIR;
        }
        *c = '/';
    }
    free(copy);
    return error;
}

int fs_remove_tree(const char *path)
{
    char *copy = buf_strdup(path);
    char *const roots[] = {copy, NULL};
    FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    int error = fts ? 0 : errno;
    for (FTSENT *e; fts && (e = fts_read(fts));) {
        int failed = 0;
        if (e->fts_info == FTS_D)
            continue; /* its second visit removes it */
        if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR || e->fts_info == FTS_NS)
            error = e->fts_errno;
        else if (e->fts_info == FTS_DP || e->fts_info == FTS_DC)
            failed = rmdir(e->fts_accpath);
        else
            failed = unlink(e->fts_accpath);
        if (failed && errno != ENOENT && !error)
            error = errno;
    }
    if (fts)
        fts_close(fts);
    free(copy);
    return error;
}

int fs_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = fsync(fd) == 0 || errno == EINVAL ? 0 : errno; /* EINVAL: the file system cannot */
    close(fd);
    return error;
}

static bool is_stale(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    struct stat st;
    bool stale = fstat(fd, &st) == 0 && time(NULL) - st.st_mtime > STALE_SECONDS && flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return stale;
}

void fs_remove_stale(const char *parent, const char *prefix)
{
    DIR *d = opendir(parent);
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        size_t len = strlen(prefix);
        if (strncmp(e->d_name, prefix, len) != 0 || !e->d_name[len] ||
            e->d_name[len + strspn(e->d_name + len, "0123456789")] != '\0')
            continue;
        struct buf path = BUF_INIT;
        buf_printf(&path, "%s/%s", parent, e->d_name);
        if (is_stale(path.data))
            fs_remove_tree(path.data);
        buf_release(&path);
    }
    closedir(d);
}

int fs_put(int fd, const void *data, size_t size, uint64_t at)
{
    const char *p = data;
    while (size > 0) {
        ssize_t n = pwrite(fd, p, size, (off_t)at);
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0) {
            p += n;
            size -= (size_t)n;
            at += (uint64_t)n;
        }
    }
    return 0;
}
