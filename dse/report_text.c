/* SPDX-License-Identifier: Apache-2.0 */
/* report_text.c -- words and numbers of the report. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_internal.h"

/* Digits with commas between thousands. */
static void grouped(struct buf *out, const char *digits)
{
    size_t n = strlen(digits);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            buf_addch(out, ',');
        buf_addch(out, digits[i]);
    }
}

void report_count(struct buf *out, uint64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    grouped(out, text);
}

void report_number(struct buf *out, double v)
{
    char text[32];
    double size = fabs(v);
    if (!isfinite(v)) {
        buf_addstr(out, isnan(v) ? "–" : "∞");
    } else if (size >= 1e15 || (size < 1e-4 && size > 0)) {
        buf_printf(out, "%.3e", v);
    } else if (size < 1e6 && v == (double)(long)v) {
        if (v < 0)
            buf_addch(out, '-');
        report_count(out, (uint64_t)size);
    } else if (size >= 999.95) {
        snprintf(text, sizeof text, "%.0f", size);
        if (v < 0)
            buf_addch(out, '-');
        grouped(out, text);
    } else {
        buf_printf(out, "%.*f", size >= 99.995 ? 1 : size >= 9.9995 ? 2 : size >= 0.99995 ? 3 : size >= 0.099995 ? 4 : 5, v);
    }
}

void report_percent(struct buf *out, double v)
{
    double size = fabs(v) < 0.05 ? 0 : fabs(v);
    buf_printf(out, "%s%.1f\u202f%%", size == 0 ? "" : v < 0 ? "−" : "+", size);
}

void report_code(struct buf *out, const char *text)
{
    while (text) {
        const char *next = strncmp(text, "-o ", 3) == 0 ? strchr(text, ' ') : strstr(text, " -"); /* long names */
        struct buf word = BUF_INIT;
        buf_add(&word, text, next ? (size_t)(next - text) : strlen(text));
        buf_addstr(out, "<span>");
        buf_add_xml(out, word.data);
        buf_addstr(out, next ? "</span> " : "</span>");
        buf_release(&word);
        text = next ? next + 1 : NULL;
    }
}

struct report_unit report_unit(const struct report_data *t, enum metric m)
{
    static const struct report_unit units[METRIC_COUNT] = {
        [METRIC_MACS] = {"throughput", "MAC/cycle", 1},
        [METRIC_KEY_BITS] = {"key beat", "bit", 1},
        [METRIC_ACT_BITS] = {"activation beat", "bit", 1},
        [METRIC_AREA] = {"area", "mm²", 1e-6},
        [METRIC_AREA_MM2] = {"area", "mm²", 1},
        [METRIC_FMAX] = {"fastest clock", "MHz", 1},
        [METRIC_CLOCK] = {"clock", "MHz", 1},
        [METRIC_GMACS] = {"throughput", "GMAC/s", 1},
        [METRIC_KEY_GBITS] = {"key bandwidth", "Gbit/s", 1},
        [METRIC_TOPS_MM2] = {"density", "TOPS/mm²", 1},
        [METRIC_LATENCY] = {"latency", "µs", 1},
        [METRIC_POWER] = {"power", "mW", 1},
        [METRIC_ENERGY] = {"energy", "pJ/MAC", 1},
        [METRIC_TOPS_W] = {"efficiency", "TOPS/W", 1},
        [METRIC_TOKENS] = {"tokens with memories", "tokens/s", 1},
        [METRIC_J_TOKEN] = {"energy of a token", "mJ", 1e3},
    };
    struct report_unit u = units[m];
    bool tiny = t->r->best.count > 0 && t->r->best.point[0].figure[METRIC_AREA] < 1e4;
    if (tiny && (m == METRIC_AREA || m == METRIC_AREA_MM2))
        u = (struct report_unit){"area", "µm²", m == METRIC_AREA ? 1 : 1e6};
    if (m == METRIC_LATENCY && t->r->best.count > 0 && t->r->best.point[0].figure[m] >= 1e4)
        u = (struct report_unit){"latency", "ms", 1e-3};
    return u;
}

void report_figure(struct buf *out, const struct report_data *t, enum metric m, double v, bool unit)
{
    struct report_unit u = report_unit(t, m);
    report_number(out, v * u.scale);
    if (unit)
        buf_printf(out, "\u202f%s", u.unit);
}

void report_limit(struct buf *out, const struct sweep_limit *l)
{
    struct buf text = BUF_INIT;
    sweep_limit_text(&text, l);
    for (const char *c = text.data; *c; c++)
        if (c[0] != '\0' && c[1] == '=' && (*c == '<' || *c == '>'))
            buf_addstr(out, *c++ == '<' ? "≤" : "≥");
        else
            buf_addch(out, *c);
    buf_addstr(out, l->clock ? " (the fixed clock)" : "");
    buf_release(&text);
}

void report_superlative(struct buf *out, const struct sweep_objective *o)
{
    static const char *const word[METRIC_COUNT][2] = {
        [METRIC_MACS] = {"Fewest MACs a cycle", "Most MACs a cycle"},
        [METRIC_KEY_BITS] = {"Narrowest key beat", "Widest key beat"},
        [METRIC_ACT_BITS] = {"Narrowest activation beat", "Widest activation beat"},
        [METRIC_AREA] = {"Smallest area", "Largest area"},
        [METRIC_AREA_MM2] = {"Smallest area", "Largest area"},
        [METRIC_FMAX] = {"Slowest clock", "Fastest clock"},
        [METRIC_CLOCK] = {"Slowest clock", "Fastest clock"},
        [METRIC_GMACS] = {"Least throughput", "Highest throughput"},
        [METRIC_KEY_GBITS] = {"Least key bandwidth", "Highest key bandwidth"},
        [METRIC_TOPS_MM2] = {"Lowest density", "Highest density"},
        [METRIC_LATENCY] = {"Shortest latency", "Longest latency"},
        [METRIC_POWER] = {"Lowest power", "Highest power"},
        [METRIC_ENERGY] = {"Least energy", "Most energy"},
        [METRIC_TOPS_W] = {"Lowest efficiency", "Highest efficiency"},
        [METRIC_TOKENS] = {"Fewest tokens a second", "Most tokens a second"},
        [METRIC_J_TOKEN] = {"Least energy of a token", "Most energy of a token"},
    };
    buf_addstr(out, word[o->metric][o->maximize]);
}

static void counted(struct buf *out, int n, const char *one, const char *more)
{
    buf_printf(out, "%d %s", n, n == 1 ? one : more);
}

void report_words(struct buf *out, const struct arch *a, const struct dims *d)
{
    char number[16];
    const char *act = param_value_text(PARAM_act, a->act, number);
    if (a->kind == KIND_LUT) {
        counted(out, a->luts, "lookup table", "lookup tables");
        buf_printf(out, " of %s %s activations each", a->mu == 1 ? "single" : (const char *[]){"two", "three", "four", "five", "six"}[a->mu - 2], act);
        if (a->mu == 1)
            out->len -= strlen(" each"), out->data[out->len] = '\0';
    } else {
        counted(out, d->n, "activation", "activations");
        buf_printf(out, " of %s a beat, %s", act, a->kind == KIND_SIGNFLIP ? "added or subtracted" : "dequantized and multiplied");
    }
    buf_addstr(out, a->kind == KIND_LUT ? ", read by " : ", for ");
    counted(out, a->fetchers, "output", "outputs");
    buf_printf(out, " at once; up to %d %s of keys before new activations are due", a->reuse, a->reuse == 1 ? "beat" : "beats");
    if (a->kind == KIND_LUT) {
        if (a->build == BUILD_SEQUENTIAL) {
            buf_addstr(out, "; tables built one after another by ");
            counted(out, a->build_adders, "adder", "adders");
        } else {
            static const char *const net[] = {"tree", "chain", "naive network"};
            if (a->mu > 1)
                buf_printf(out, "; built in one beat by a %s of adders", net[a->network]);
        }
    }
    int stages = a->pipe_build + a->pipe_fetch + a->pipe_reduce;
    buf_addstr(out, "; ");
    if (stages)
        counted(out, stages, "extra pipeline stage", "extra pipeline stages");
    else
        buf_addstr(out, "no extra pipeline stages");
    if (a->cores > 1) {
        buf_addstr(out, "; ");
        counted(out, a->cores, "core", "cores");
    }
    if (a->lanes > 1) {
        buf_addstr(out, "; ");
        counted(out, a->lanes, "token", "tokens");
        buf_addstr(out, " share one key stream");
    }
}

void report_command(struct buf *out, const struct sweep *s, uint64_t index)
{
    struct arch a;
    dse_arch(s, index, &a);
    buf_addstr(out, "tlut-gen ");
    dse_flags(out, s, index);
    buf_printf(out, " -o %s", a.name);
}

const struct tech_error *report_error(const struct report_data *t, const char *what)
{
    return tech_error_of(t->sweep->tech, what, cost_type(&t->best));
}
