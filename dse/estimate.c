/* SPDX-License-Identifier: Apache-2.0 */
/* estimate.c -- what a large sweep will take, from a sample; and why a sweep keeps nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>

#include "dse_internal.h"
#include "progress.h"

enum { RUNS = 64, RUN = 1024, SMALL_SPACE = 1 << 20, DIAGNOSE = 2000000 };

static void ignore(void *user, const struct space_point *p)
{
    (void)user, (void)p;
}

/* The start of run i of n that are spread over the space: one in each n-th, at a place that is hashed. */
static uint64_t place(const struct space *s, uint64_t i, uint64_t n, uint64_t length)
{
    uint64_t part = s->size / n, room = part > length ? part - length : 1;
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z ^= z >> 27;
    return i * part + z % room;
}

static void human_size(char text[32], double bytes)
{
    static const char *const unit[] = {"bytes", "KB", "MB", "GB", "TB", "PB", "EB"};
    int i = 0;
    while (bytes >= 1000 && i < 6) {
        bytes /= 1000;
        i++;
    }
    snprintf(text, 32, "%.3g %s", bytes, unit[i]);
}

static void human_time(char text[32], double s)
{
    if (s < 120)
        snprintf(text, 32, "%.0f seconds", s);
    else if (s < 7200)
        snprintf(text, 32, "%.0f minutes", s / 60);
    else if (s < 172800)
        snprintf(text, 32, "%.0f hours", s / 3600);
    else
        snprintf(text, 32, "%.3g days", s / 86400);
}

/* Bytes free where `out` will be: of the nearest folder that exists. Infinite if nobody knows. */
static double free_bytes(const char *out)
{
    char *path = buf_strdup(out);
    struct statvfs st;
    double bytes = INFINITY;
    for (;;) {
        if (statvfs(path, &st) == 0) {
            bytes = (double)st.f_bavail * (double)st.f_frsize;
            break;
        }
        char *slash = strrchr(path, '/');
        if (slash && slash > path)
            *slash = '\0';
        else if (strcmp(path, ".") == 0 || slash)
            break;
        else
            strcpy(path, ".");
    }
    free(path);
    return bytes;
}

/* While it runs: offset and columns; at the end beside it index and columns, perhaps lines of text. */
static double disk_of(const struct space *s, const struct dse_options *o, double kept)
{
    enum metric column[METRIC_COUNT];
    double columns = block_columns(s->sweep, column), line = 12 + 12 * columns + 5 * s->digits;
    if (o->no_points)
        return 0;
    double bytes = kept * (4 + 4 * columns);
    if (o->shards > 1)
        return bytes / (double)o->shards;
    return bytes + kept * (8 + 4 * columns) + (o->csv || kept <= DSE_CSV_POINTS ? kept * line : 0);
}

bool dse_estimate(const struct space *s, const struct dse_options *o, const char *out, struct diag *d)
{
    char disk[32], room[32], time_text[32];
    if (s->size > o->max_space) {
        diag_report(d, DIAG_SWEEP_TOO_LARGE, "shorten lists of values, or raise --max-space",
                    "the space has %.4g combinations, more than --max-space %.4g", (double)s->size,
                    (double)o->max_space);
        return false;
    }
    if (s->size < SMALL_SPACE || !out)
        return true;
    struct space_counts counts = {0};
    uint64_t seen = 0;
    double start = progress_clock();
    for (uint64_t i = 0; i < RUNS; i++, seen += RUN) {
        uint64_t at = place(s, i, RUNS, RUN);
        space_walk(s, at, at + RUN, ignore, NULL, &counts, NULL);
    }
    double kept = (double)counts.kept / (double)seen * (double)s->size;
    human_time(time_text, (progress_clock() - start) / (double)seen * (double)s->size / o->jobs);
    if (o->max_points && kept > (double)o->max_points) {
        diag_report(d, DIAG_SWEEP_TOO_LARGE, "add limits, shorten lists of values, or raise --max-points",
                    "about %.3g points of the space's %.4g would be kept, more than --max-points %llu", kept,
                    (double)s->size, (unsigned long long)o->max_points);
        diag_note(d, "it would take about %s", time_text);
        return false;
    }
    double need = disk_of(s, o, kept), have = free_bytes(out);
    if (need > have) {
        human_size(disk, need);
        human_size(room, have);
        diag_report(
            d, DIAG_SWEEP_TOO_LARGE,
            "leave the points out with --no-points, add limits, use -o on another disk, or split it with --shard",
            "about %.3g points would take %s, and the disk of '%s' has %s free", kept, disk, out, room);
        diag_note(d, "the space has %.4g combinations; it would take about %s", (double)s->size, time_text);
        return false;
    }
    return true;
}

/* ---- nothing kept */

struct alone {
    const struct sweep *sweep;
    uint64_t legal, misses[SWEEP_MAX_LIMITS];
    double nearest[SWEEP_MAX_LIMITS]; /* of those that meet all other limits */
    bool any[SWEEP_MAX_LIMITS];
};

static double distance(const struct sweep_limit *l, double v)
{
    return v < l->min ? l->min - v : v > l->max ? v - l->max : 0;
}

static void count_alone(void *user, const struct space_point *p)
{
    struct alone *a = user;
    int missed = 0, which = 0;
    a->legal++;
    for (int i = 0; i < a->sweep->limits; i++)
        if (!sweep_within(&a->sweep->limit[i], p->figure[a->sweep->limit[i].metric])) {
            a->misses[i]++;
            missed++;
            which = i;
        }
    const struct sweep_limit *l = &a->sweep->limit[which];
    double v = p->figure[l->metric];
    if (missed == 1 && (!a->any[which] || distance(l, v) < distance(l, a->nearest[which]))) {
        a->any[which] = true;
        a->nearest[which] = v;
    }
}

static void explain_limits(const struct alone *a, bool sampled, struct diag *d)
{
    int worst = 0;
    for (int i = 1; i < a->sweep->limits; i++)
        if (a->misses[i] > a->misses[worst])
            worst = i;
    for (int i = 0; i < a->sweep->limits; i++) {
        const struct sweep_limit *l = &a->sweep->limit[i];
        const char *unit = metric_table[l->metric].unit;
        struct buf text = BUF_INIT;
        sweep_limit_text(&text, l);
        buf_printf(&text, "%s refuses %llu of %llu on its own", l->clock ? " (the fixed clock)" : "",
                   (unsigned long long)a->misses[i], (unsigned long long)a->legal);
        if (i == worst && a->sweep->limits > 1)
            buf_addstr(&text, ", the most");
        if (a->any[i] && a->sweep->limits > 1)
            buf_printf(&text, "; of those that meet all other limits the nearest has %.5g%s%s", a->nearest[i],
                       *unit ? " " : "", unit);
        else if (a->any[i])
            buf_printf(&text, "; the nearest has %.5g%s%s", a->nearest[i], *unit ? " " : "", unit);
        diag_note(d, "%s", text.data);
        buf_release(&text);
    }
    if (sampled)
        diag_note(d, "these are counts of an evenly spread sample");
}

static void explain_rules(const struct space *s, const struct space_counts *c, struct diag *d)
{
    diag_report(d, DIAG_SWEEP_EMPTY, "'tlut-dse --explain CODE' tells a rule; change the values that break it",
                "none of the %llu combinations is a legal architecture", (unsigned long long)s->size);
    bool told[SPACE_MAX_RULES] = {false};
    for (int n = 0; n < 5; n++) {
        int most = -1;
        for (int code = 0; code < SPACE_MAX_RULES; code++)
            if (!told[code] && c->illegal[code] > 0 && (most < 0 || c->illegal[code] > c->illegal[most]))
                most = code;
        if (most < 0)
            return;
        told[most] = true;
        const struct diag_info *info = diag_table;
        while (info->code && info->code != most)
            info++;
        diag_note(d, "%llu break E%03d first: %s", (unsigned long long)c->illegal[most], most,
                  info->code ? info->title : "");
    }
}

void dse_explain_empty(const struct space *s, const struct space_counts *counts, struct diag *d)
{
    if (space_legal(counts) == 0) {
        explain_rules(s, counts, d);
        return;
    }
    struct sweep open = *s->sweep; /* a view: nothing of it is released */
    struct space all = *s;
    struct space_counts unused = {0};
    struct alone alone = {.sweep = s->sweep};
    open.limits = 0;
    all.sweep = &open;
    bool sampled = s->size > DIAGNOSE;
    if (!sampled)
        space_walk(&all, 0, s->size, count_alone, &alone, &unused, NULL);
    for (uint64_t i = 0; sampled && i < DIAGNOSE / RUN; i++) {
        uint64_t at = place(s, i, DIAGNOSE / RUN, RUN);
        space_walk(&all, at, at + RUN, count_alone, &alone, &unused, NULL);
    }
    diag_report(d, DIAG_SWEEP_UNMET, "relax the limit that refuses the most, or vary more parameters",
                "none of the %llu legal architectures meets all limits", (unsigned long long)space_legal(counts));
    explain_limits(&alone, sampled, d);
}
