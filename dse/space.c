/* SPDX-License-Identifier: Apache-2.0 */
/* space.c -- from an index to an architecture, and the walk over a range of indices. */
#include "space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "evaluate.h"

/* Sizes, outermost first. No rule but the width of a beat looks at them, and beats grow with each. Fetchers come last:
 * what a row of them shares is found once. */
static const enum param size_params[] = {PARAM_luts,        PARAM_lanes, PARAM_cores,
                                         PARAM_pipe_reduce, PARAM_reuse, PARAM_fetchers};
enum { SIZES = sizeof size_params / sizeof *size_params };

static bool is_size(enum param p)
{
    for (int i = 0; i < SIZES; i++)
        if (size_params[i] == p)
            return true;
    return false;
}

static void add_digit(struct space *s, enum param p)
{
    const struct sweep_vary *v = &s->sweep->vary[p];
    if (v->count < 2)
        return;
    s->param[s->digits] = p;
    s->value[s->digits] = v->value;
    s->radix[s->digits++] = (uint64_t)v->count;
}

bool space_layout(struct space *s, const struct sweep *sweep)
{
    memset(s, 0, sizeof *s);
    s->sweep = sweep;
    for (int p = 0; p < PARAM_COUNT; p++)
        if (!is_size((enum param)p))
            add_digit(s, (enum param)p);
    s->outer = s->digits;
    for (int i = 0; i < SIZES; i++)
        add_digit(s, size_params[i]);
    s->size = s->sizes = s->row = 1;
    s->last = STEP_ENERGY;
    for (int i = s->digits; i-- > 0;) {
        s->stride[i] = s->size;
        if (s->radix[i] > SPACE_MAX / s->size)
            return false;
        s->size *= s->radix[i];
        if (i == s->outer)
            s->sizes = s->size;
        if (s->param[i] == PARAM_fetchers)
            s->row = s->radix[i];
    }
    for (int i = 0; i < sweep->limits; i++)
        s->limit_stage[i] = metric_table[sweep->limit[i].metric].stage;
    return true;
}

bool space_init(struct space *s, const struct sweep *sweep)
{
    if (!space_layout(s, sweep))
        return false;
    s->tables = cost_tables_new();
    if (!s->tables)
        abort(); /* as everywhere: out of memory is no state to go on from */
    return true;
}

void space_release(struct space *s)
{
    cost_tables_free(s->tables);
    s->tables = NULL;
}

void space_only_needed(struct space *s)
{
    s->last = STEP_DIMS;
    for (int i = 0; i < s->sweep->limits; i++)
        s->last = s->limit_stage[i] > s->last ? s->limit_stage[i] : s->last;
    for (int i = 0; i < s->sweep->objectives; i++) {
        enum metric_stage stage = metric_table[s->sweep->objective[i].metric].stage;
        s->last = stage > s->last ? stage : s->last;
    }
}

void space_complete(const struct space *s, struct space_point *p)
{
    struct arch a;
    if (s->last == STEP_ENERGY)
        return;
    space_arch(s, p->index, &a);
    arch_resolve(&a);
    space_figures(s->sweep, s->tables, &a, p->figure);
}

static int digit_value(const struct space *s, uint64_t index, int i)
{
    return s->value[i][index / s->stride[i] % s->radix[i]];
}

void space_arch(const struct space *s, uint64_t index, struct arch *a)
{
    *a = s->sweep->base;
    for (int i = 0; i < s->digits; i++)
        arch_set(a, s->param[i], digit_value(s, index, i));
}

void space_add_counts(struct space_counts *sum, const struct space_counts *c)
{
    sum->kept += c->kept;
    sum->same += c->same;
    for (int i = 0; i < SWEEP_MAX_LIMITS; i++)
        sum->missed[i] += c->missed[i];
    for (int i = 0; i < SPACE_MAX_RULES; i++)
        sum->illegal[i] += c->illegal[i];
}

uint64_t space_legal(const struct space_counts *c)
{
    uint64_t n = c->kept;
    for (int i = 0; i < SWEEP_MAX_LIMITS; i++)
        n += c->missed[i];
    return n;
}

uint64_t space_illegal(const struct space_counts *c)
{
    uint64_t n = 0;
    for (int i = 0; i < SPACE_MAX_RULES; i++)
        n += c->illegal[i];
    return n;
}

/* ---- one combination of outer values */

enum outer_state { OUTER_LEGAL, OUTER_SAME, OUTER_ILLEGAL };

struct walk {
    const struct space *s;
    space_visit *visit;
    void *user;
    struct space_counts *counts;
    const atomic_bool *stop;
    struct arch arch; /* resolved; sizes are set as the walk goes */
    enum outer_state state;
    int rule; /* illegal: the first one broken */
    struct evaluation e;
    struct diag *told; /* of first_rule(), made when needed */
    FILE *text;
    char *words;
    size_t length;
};

/* Only for what is illegal: arch_check() tells the rules to a struct diag, in their order. */
static int first_rule(struct walk *w)
{
    int code = 0;
    if (!w->told)
        w->told = diag_new();
    if (!w->text)
        w->text = open_memstream(&w->words, &w->length);
    if (!w->text)
        abort();
    rewind(w->text);
    arch_check(&w->arch, NULL, w->told);
    diag_print(w->told, w->text);
    fflush(w->text);
    const char *at = strstr(w->words, "error[E");
    if (!at || sscanf(at, "error[E%3d]", &code) != 1 || code < 1 || code >= SPACE_MAX_RULES)
        BUG("arch_check() refuses an architecture without a code");
    return code;
}

static bool same_parameters(const struct arch *a, const struct arch *b)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        if (arch_get(a, (enum param)p) != arch_get(b, (enum param)p))
            return false;
    return true;
}

/* Whether one value of `a` says in other words what another value of the sweep says. */
static bool is_alias(const struct space *s, const struct arch *a, const struct arch *resolved)
{
    for (int i = 0; i < s->outer; i++) {
        enum param p = s->param[i];
        int want = arch_get(resolved, p);
        if (want == arch_get(a, p))
            continue;
        for (uint64_t k = 0; k < s->radix[i]; k++)
            if (s->value[i][k] == want) {
                struct arch other = *a;
                arch_set(&other, p, want);
                if (!arch_check(&other, NULL, NULL))
                    break;
                arch_resolve(&other);
                if (same_parameters(&other, resolved))
                    return true;
                break;
            }
    }
    return false;
}

static void enter_outer(struct walk *w, uint64_t index)
{
    const struct space *s = w->s;
    struct arch *a = &w->arch;
    space_arch(s, index, a);
    for (int i = 0; i < SIZES; i++)
        arch_set(a, size_params[i], param_table[size_params[i]].min);
    if (!arch_check(a, NULL, NULL)) {
        w->state = OUTER_ILLEGAL;
        w->rule = first_rule(w);
        return;
    }
    strcpy(a->name, "x"); /* arch_resolve() would make one, which takes longer than everything else */
    struct arch plain = *a;
    arch_resolve(a);
    w->state = is_alias(s, &plain, a) ? OUTER_SAME : OUTER_LEGAL;
}

/* ---- one row of fetchers */

static bool fits(const struct dims *d)
{
    return d->act_tdata_w <= DIMS_MAX_TDATA && d->key_tdata_w <= DIMS_MAX_TDATA && d->res_tdata_w <= DIMS_MAX_TDATA;
}

struct row {
    const int *fetchers; /* ascending */
    uint64_t base;       /* index of the first */
};

static bool fits_at(struct walk *w, const struct row *r, uint64_t k)
{
    w->arch.fetchers = r->fetchers[k];
    dims_derive(&w->e.d, &w->arch);
    return fits(&w->e.d);
}

/* The first k in lo..hi-1 whose beats are too wide, or hi. Leaves dims of one that fits, if any does. */
static uint64_t first_unfit(struct walk *w, const struct row *r, uint64_t lo, uint64_t hi)
{
    if (fits_at(w, r, hi - 1))
        return hi;
    uint64_t good = lo, bad = hi - 1; /* everything below good fits, bad does not */
    while (good < bad) {
        uint64_t mid = good + (bad - good) / 2;
        if (fits_at(w, r, mid))
            good = mid + 1;
        else
            bad = mid;
    }
    if (bad > lo)
        fits_at(w, r, bad - 1);
    return bad;
}

static double macs_at(const struct walk *w, const struct row *r, uint64_t k)
{
    return evaluate_macs(w->e.key, w->arch.cores * r->fetchers[k], w->e.d.n, w->arch.lanes);
}

/* The first k in lo..hi-1 for which MAC/cycle is beyond a bound: macs >= min (above false), or macs > max. */
static uint64_t first_macs(const struct walk *w, const struct row *r, uint64_t lo, uint64_t hi,
                           const struct sweep_limit *l, bool above)
{
    struct sweep_limit half = *l;
    if (above)
        half.min = 0;
    else
        half.max = __builtin_inf();
    while (lo < hi) {
        uint64_t mid = lo + (hi - lo) / 2;
        bool within = sweep_within(&half, macs_at(w, r, mid));
        if (within != above)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

/* The stages after the first, up to the first limit that is missed: its number, or -1. */
static int evaluate_rest(struct walk *w)
{
    const struct space *s = w->s;
    const struct sweep *sweep = s->sweep;
    for (int stage = 0; stage <= (int)s->last; stage++) {
        evaluate_stage(&w->e, &w->arch, (enum metric_stage)stage);
        for (int i = 0; i < sweep->limits; i++)
            if (s->limit_stage[i] == (enum metric_stage)stage && sweep->limit[i].metric != METRIC_MACS &&
                !sweep_within(&sweep->limit[i], w->e.figure[sweep->limit[i].metric]))
                return i;
    }
    return -1;
}

static void walk_row(struct walk *w, const struct row *r, uint64_t lo, uint64_t hi)
{
    const struct sweep *sweep = w->s->sweep;
    uint64_t end = first_unfit(w, r, lo, hi);
    w->counts->illegal[DIAG_BEAT_TOO_WIDE] += hi - end;
    if (end == lo)
        return;
    cost_rates(&w->arch, &w->e.d, &w->e.key, &w->e.act); /* the same for all fetchers */
    for (int i = 0; i < sweep->limits && lo < end; i++)
        if (sweep->limit[i].metric == METRIC_MACS) {
            uint64_t from = first_macs(w, r, lo, end, &sweep->limit[i], false);
            uint64_t to = first_macs(w, r, from, end, &sweep->limit[i], true);
            w->counts->missed[i] += end - lo - (to - from);
            lo = from;
            end = to;
        }
    for (uint64_t k = lo; k < end; k++) {
        if (w->arch.fetchers != r->fetchers[k]) {
            w->arch.fetchers = r->fetchers[k];
            dims_derive(&w->e.d, &w->arch);
        }
        int missed = evaluate_rest(w);
        if (missed >= 0) {
            w->counts->missed[missed]++;
            continue;
        }
        struct space_point p; /* filled whole, and not cleared first: this is the innermost loop */
        p.index = r->base + k;
        memcpy(p.figure, w->e.figure, sizeof p.figure);
        w->counts->kept++;
        w->visit(w->user, &p);
    }
}

/* Rows of one legal outer combination. */
static bool walk_sizes(struct walk *w, uint64_t lo, uint64_t hi)
{
    const struct space *s = w->s;
    int last = s->row > 1 ? s->digits - 1 : s->digits;
    for (uint64_t at = lo; at < hi;) {
        if (w->stop && atomic_load_explicit(w->stop, memory_order_relaxed))
            return false;
        uint64_t base = at - at % s->row, end = base + s->row < hi ? base + s->row : hi;
        for (int i = 0; i < SIZES; i++)
            arch_set(&w->arch, size_params[i], arch_get(&s->sweep->base, size_params[i]));
        for (int i = s->outer; i < last; i++)
            arch_set(&w->arch, s->param[i], digit_value(s, at, i));
        struct row r = {.fetchers = s->row > 1 ? s->value[last] : &s->sweep->base.fetchers, .base = base};
        walk_row(w, &r, at - base, end - base);
        at = end;
    }
    return true;
}

bool space_walk(const struct space *s, uint64_t lo, uint64_t hi, space_visit *visit, void *user,
                struct space_counts *counts, const atomic_bool *stop)
{
    struct walk w = {.s = s, .visit = visit, .user = user, .counts = counts, .stop = stop};
    w.e.sweep = s->sweep;
    w.e.tables = s->tables;
    w.e.rates = s->last == STEP_DELAY;
    for (int i = 0; i < s->sweep->limits; i++) {
        enum metric m = s->sweep->limit[i].metric;
        w.e.rates = w.e.rates || m == METRIC_GMACS || m == METRIC_KEY_GBITS || m == METRIC_TOPS_MM2;
    }
    bool whole = true;
    for (uint64_t at = lo; whole && at < hi;) {
        uint64_t base = at - at % s->sizes, end = base + s->sizes < hi ? base + s->sizes : hi;
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
            whole = false;
            break;
        }
        enter_outer(&w, base);
        if (w.state == OUTER_ILLEGAL)
            counts->illegal[w.rule] += end - at;
        else if (w.state == OUTER_SAME)
            counts->same += end - at;
        else
            whole = walk_sizes(&w, at, end);
        at = end;
    }
    diag_free(w.told);
    if (w.text)
        fclose(w.text);
    free(w.words);
    return whole;
}

void space_figures(const struct sweep *sweep, struct cost_tables *tables, const struct arch *a,
                   double figure[METRIC_COUNT])
{
    struct evaluation e = {.sweep = sweep, .tables = tables};
    dims_derive(&e.d, a);
    cost_rates(a, &e.d, &e.key, &e.act);
    for (int stage = 0; stage < STEPS; stage++)
        evaluate_stage(&e, a, (enum metric_stage)stage);
    memcpy(figure, e.figure, sizeof e.figure);
}
