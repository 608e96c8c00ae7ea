/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate.c -- a library's training set, measured and fitted. */
#include "calibrate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calibrate_common.h"
#include "cli.h"
#include "fit.h"
#include "outdir_fs.h"
#include "simcache.h"
#include "tool.h"

const char *calibrate_cache(const char *given, struct buf *path)
{
    if (given)
        return given;
    simcache_folder(NULL, path);
    buf_addstr(path, "/measure");
    return path->data;
}

bool calibrate_write(const char *path, const struct buf *text, struct diag *d)
{
    struct buf temporary = BUF_INIT;
    buf_printf(&temporary, "%s.tmp%ld", path, (long)getpid());
    int error = fs_write(temporary.data, text->data, text->len);
    if (error == 0)
        error = fs_sync(temporary.data);
    if (error == 0 && rename(temporary.data, path) != 0)
        error = errno;
    if (error != 0) {
        unlink(temporary.data);
        diag_report(d, DIAG_OUT_WRITE, "check the folder, and that there is room", "cannot write '%s': %s",
                    diag_quote(path).s, strerror(error));
    }
    buf_release(&temporary);
    return error == 0;
}

/* Measures; reports failures as a whole. The points that are not OK have printed their reasons. */
bool calibrate_measure(const struct calibrate_options *o, const struct liberty *lib, const struct points *p,
                       struct measured *m, struct diag *d)
{
    struct buf folder = BUF_INIT;
    const struct measure_flow flow = {.lib = lib, .cache = calibrate_cache(o->cache, &folder), .timeout_s = o->timeout_s,
                                      .energy = o->energy};
    const struct pool_options options = {.flow = &flow, .jobs = o->jobs, .quiet = o->quiet};
    struct pool_result r = pool_measure(p, &options, m);
    if (!o->quiet)
        fprintf(stderr, "%d of %d designs measured, %d of them from the cache; %d failed\n", r.done - r.failed, p->count,
                r.cached, r.failed);
    if (r.stopped)
        diag_report(d, DIAG_MEASURE_STOPPED, "run the same command again: it goes on where it stopped",
                    "stopped after %d of %d designs", r.done, p->count);
    else if (r.failed > 0)
        diag_report(d, DIAG_MEASURE_FAILED, "their reasons are above; the same command tries only these again",
                    "%d of %d designs could not be measured", r.failed, p->count);
    buf_release(&folder);
    return !r.stopped && r.failed == 0;
}

static void tool_versions(char *out, size_t size)
{
    struct buf yosys = BUF_INIT, sta = BUF_INIT;
    if (!tool_version("sta", "-version", &sta))
        buf_addstr(&sta, "?");
    if (!tool_version("yosys", "-V", &yosys))
        buf_addstr(&yosys, "yosys ?");
    char *end = strstr(yosys.data, " ("); /* the rest names compilers and flags */
    if (end)
        *end = 0;
    snprintf(out, size, "%s, OpenSTA %s, tlut %s", yosys.data, sta.data, TLUT_VERSION);
    buf_release(&yosys);
    buf_release(&sta);
}

bool calibrate_run(const struct calibrate_options *o, struct diag *d)
{
    struct liberty *lib = liberty_read_without(o->liberty, o->dont_use, d);
    struct points p;
    struct tech *t = calloc(1, sizeof *t);
    if (!lib || !t) {
        free(t);
        return false;
    }
    points_training(&p, o->seed, o->small ? POINTS_SMALL : POINTS_FULL);
    struct measured *m = calloc((size_t)p.count, sizeof *m);
    if (!m)
        abort();
    snprintf(t->name, sizeof t->name, "%s", o->name);
    snprintf(t->library, sizeof t->library, "%s", lib->name);
    snprintf(t->liberty_sha256, sizeof t->liberty_sha256, "%s", lib->digest);
    snprintf(t->source, sizeof t->source, "%s", o->source ? o->source : "");
    snprintf(t->dont_use, sizeof t->dont_use, "%s", o->dont_use ? o->dont_use : "");
    tool_versions(t->tools, sizeof t->tools);
    t->seed = (int)o->seed;
    t->points = p.count;
    t->voltage = lib->voltage;
    t->c.gate_area = lib->nand2_area;
    bool measured = calibrate_measure(o, lib, &p, m, d);
    /* Some failures do not stop the fit, but the exit status says so. */
    bool ok = (measured || !calibrate_stopped(m, p.count)) && fit_tech(t, &p, m, o->energy, d);
    if (ok) {
        struct buf text = BUF_INIT;
        tech_write(&text, t);
        ok = calibrate_write(o->out, &text, d);
        buf_reset(&text);
        calibrate_csv(&text, t, &p, m);
        if (ok && o->csv)
            ok = calibrate_write(o->csv, &text, d);
        buf_release(&text);
        fit_errors(t, &p, m);
        for (int i = 0; ok && i < t->errors; i++)
            if (strcmp(t->error[i].type, "all") == 0)
                printf("%-6s  on the %d training designs: mean %.2f %%, worst %.2f %%\n", t->error[i].what,
                       t->error[i].points, t->error[i].mean, t->error[i].worst);
        if (ok)
            printf("%s: written; these are not its errors: 'tlut-cost validate --tech %s --liberty %s' measures those\n",
                   o->out, o->out, o->liberty);
    }
    free(m);
    free(t);
    points_release(&p);
    liberty_free(lib);
    return ok && measured;
}

bool calibrate_stopped(const struct measured *m, int count)
{
    for (int i = 0; i < count; i++)
        if (m[i].status == MEASURED_FAILED && strcmp(m[i].reason, "not measured") == 0)
            return true;
    return false;
}
