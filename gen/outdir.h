/* SPDX-License-Identifier: Apache-2.0 */
/* outdir.h -- an output folder that appears whole or not at all.
 *
 * Files are collected in memory; outdir_commit() writes them into a sibling folder, syncs it and swaps it into place. A
 * reader sees the old package or the new one, never a mixture, whatever happens: error, full disk, signal, SIGKILL.
 */
#ifndef TLUT_OUTDIR_H
#define TLUT_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

struct diag;
struct outdir;

struct outdir_file {
    const char *path; /* relative, with '/', as given */
    const char *data; /* size bytes and a NUL */
    size_t size;
};

enum outdir_result { OUTDIR_FAILED, OUTDIR_WRITTEN, OUTDIR_UNCHANGED };

struct outdir *outdir_new(void);
void outdir_free(struct outdir *o);

/* Adds a file; the bytes are copied. `path` is relative, without "." and ".."; each path is added once. */
void outdir_add(struct outdir *o, const char *path, const void *data, size_t size);

/* Number of files, and file i in the order of their paths (strcmp). */
size_t outdir_count(const struct outdir *o);
const struct outdir_file *outdir_file(const struct outdir *o, size_t i);

/* The file of that path, or NULL. */
const struct outdir_file *outdir_find(const struct outdir *o, const char *path);

/* Makes folder `dir` hold exactly these files, with modes 0644 and 0755 whatever the umask.
 *
 * `dir` may be missing (missing parents are made), empty, or hold an earlier package: a folder whose manifest.json was
 * written by tlut-gen and that holds nothing but the files listed there and a build folder obj_dir. Anything else is
 * refused. If all files are there already, byte for byte, nothing is touched (OUTDIR_UNCHANGED).
 * On failure one diagnostic is given (E201..E204; the program then ends with exit code 3) and nothing is left behind.
 * SIGINT, SIGTERM and SIGHUP are held back while files are written; if one arrives, the unfinished folder is removed, and
 * the signal then takes its course. */
enum outdir_result outdir_commit(const struct outdir *o, const char *dir, struct diag *diag);

#endif
