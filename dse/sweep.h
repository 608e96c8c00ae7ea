/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h -- what to explore: parameters with their values, limits, objectives, clock, technology, workload, memories.
 *
 *   struct sweep s;
 *   sweep_init(&s);
 *   if (sweep_read(&s, "sweep.xml", diag) && sweep_finish(&s, NULL, diag)) ...
 *   sweep_release(&s);
 *
 * docs/dse.md describes the file. Flags of tlut-dse go through the same functions, between read and finish.
 */
#ifndef TLUT_SWEEP_H
#define TLUT_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"
#include "buf.h"
#include "diag.h"
#include "metric.h"
#include "system.h"
#include "tech.h"
#include "workload.h"

enum {
    SWEEP_MAX_LIMITS = 16,
    SWEEP_MAX_OBJECTIVES = 6,
    SWEEP_FILE_LIMIT = 1 << 20, /* bytes */
    SWEEP_NAME_MAX = 64
};

/* A parameter with its values, ascending, without repetition. */
struct sweep_vary {
    enum param param;
    int *value;
    int count;
};

/* A figure has to lie within min..max (0, infinity: no bound), give or take 1e-9 of it. */
struct sweep_limit {
    enum metric metric;
    double min, max;
    bool clock; /* made by sweep_finish() out of a fixed clock: fmax has to reach it */
};

struct sweep_objective {
    enum metric metric;
    bool maximize;
};

struct sweep {
    char name[SWEEP_NAME_MAX + 1];
    char *tech_name;         /* as written; NULL: the default */
    struct tech *tech;       /* after sweep_finish() */
    struct arch base;        /* values of what is not varied */
    bool given[PARAM_COUNT]; /* varied, or written in the base */
    struct sweep_vary
        vary[PARAM_COUNT]; /* by parameter; count 0: not varied. One value: the base has it after finish */
    struct sweep_limit limit[SWEEP_MAX_LIMITS];
    int limits;
    struct sweep_objective objective[SWEEP_MAX_OBJECTIVES];
    int objectives;
    double mhz;               /* fixed clock, or 0: as fast as each design can */
    struct workload workload; /* layers > 0 if there is one */
    struct platform platform; /* given != 0 if there is one; finished by sweep_finish() */
    struct system_layer *layer; /* shapes of the workload, if there is a platform: made by sweep_finish() */
    int shapes;
};

/* Whether the sweep has what the figure needs: a workload for its time, a platform too for tokens and their energy. */
static inline bool sweep_knows(const struct sweep *s, enum metric m)
{
    return m == METRIC_LATENCY                           ? s->workload.layers > 0
           : m == METRIC_TOKENS || m == METRIC_J_TOKEN ? s->platform.given != 0
                                                         : true;
}

/* An empty sweep: one point, all defaults, nothing to optimize. */
void sweep_init(struct sweep *s);
void sweep_release(struct sweep *s);

/* Reads a file, or parses a text that must live until the diagnostics are printed. Files that it names are
 * relative to the sweep file's folder. False after diagnostics (E001 to E003, E101, E102, E411, E540 to E542). */
bool sweep_read(struct sweep *s, const char *path, struct diag *d);
bool sweep_parse(struct sweep *s, const struct src *xml, const char *folder, struct diag *d);

/* Single settings, as flags make them; they replace what the sweep has of the same. `loc` is for the diagnostics. */
bool sweep_set_values(struct sweep *s, enum param p, const char *text, struct loc loc, struct diag *d);
bool sweep_set_limit(struct sweep *s, const char *metric, const char *range, struct loc loc, struct diag *d);
bool sweep_add_objective(struct sweep *s, const char *metric, bool maximize, struct loc loc, struct diag *d);
bool sweep_set_clock(struct sweep *s, const char *text, struct loc loc, struct diag *d);

/* The space of the command line: what has not been given gets the values that most sweeps want (docs/dse.md). */
void sweep_add_usual(struct sweep *s);

/* Loads the technology (`tech` overrides the sweep's), turns single values into the base and a fixed clock into a
 * limit, and checks what the parts mean together. False after diagnostics. */
bool sweep_finish(struct sweep *s, const char *tech, struct diag *d);

/* The last part of sweep_finish(), for a sweep that has its technology: defaults of the platform, and its layers. */
bool sweep_finish_platform(struct sweep *s, struct diag *d);

/* Appends the sweep as XML in one canonical form: lists sorted, workload inside, technology by name. Sweeps with the
 * same text and the same technology are the same. */
void sweep_write(struct buf *out, const struct sweep *s);

/* A list of values for people and for reading again: "1..5,8". */
void sweep_values_text(struct buf *out, enum param p, const int *value, int count);

/* "mac-per-cycle = 1024", "area-mm2 <= 2", "1 <= power-mw <= 5". */
void sweep_limit_text(struct buf *out, const struct sweep_limit *l);

/* Whether a figure keeps within a limit; the slack takes up roundings of products such as 2/3 x 1536. Limits are >= 0.
 */
static inline bool sweep_within(const struct sweep_limit *l, double v)
{
    return v >= l->min * (1 - 1e-9) && v <= l->max * (1 + 1e-9);
}

#endif
