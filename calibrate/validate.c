/* SPDX-License-Identifier: Apache-2.0 */
/* validate.c -- the model against synthesis, on designs that the fit never saw. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"
#include "calibrate_common.h"
#include "fit.h"
#include "outdir_fs.h"
#include "validate_plot.h"

/* Percent; docs/cost-model.md. */
static const struct bound {
    const char *what;
    double mean, worst, kendall, regret; /* NAN: none */
} bounds[] = {{"area", 3, 10, 0.95, 2}, {"fmax", 10, NAN, NAN, NAN}, {"energy", 8, 20, NAN, NAN}};

static void exceeded(const struct tech *t, const struct tech_error *e, const char *which, double got, double bound,
                     struct diag *d)
{
    diag_report(d, DIAG_VALIDATE_BOUND, "calibrate the technology again, with the library that is measured here",
                "%s: %s error of %s, %s: %.2f, the bound is %.2f", t->name, which, e->what, e->type, got, bound);
}

bool validate_bounds(const struct tech *t, struct diag *d)
{
    int before = diag_count(d);
    for (int i = 0; i < t->errors; i++) {
        const struct tech_error *e = &t->error[i];
        for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
            const struct bound *b = &bounds[k];
            if (strcmp(b->what, e->what) != 0)
                continue;
            if (strcmp(e->type, "all") != 0) { /* the bounds hold for all designs together; regret in each class */
                if (e->regret > b->regret)
                    exceeded(t, e, "regret", e->regret, b->regret, d);
                continue;
            }
            if (e->mean > b->mean)
                exceeded(t, e, "mean", e->mean, b->mean, d);
            if (e->worst > b->worst)
                exceeded(t, e, "worst", e->worst, b->worst, d);
            if (e->kendall < b->kendall)
                exceeded(t, e, "rank", e->kendall, b->kendall, d);
        }
    }
    return diag_count(d) == before;
}

static void print_errors(const struct tech *t, int points)
{
    printf("technology %s, %d designs that no fit has seen\n\n", t->name, points);
    printf("%-7s %-13s %7s %8s %8s %8s %9s\n", "what", "designs", "points", "mean %", "worst %", "Kendall", "regret %");
    for (int i = 0; i < t->errors; i++) {
        const struct tech_error *e = &t->error[i];
        printf("%-7s %-13s %7d %8.2f %8.2f", e->what, e->type, e->points, e->mean, e->worst);
        if (!isnan(e->kendall) || !isnan(e->regret))
        {
            char rank[16] = "";
            if (!isnan(e->kendall))
                snprintf(rank, sizeof rank, "%.3f", e->kendall);
            printf(" %8s", rank);
        }
        if (!isnan(e->regret))
            printf(" %9.2f", e->regret);
        putchar('\n');
    }
}

/* The library of a shipped technology, where Debian puts it. */
static const char *installed(const struct tech *t)
{
    if (strcmp(t->name, "osu018") == 0)
        return "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
    if (strcmp(t->name, "osu035") == 0)
        return "/usr/share/qflow/tech/osu035/osu035_stdcells.lib";
    return NULL;
}

static bool write_results(const struct calibrate_options *o, struct tech *t, const struct points *p,
                          const struct measured *m, struct diag *d)
{
    struct buf text = BUF_INIT;
    bool ok = true;
    calibrate_csv(&text, t, p, m);
    if (o->csv)
        ok = calibrate_write(o->csv, &text, d);
    if (ok && o->svg)
        ok = validate_plot(t, p, m, o->svg, d);
    buf_reset(&text);
    if (ok && o->record) {
        t->validation_seed = o->points ? 0 : (int)o->seed;
        tech_write(&text, t);
        ok = calibrate_write(o->record, &text, d);
    }
    buf_release(&text);
    return ok;
}

bool validate_run(const struct calibrate_options *o, struct diag *d)
{
    struct tech *t = malloc(sizeof *t);
    struct points training = {0}, p = {0};
    struct liberty *lib = NULL;
    if (!t || !tech_load(t, o->tech, d)) {
        free(t);
        return false;
    }
    const char *path = o->liberty ? o->liberty : installed(t);
    if (!path)
        diag_report(d, DIAG_TECH_FORM, "give the cell library that it was fitted to: --liberty FILE",
                    "technology '%s' comes without its cell library", t->name);
    else
        lib = liberty_read_without(path, o->dont_use ? o->dont_use : t->dont_use, d);
    if (lib && strcmp(lib->digest, t->liberty_sha256) != 0)
        fprintf(stderr, "note: '%s' is not the text that technology '%s' was fitted to\n", path, t->name);
    bool ok = lib != NULL;
    if (ok && o->points) {
        ok = points_read(&p, o->points, d);
    } else if (ok) {
        points_training(&training, (uint64_t)t->seed, o->small ? POINTS_SMALL : POINTS_FULL);
        points_validation(&p, o->seed, &training, o->small ? POINTS_SMALL : POINTS_FULL);
    }
    struct measured *m = ok ? calloc((size_t)p.count, sizeof *m) : NULL;
    if (m) {
        ok = calibrate_measure(o, lib, &p, m, d);
        if (!calibrate_stopped(m, p.count)) {
            fit_errors(t, &p, m);
            print_errors(t, p.count);
            ok = write_results(o, t, &p, m, d) && ok;
            ok = validate_bounds(t, d) && ok;
        }
    }
    free(m);
    free(t);
    points_release(&p);
    points_release(&training);
    liberty_free(lib);
    return ok;
}
