/* SPDX-License-Identifier: Apache-2.0 */
#include "simcache.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arch_load.h"
#include "digest.h"
#include "embedded.h"
#include "given.h"
#include "outdir.h"
#include "outdir_fs.h"
#include "progress.h"
#include "simbuild.h"
#include "tool.h"

void simcache_folder(const char *given, struct buf *path)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (given)
        buf_addstr(path, given);
    else if (xdg && xdg[0] == '/')
        buf_printf(path, "%s/tlut", xdg);
    else
        buf_printf(path, "%s/.cache/tlut", home && *home ? home : ".");
}

/* Emits all packages, and hashes what the library is made of. */
static bool collect(struct simbuild *b, const struct arch *cores, size_t count, const char *version, struct diag *d)
{
    struct buf all = BUF_INIT;
    char hex[DIGEST_HEX];
    bool ok = true;
    buf_printf(&all, "%s\n", version);
    simbuild_flags(b, &all);
    for (const char *const *shim = simbuild_shim; *shim; shim++) {
        const struct embedded_file *f = embedded_find(*shim);
        if (!f)
            BUG("%s is not embedded", *shim);
        buf_add(&all, f->data, f->size);
    }
    for (size_t i = 0; i < count && ok; i++) {
        struct simbuild_core *core = &b->core[i];
        struct arch resolved = cores[i];
        arch_resolve(&resolved);
        snprintf(core->name, sizeof core->name, "%s", resolved.name);
        core->package = outdir_new();
        ok = given_package(&cores[i], b->options->rtl, core->package, d);
        for (size_t f = 0; ok && f < outdir_count(core->package); f++) {
            const struct outdir_file *file = outdir_file(core->package, f);
            digest_bytes(file->data, file->size, hex);
            buf_printf(&all, "%s %s %s\n", core->name, file->path, hex);
        }
    }
    digest_bytes(all.data, all.len, b->key);
    buf_release(&all);
    return ok;
}

static bool load(struct simlib *lib, const char *file, struct diag *d)
{
    lib->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    lib->duts = lib->handle ? dlsym(lib->handle, "tlut_duts") : NULL;
    if (lib->duts)
        return true;
    const char *why = dlerror();
    diag_report(d, DIAG_SIM_LOAD, "delete the file, it is built again", "cannot load the model '%s': %s",
                diag_quote(file).s, why ? why : "it holds no cores");
    return false;
}

/* Builds in <cache>/build-<pid> and moves the result to `file`. Another process may do the same: the last one wins,
 * with the same bytes or at least the same meaning. */
static bool build(struct simbuild *b, const char *cache, const char *file, struct diag *d)
{
    struct buf made = BUF_INIT;
    fs_remove_stale(cache, "build-");
    buf_printf(&b->dir, "%s/build-%ld", cache, (long)getpid());
    fs_remove_tree(b->dir.data);
    int error = fs_mkdir(b->dir.data), lock = -1;
    bool ok = !error;
    if (ok) {
        lock = open(b->dir.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (lock >= 0)
            flock(lock, LOCK_EX | LOCK_NB); /* we are alive: fs_remove_stale() of others spares the folder */
        ok = simbuild_run(b, d);
        buf_printf(&made, "%s/%s", b->dir.data, SIMBUILD_LIBRARY);
        if (ok && rename(made.data, file) != 0)
            error = errno;
        fs_remove_tree(b->dir.data);
        close(lock);
    }
    buf_release(&made);
    if (error)
        diag_report(d, DIAG_CACHE, "name a folder that you may write to with --cache DIR",
                    "cannot write to the model cache '%s': %s", diag_quote(cache).s, strerror(error));
    return ok && !error;
}

static bool make_cache(const char *path, struct diag *d)
{
    struct stat s;
    size_t first;
    int error = fs_mkdirs(path, 0, &first);
    if (!error && mkdir(path, 0777) != 0 && errno != EEXIST)
        error = errno;
    if (!error && (stat(path, &s) != 0 || !S_ISDIR(s.st_mode)))
        error = ENOTDIR;
    if (error)
        diag_report(d, DIAG_CACHE, "name a folder that you may write to with --cache DIR",
                    "cannot make the model cache '%s': %s", diag_quote(path).s, strerror(error));
    return !error;
}

bool simcache_open(struct simlib *lib, const struct arch *cores, size_t count, const struct simcache_options *options,
                   struct diag *d)
{
    struct simbuild b = {.options = options, .count = count};
    struct buf cache = BUF_INIT, file = BUF_INIT;
    memset(lib, 0, sizeof *lib);
    buf_init(&lib->verilator);
    buf_init(&b.dir);
    b.core = buf_realloc(NULL, count, sizeof *b.core);
    memset(b.core, 0, count * sizeof *b.core);
    bool ok = tool_version("verilator", "--version", &lib->verilator);
    if (!ok)
        diag_report(d, DIAG_NO_VERILATOR,
                    "install it (Debian, Ubuntu: apt install verilator g++ make), or use --simulator icarus",
                    "the program 'verilator' is not installed or does not run");
    simcache_folder(options->cache, &cache);
    ok = ok && collect(&b, cores, count, lib->verilator.data, d) && make_cache(cache.data, d);
    if (ok) {
        memcpy(lib->key, b.key, sizeof lib->key);
        buf_printf(&file, "%s/%.32s.so", cache.data, b.key);
        /* dlopen looks for a name without '/' in the system's folders */
        if (access(file.data, R_OK) != 0) {
            double start = progress_clock();
            ok = build(&b, cache.data, file.data, d);
            lib->build_seconds = progress_clock() - start;
        }
    }
    ok = ok && load(lib, file.data, d);
    for (size_t i = 0; i < count; i++)
        outdir_free(b.core[i].package);
    free(b.core);
    buf_release(&b.dir);
    buf_release(&cache);
    buf_release(&file);
    if (!ok)
        simcache_close(lib);
    return ok;
}

void simcache_close(struct simlib *lib)
{
    if (lib->handle)
        dlclose(lib->handle);
    lib->handle = NULL;
    lib->duts = NULL;
    buf_release(&lib->verilator);
}
