/* SPDX-License-Identifier: Apache-2.0 */
/* outdir.c -- the files of an output folder in memory. outdir_commit.c writes them. */
#include "outdir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

struct outdir {
    struct outdir_file *file; /* sorted by path */
    size_t count, room;
};

struct outdir *outdir_new(void)
{
    struct outdir *o = buf_realloc(NULL, 1, sizeof *o);
    *o = (struct outdir){0};
    return o;
}

void outdir_free(struct outdir *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->count; i++) {
        free((char *)o->file[i].path);
        free((char *)o->file[i].data);
    }
    free(o->file);
    free(o);
}

/* The place of path in the sorted table: of the file itself, or of the first behind it. */
static size_t place(const struct outdir *o, const char *path)
{
    size_t lo = 0, hi = o->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (strcmp(o->file[mid].path, path) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

void outdir_add(struct outdir *o, const char *path, const void *data, size_t size)
{
    size_t at = place(o, path);
    if (at < o->count && strcmp(o->file[at].path, path) == 0) {
        fprintf(stderr, "tlut: bug: output file %s is added twice\n", path);
        abort();
    }
    if (o->count == o->room) {
        o->room = o->room ? o->room * 2 : 32;
        o->file = buf_realloc(o->file, o->room, sizeof *o->file);
    }
    char *copy = buf_realloc(NULL, size + 1, 1), *name = buf_strdup(path);
    if (size)
        memcpy(copy, data, size);
    copy[size] = '\0';
    memmove(&o->file[at + 1], &o->file[at], (o->count - at) * sizeof *o->file);
    o->file[at] = (struct outdir_file){.path = name, .data = copy, .size = size};
    o->count++;
}

size_t outdir_count(const struct outdir *o)
{
    return o->count;
}

const struct outdir_file *outdir_file(const struct outdir *o, size_t i)
{
    return i < o->count ? &o->file[i] : NULL;
}

const struct outdir_file *outdir_find(const struct outdir *o, const char *path)
{
    size_t at = place(o, path);
    return at < o->count && strcmp(o->file[at].path, path) == 0 ? &o->file[at] : NULL;
}
