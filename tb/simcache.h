/* SPDX-License-Identifier: Apache-2.0 */
/* simcache.h -- Verilated models as shared objects, built once and kept.
 *
 * A library holds one or more cores; its key is the SHA-256 of everything that makes it: all emitted files, the C++
 * shim, Verilator's version and the flags. It is built in a temporary folder of the cache and renamed into place, so
 * that concurrent runs are safe and an interrupted build leaves nothing that could be taken for a model.
 */
#ifndef TLUT_SIMCACHE_H
#define TLUT_SIMCACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "arch.h"
#include "buf.h"
#include "diag.h"
#include "dut.h"

struct simcache_options {
    const char *cache; /* folder, or NULL: $XDG_CACHE_HOME/tlut, or ~/.cache/tlut */
    const char *rtl;   /* one core only: a Verilog file instead of the emitted ones (given.h), or NULL */
    bool trace;        /* models that can write FST traces (slower; kept apart) */
    bool quick;        /* compiled without optimization: for many small cores and few cycles */
    bool quiet;        /* no progress on standard error */
    bool debug;        /* compiled with VL_DEBUG, which checks unused bits of ports */
};

struct simlib {
    void *handle;
    const struct dut_api *const *duts; /* dut_find() finds a core: "tlut_" and its name */
    struct buf verilator;              /* its version line */
    double build_seconds;              /* 0: it came from the cache */
    char key[65];                      /* in the cache */
};

/* Finds or builds the library of `count` cores (architectures that have passed arch_check(), with different names) and
 * loads it. False after a diagnostic (E301, E303, E304, E306). */
bool simcache_open(struct simlib *lib, const struct arch *cores, size_t count, const struct simcache_options *options,
                   struct diag *d);
void simcache_close(struct simlib *lib);

/* The default folder, or the one given. */
void simcache_folder(const char *given, struct buf *path);

#endif
