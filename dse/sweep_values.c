/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_values.c -- lists of values: "1..5,8", "8..64 step 8", "1..256 times 2", "int4..int8", "*", and limits "A..B".
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "sweep.h"

enum { MOST_VALUES = 4096 };

struct list {
    enum param p;
    struct loc loc;
    struct diag *d;
    int *value;
    int count;
};

static void say_help(const struct list *l)
{
    struct buf legal = BUF_INIT;
    param_legal(&legal, l->p);
    diag_help(l->d, "%s/@%s takes %s; lists look like 1..5 or 4,8,16 or 8..64 step 8 or 1..256 times 2 or *",
              param_table[l->p].element, param_table[l->p].attribute, legal.data);
    buf_release(&legal);
}

static bool fail(const struct list *l, const char *item, const char *why)
{
    diag_error(l->d, DIAG_SWEEP_VALUES, l->loc, "%s '%s' %s", param_table[l->p].attribute, diag_quote(item).s, why);
    say_help(l);
    return false;
}

static bool add(struct list *l, int v, const char *item)
{
    for (int i = 0; i < l->count; i++)
        if (l->value[i] == v) {
            char number[16];
            diag_error(l->d, DIAG_SWEEP_VALUES, l->loc, "%s: the value %s stands there twice, again in '%s'",
                       param_table[l->p].attribute, param_value_text(l->p, v, number), diag_quote(item).s);
            diag_help(l->d, "leave it out of one of the items");
            return false;
        }
    if (l->count == MOST_VALUES)
        return fail(l, item, "makes the list too long");
    l->value = buf_realloc(l->value, (size_t)l->count + 1, sizeof *l->value);
    l->value[l->count++] = v;
    return true;
}

/* Blanks at both ends go. */
static char *trim(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    size_t n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
        s[--n] = '\0';
    return s;
}

static bool one(const struct list *l, const char *text, const char *item, int *v)
{
    bool number;
    if (param_parse(l->p, text, v, &number))
        return true;
    return fail(l, item, number ? "is out of range" : *text ? "is no value of it" : "lacks a value");
}

/* Cuts "step 4" or "times 2" off the end of a range. */
static bool read_step(const struct list *l, char *hi, const char *item, int *step, bool *times)
{
    char *word = hi + strcspn(hi, " \t\r\n");
    *step = 1;
    *times = false;
    if (!*word)
        return true;
    *word++ = '\0';
    word = trim(word);
    *times = strncmp(word, "times", 5) == 0;
    size_t skip = *times ? 5 : strncmp(word, "step", 4) == 0 ? 4 : 0;
    char *digits = word + skip;
    if (!skip || !isspace((unsigned char)*digits))
        return fail(l, item, "is not understood behind the range");
    digits = trim(digits);
    size_t n = strspn(digits, "0123456789");
    *step = n > 0 && n < 8 && !digits[n] ? atoi(digits) : 0;
    return *step > *times ? true : fail(l, item, *times ? "needs a factor of 2 or more" : "needs a step of 1 or more");
}

static bool add_range(struct list *l, char *lo_text, char *hi_text, const char *item)
{
    int lo, hi, step;
    bool times;
    if (!read_step(l, hi_text, item, &step, &times) || !one(l, trim(lo_text), item, &lo) ||
        !one(l, trim(hi_text), item, &hi))
        return false;
    if (lo == PARAM_SPECIAL || hi == PARAM_SPECIAL)
        return fail(l, item, "has a word at an end of the range");
    if (lo > hi)
        return fail(l, item, "is empty: its first number is larger than its last");
    if (times && lo < 1)
        return fail(l, item, "multiplies from a number below 1");
    for (long long v = lo; v <= hi; v = times ? v * step : v + step)
        if (!add(l, (int)v, item))
            return false;
    return true;
}

static bool add_item(struct list *l, char *text)
{
    const struct param_info *info = &param_table[l->p];
    int v;
    bool number;
    char *item = trim(text), *copy = buf_strdup(item), *dots = strstr(item, "..");
    bool ok = true;
    if (strcmp(item, "*") == 0) {
        for (v = info->names ? 0 : info->min; ok && v <= info->max; v++)
            ok = add(l, v, copy);
    } else if (param_parse(l->p, item, &v, &number)) {
        ok = add(l, v, copy);
    } else if (dots) {
        *dots = '\0';
        ok = add_range(l, item, trim(dots + 2), copy);
    } else {
        ok = one(l, item, copy, &v);
    }
    free(copy);
    return ok;
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

bool sweep_set_values(struct sweep *s, enum param p, const char *text, struct loc loc, struct diag *d)
{
    struct list l = {.p = p, .loc = loc, .d = d};
    char *copy = buf_strdup(text);
    bool ok = true;
    for (char *item = copy; ok && item;) {
        char *end = item + strcspn(item, ",|");
        char *next = *end ? end + 1 : NULL;
        *end = '\0';
        ok = add_item(&l, item);
        item = next;
    }
    free(copy);
    if (!ok) {
        free(l.value);
        return false;
    }
    qsort(l.value, (size_t)l.count, sizeof *l.value, ascending);
    free(s->vary[p].value);
    s->vary[p] = (struct sweep_vary){p, l.value, l.count};
    s->given[p] = true;
    return true;
}

void sweep_values_text(struct buf *out, enum param p, const int *value, int count)
{
    char a[16], b[16];
    for (int i = 0; i < count;) {
        int end = i;
        while (end + 1 < count && value[i] != PARAM_SPECIAL && value[end + 1] == value[end] + 1)
            end++;
        bool run = end > i + 1 && !(param_table[p].names && p != PARAM_act && p != PARAM_acc);
        if (!run)
            end = i;
        buf_printf(out, "%s%s", i ? "," : "", param_value_text(p, value[i], a));
        if (run)
            buf_printf(out, "..%s", param_value_text(p, value[end], b));
        i = end + 1;
    }
}

/* ---- limits, objectives, clock */

static enum metric find_figure(const char *name, struct loc loc, struct diag *d)
{
    enum metric m = metric_find(name);
    if (m != METRIC_COUNT)
        return m;
    diag_error(d, DIAG_SWEEP_FIGURE, loc, "there is no figure '%s'", diag_quote(name).s);
    const char *near = diag_nearest(name, metric_words());
    if (near)
        diag_help(d, "did you mean '%s'?", near);
    else
        diag_help(d, "'tlut-dse --figures' lists them");
    return m;
}

/* A plain decimal number >= 0 that ends the text. */
static bool number(const char *text, double *v)
{
    char *end;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text) || !isdigit((unsigned char)*text))
        return false;
    *v = strtod(text, &end);
    return !*end && isfinite(*v) && *v >= 0;
}

bool sweep_set_limit(struct sweep *s, const char *figure, const char *range, struct loc loc, struct diag *d)
{
    enum metric m = find_figure(figure, loc, d);
    if (m == METRIC_COUNT)
        return false;
    char *copy = buf_strdup(range), *lo = trim(copy), *dots = strstr(lo, ".."), *hi = lo;
    struct sweep_limit l = {.metric = m, .min = 0, .max = INFINITY};
    if (dots) {
        *dots = '\0';
        hi = trim(dots + 2);
        lo = trim(lo);
    }
    bool ok = (dots && !*lo) || number(lo, &l.min);
    ok = ok && ((dots && !*hi) || number(hi, &l.max)) && (!dots || *lo || *hi);
    bool empty = ok && l.min > l.max;
    free(copy);
    if (!ok || empty) {
        diag_error(d, DIAG_SWEEP_FIGURE, loc,
                   empty ? "the limit '%s' of %s leaves nothing between its ends" : "'%s' is no limit of %s",
                   diag_quote(range).s, metric_table[m].name);
        diag_help(d, "write 1024 (exactly), 1000.. (at least), ..2.5 (at most) or 1..2.5, not negative");
        return false;
    }
    int i = 0;
    while (i < s->limits && s->limit[i].metric != m)
        i++;
    if (i == SWEEP_MAX_LIMITS - 1) { /* one is kept for the clock */
        diag_error(d, DIAG_SWEEP_FIGURE, loc, "more than %d limits", SWEEP_MAX_LIMITS - 1);
        diag_help(d, "leave out those that others imply");
        return false;
    }
    s->limit[i] = l;
    s->limits += i == s->limits;
    return true;
}

bool sweep_add_objective(struct sweep *s, const char *figure, bool maximize, struct loc loc, struct diag *d)
{
    enum metric m = find_figure(figure, loc, d);
    if (m == METRIC_COUNT)
        return false;
    bool twice = false;
    for (int i = 0; i < s->objectives; i++)
        twice = twice || s->objective[i].metric == m;
    if (twice || s->objectives == SWEEP_MAX_OBJECTIVES) {
        diag_error(d, DIAG_SWEEP_FIGURE, loc, twice ? "'%s' is an objective already" : "'%s' is one objective too many",
                   diag_quote(figure).s);
        diag_help(d, twice ? "leave one of them out" : "a front of more than six figures holds nearly everything");
        return false;
    }
    s->objective[s->objectives++] = (struct sweep_objective){m, maximize};
    return true;
}

bool sweep_set_clock(struct sweep *s, const char *text, struct loc loc, struct diag *d)
{
    double v = 0;
    if (strcmp(text, "fmax") != 0 && (!number(text, &v) || v <= 0)) {
        diag_error(d, DIAG_SWEEP_FIGURE, loc, "clock '%s' is neither 'fmax' nor a number of MHz", diag_quote(text).s);
        diag_help(d, "write fmax (each design as fast as it can), or a number such as 500");
        return false;
    }
    s->mhz = v;
    return true;
}

void sweep_limit_text(struct buf *out, const struct sweep_limit *l)
{
    const char *name = metric_table[l->metric].name;
    if (l->min == l->max)
        buf_printf(out, "%s = %.9g", name, l->min);
    else if (l->min > 0 && isfinite(l->max))
        buf_printf(out, "%.9g <= %s <= %.9g", l->min, name, l->max);
    else if (isfinite(l->max))
        buf_printf(out, "%s <= %.9g", name, l->max);
    else
        buf_printf(out, "%s >= %.9g", name, l->min);
}
