/* SPDX-License-Identifier: Apache-2.0 */
/* outdir_fs.h -- small file system helpers of outdir_commit.c. They return an errno value, 0 for success. */
#ifndef TLUT_OUTDIR_FS_H
#define TLUT_OUTDIR_FS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct buf;

/* Reads a whole regular file; a symbolic link is not followed (ELOOP). */
int fs_read(const char *path, struct buf *out);

/* Writes a new file of mode 0644 whatever the umask. It is on the disk for sure after fs_sync(). */
int fs_write(const char *path, const void *data, size_t size);

/* Writes all of it at an offset of an open file. */
int fs_put(int fd, const void *data, size_t size, uint64_t at);

/* A new folder of mode 0755 whatever the umask. */
int fs_mkdir(const char *path);

/* Makes the folders of path up to (not including) its last component that are missing below the first `keep` characters.
 * *first is set to the length of the first folder made, or 0. */
int fs_mkdirs(const char *path, size_t keep, size_t *first);

/* Removes a folder and all that is in it, as far as possible; links are not followed. */
int fs_remove_tree(const char *path);

/* Syncs a file or the names in a folder. Many files are faster written first and then synced, all of them. */
int fs_sync(const char *path);

/* Removes the folders `<prefix><number>` in folder `parent` that a killed process left behind: old enough and not locked. */
void fs_remove_stale(const char *parent, const char *prefix);

#endif
