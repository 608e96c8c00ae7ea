/* SPDX-License-Identifier: Apache-2.0 */
/* simbuild.h -- how simcache.c builds a library: Verilator per core, then a few large C++ files, then the linker. */
#ifndef TLUT_SIMBUILD_H
#define TLUT_SIMBUILD_H

#include "simcache.h"

struct outdir;

struct simbuild_core {
    char name[ARCH_NAME_MAX + 1];
    struct outdir *package;
};

struct simbuild {
    const struct simcache_options *options;
    size_t count;
    struct simbuild_core *core;
    char key[65];
    struct buf dir; /* where it is built */
};

#define SIMBUILD_LIBRARY "tlut_model.so" /* the result, in dir */

/* The embedded files that go into the library; ends with NULL. */
extern const char *const simbuild_shim[];

/* Appends everything that decides how it is built (part of the key). */
void simbuild_flags(const struct simbuild *b, struct buf *out);

/* Builds in the empty folder b->dir. False after a diagnostic, with the tool's messages on standard error. */
bool simbuild_run(const struct simbuild *b, struct diag *d);

#endif
