/* SPDX-License-Identifier: Apache-2.0 */
/* report_internal.h -- shared by the files that make report.html. */
#ifndef TLUT_DSE_REPORT_INTERNAL_H
#define TLUT_DSE_REPORT_INTERNAL_H

#include "dse_internal.h"
#include "report.h"
#include "verify.h"

enum {
    REPORT_AXES = SWEEP_MAX_OBJECTIVES + 1,
    REPORT_PAIRS = SWEEP_MAX_OBJECTIVES * (SWEEP_MAX_OBJECTIVES - 1) / 2,
    REPORT_WIDE = 92,   /* cells of a density plot */
    REPORT_HIGH = 60,
    REPORT_PLOT = 480,  /* width of a plot, and of a small one */
    REPORT_SMALL = 300,
    REPORT_DOTS = 1200, /* up to so many points are drawn one by one */
    REPORT_ROWS = 2000  /* rows of the front's table */
};

/* ---- report_data.c: one walk over all points */

struct report_axis {
    enum metric metric;
    double min, max; /* of all points, in the metric's own unit */
    bool log;
};

/* A plot of two objectives: points in each cell, row by row from below. */
struct report_pair {
    int x, y; /* axes */
    uint64_t *cell;
};

/* The best of the first objective with a parameter held at a value. */
struct report_value {
    uint64_t count; /* kept points; 0: none */
    double best;
};

struct report_sense {
    int digit;   /* of the space */
    double worst; /* the value that costs most: factor to the best */
    struct report_value *value;
};

struct report_data {
    const struct dse_result *r;
    const struct sweep *sweep;
    struct dse_points points; /* count 0: not kept */
    struct report_axis axis[REPORT_AXES];
    struct report_pair pair[REPORT_PAIRS];
    struct report_sense sense[PARAM_COUNT]; /* most important first; none if the points were not kept */
    int axes, pairs, senses;
    struct arch best;
    struct dims dims; /* of the best */
    struct cost cost;
    struct verification verification;
};

/* False after a diagnostic. */
bool report_data_fill(struct report_data *t, const struct dse_result *r, const char *out, struct diag *d);
void report_data_release(struct report_data *t);

/* A figure of kept point i, whether it is a column of the file or follows from columns. */
double report_point(const struct report_data *t, uint64_t i, enum metric m);

/* Position on an axis, 0 to 1. */
double report_place(const struct report_axis *a, double v);

/* ---- report_text.c */

/* A number for people, four digits of it: "12,345", "3.142", "0.01234". */
void report_number(struct buf *out, double v);
void report_count(struct buf *out, uint64_t v);
/* A metric with its unit as it is shown, by the size of the best design: areas in mm2 or um2, latencies in ms or us. */
struct report_unit {
    const char *label, *unit;
    double scale;
};
struct report_unit report_unit(const struct report_data *t, enum metric m);
void report_figure(struct buf *out, const struct report_data *t, enum metric m, double v, bool unit);
/* "+1.2 %", "−3.4 %". */
void report_percent(struct buf *out, double v);
/* A command or its flags, escaped, to be broken in front of flags only. */
void report_code(struct buf *out, const char *text);
/* "area-mm2 ≤ 2". */
void report_limit(struct buf *out, const struct sweep_limit *l);
/* "Smallest area", "Highest throughput". */
void report_superlative(struct buf *out, const struct sweep_objective *o);
/* A core in a sentence, without full stop. */
void report_words(struct buf *out, const struct arch *a, const struct dims *d);
/* The command that makes the design of an index. */
void report_command(struct buf *out, const struct sweep *s, uint64_t index);
/* The error that a validation found for the best design's type, or for all types, or NULL. */
const struct tech_error *report_error(const struct report_data *t, const char *what);

/* ---- report_plot.c, report_script.c */

struct report_plot {
    char name[32];      /* of the file, without .svg */
    char *svg;          /* as gnuplot wrote it */
    int height;         /* the width is REPORT_PLOT, or REPORT_SMALL of the sensitivities */
    const char *label;  /* what it shows, for those who cannot see it */
};
enum { REPORT_PLOTS = REPORT_PAIRS + PARAM_COUNT + 1 };
struct report_plots {
    struct report_plot plot[REPORT_PLOTS];
    int count, pareto, parts, sense; /* first of each kind, in this order */
};

/* The gnuplot script of all plots; fills in what is known of them. */
void report_script(struct buf *script, const struct report_data *t, struct report_plots *p);
/* Draws them. False after a diagnostic. */
bool report_draw(const struct report_data *t, struct report_plots *p, struct diag *d);
void report_plots_release(struct report_plots *p);
/* A plot as an element of the page, with the page's colours. Points carry the row of the front and a text. */
void report_inline(struct buf *out, const struct report_data *t, const struct report_plot *p);

/* The designs that have a row in the page: those of the front, evenly spread if it is large; with one objective, the best.
 * *rank: its place in the front, or among the best. */
size_t report_rows(const struct report_data *t);
const struct space_point *report_row(const struct report_data *t, size_t k, size_t *rank);

/* ---- report_page.c, report_tables.c */

/* False after a diagnostic. */
bool report_page(struct buf *out, const struct report_data *t, const struct report_plots *p, struct diag *d);

void report_front_table(struct buf *out, const struct report_data *t);
/* The ends of the front, or the first few of the best. */
void report_cards(struct buf *out, const struct report_data *t);
void report_parts_table(struct buf *out, const struct report_data *t);
void report_counts_table(struct buf *out, const struct report_data *t);
void report_verify_table(struct buf *out, const struct report_data *t);
void report_provenance(struct buf *out, const struct report_data *t);

#endif
