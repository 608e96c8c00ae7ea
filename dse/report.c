/* SPDX-License-Identifier: Apache-2.0 */
/* report.c -- from a finished folder to its page. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "outdir_fs.h"
#include "report_internal.h"

/* A file that is there whole or not at all. An errno value. */
static int replace(const char *path, const char *text, size_t size)
{
    struct buf fresh = BUF_INIT;
    buf_printf(&fresh, "%s.new", path);
    unlink(fresh.data);
    int error = fs_write(fresh.data, text, size);
    if (!error)
        error = fs_sync(fresh.data);
    if (!error && rename(fresh.data, path) != 0)
        error = errno;
    if (error)
        unlink(fresh.data);
    buf_release(&fresh);
    return error;
}

static bool put(const char *out, const char *name, const char *text, size_t size, struct diag *d)
{
    struct buf path = BUF_INIT;
    buf_printf(&path, "%s/%s", out, name);
    int error = replace(path.data, text, size);
    if (error)
        dse_fail_write(path.data, error, "the results of the sweep are complete; the same command writes the page again", d);
    buf_release(&path);
    return !error;
}

static bool put_plots(const char *out, const struct report_plots *p, struct diag *d)
{
    struct buf name = BUF_INIT;
    buf_printf(&name, "%s/plots", out);
    int error = fs_mkdir(name.data);
    bool ok = !error || error == EEXIST || dse_fail_write(name.data, error, NULL, d);
    for (int i = 0; i < p->count && ok; i++) {
        buf_reset(&name);
        buf_printf(&name, "plots/%s.svg", p->plot[i].name);
        ok = put(out, name.data, p->plot[i].svg, strlen(p->plot[i].svg), d);
    }
    buf_release(&name);
    return ok;
}

/* The page last: where it is, all is. */
static bool put_all(const char *out, const struct report_data *t, struct diag *d)
{
    struct report_plots plots;
    struct buf page = BUF_INIT, csv = BUF_INIT;
    bool ok = report_draw(t, &plots, d) && put_plots(out, &plots, d);
    if (ok && t->verification.count > 0) {
        verify_csv(&csv, &t->verification, t->r);
        ok = put(out, "verify.csv", csv.data, csv.len, d);
    }
    ok = ok && report_page(&page, t, &plots, d) && put(out, "report.html", page.data, page.len, d);
    report_plots_release(&plots);
    buf_release(&page);
    buf_release(&csv);
    return ok;
}

bool report_write(const char *out, const struct report_options *o, struct diag *d)
{
    struct dse_result result;
    struct sweep sweep;
    struct report_data *t = malloc(sizeof *t);
    if (!t)
        abort();
    bool ok = dse_open(&result, &sweep, out, d);
    if (!ok) {
        free(t);
        return false;
    }
    if ((ok = report_data_fill(t, &result, out, d))) {
        ok = (o->verify == 0 || verify_run(&t->verification, &result, o, d)) && put_all(out, t, d) &&
             verify_judge(&t->verification, out, d);
        verify_release(&t->verification);
        report_data_release(t);
    }
    dse_result_release(&result);
    sweep_release(&sweep);
    free(t);
    return ok;
}

bool report_exists(const char *out)
{
    struct buf path = BUF_INIT;
    struct stat st;
    buf_printf(&path, "%s/report.html", out);
    bool there = stat(path.data, &st) == 0;
    buf_release(&path);
    return there;
}
