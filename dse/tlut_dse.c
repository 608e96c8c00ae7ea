/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_dse.c -- tlut-dse: explores a space of architectures; `merge` puts shards together; `compare`: published
 * designs. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch_load.h"
#include "cli.h"
#include "compare.h"
#include "dse.h"
#include "report.h"
#include "summary.h"

enum {
    KEY_PARAM = 0x1000,
    KEY_TECH = 256,
    KEY_MACS,
    KEY_LIMIT,
    KEY_MINIMIZE,
    KEY_MAXIMIZE,
    KEY_CLOCK,
    KEY_WORKLOAD,
    KEY_BEST,
    KEY_CSV,
    KEY_NO_POINTS,
    KEY_SHARD,
    KEY_RESTART,
    KEY_MAX_POINTS,
    KEY_MAX_SPACE,
    KEY_MAX_FRONT,
    KEY_QUIET,
    KEY_VERIFY,
    KEY_LIBERTY,
    KEY_NO_REPORT,
    KEY_PRINT,
    KEY_FIGURES,
    KEY_EXPLAIN,
    KEY_PLATFORM = 0x800
};

static const struct argp_option fixed_options[] = {
    {.doc = "What is wanted:", .group = 1},
    {"minimize", KEY_MINIMIZE, "FIGURE", 0, "objective, such as area, energy or latency (may be repeated: a front)", 1},
    {"maximize", KEY_MAXIMIZE, "FIGURE", 0, "objective, such as tops-per-w or throughput (may be repeated)", 1},
    {"macs-per-cycle", KEY_MACS, "RANGE", 0, "limit: 1024 is exactly that, 1024.. at least, 512..2048 between", 1},
    {"limit", KEY_LIMIT, "FIGURE=RANGE", 0,
     "limit of any figure, such as area-mm2=..1.5 or fmax-mhz=500.. (may be repeated)", 1},
    {"clock", KEY_CLOCK, "MHZ", 0, "a fixed clock that every design has to reach (default fmax: as fast as each can)",
     1},
    {"tech", KEY_TECH, "NAME|FILE", 0, "technology: osu018 (default) or another one that is shipped, or a file", 1},
    {"workload", KEY_WORKLOAD, "FILE", 0, "layers of a model, for latency-us, tokens-per-s and j-per-token", 1},
#define PLATFORM(id, field, nm, kind, lo, hi, arg, text) {nm, KEY_PLATFORM + PLATFORM_##id, arg, 0, text, 1},
#include "platform.def"
    {"figures", KEY_FIGURES, 0, 0, "list the figures that limits and objectives can name, and exit", 1},
    {.doc = "Output and work:", .group = 2},
    {"output", 'o', "DIR", 0, "folder for the results; unfinished work stands in DIR.partial and is taken up again", 2},
    {"jobs", 'j', "N", 0, "threads (default: as many as there are processors)", 2},
    {"best", KEY_BEST, "N", 0, "keep the N best by the first objective (default 10)", 2},
    {"csv", KEY_CSV, 0, 0, "write points.csv even for more than a million points", 2},
    {"no-points", KEY_NO_POINTS, 0, 0, "write the front and the best only", 2},
    {"shard", KEY_SHARD, "I/N", 0, "do part I of N, 0 to N-1; see 'tlut-dse merge'", 2},
    {"restart", KEY_RESTART, 0, 0, "discard what DIR has of another sweep", 2},
    {"max-points", KEY_MAX_POINTS, "N", 0, "refuse a sweep that would keep more (default: what the disk holds)", 2},
    {"max-space", KEY_MAX_SPACE, "N", 0, "refuse a larger space (default 2^40)", 2},
    {"max-front", KEY_MAX_FRONT, "N", 0, "give up if the front gets larger (default 2000000)", 2},
    {"print", KEY_PRINT, 0, 0, "print the sweep as a file and exit: to go on from flags", 2},
    {"verify", KEY_VERIFY, "N", 0, "simulate and synthesize the N best; report.html and verify.csv compare", 2},
    {"liberty", KEY_LIBERTY, "FILE", 0, "cell library of --verify (default: the technology's, if it is installed)", 2},
    {"no-report", KEY_NO_REPORT, 0, 0, "do not write report.html (which needs gnuplot)", 2},
    {"quiet", KEY_QUIET, 0, 0, "no progress", 2},
    {"explain", KEY_EXPLAIN, "CODE", 0, "explain the code of a message, such as E544, and exit", 30},
};
enum { FIXED = sizeof fixed_options / sizeof *fixed_options };

struct word {
    int key;
    const char *text;
    char *label; /* for messages */
};

struct options {
    struct dse_options dse;
    struct report_options report;
    bool no_report;
    const char *file, *tech, *out;
    bool print;
    struct word *words; /* what goes into the sweep, in the order of the command line */
    int count;
    char *docs[PARAM_COUNT];
    struct argp_option table[FIXED + PARAM_COUNT + 4];
};

static void make_table(struct options *o)
{
    struct argp_option *t = o->table;
    memcpy(t, fixed_options, sizeof fixed_options);
    t += FIXED;
    *t++ =
        (struct argp_option){.doc = "Parameters: one value, or a list such as 1..5 or 4,8,16 or 8..64 step 8 or 1..256 "
                                    "times 2 or *, to be varied:",
                             .group = 20};
    for (int p = 0; p < PARAM_COUNT; p++) {
        struct buf doc = BUF_INIT;
        char number[16];
        buf_printf(&doc, "%s (", param_table[p].doc);
        param_legal(&doc, (enum param)p);
        buf_printf(&doc, "; default %s)", param_value_text((enum param)p, param_table[p].def, number));
        o->docs[p] = buf_detach(&doc);
        *t++ = (struct argp_option){param_table[p].flag, KEY_PARAM + p, "LIST", 0, o->docs[p], 20};
    }
    *t = (struct argp_option){0};
}

static uint64_t number(struct argp_state *state, const char *flag, const char *arg, uint64_t max)
{
    char *end;
    unsigned long long v = strtoull(arg, &end, 10);
    if (*arg < '0' || *arg > '9' || *end || v < 1 || v > max)
        argp_error(state, "%s takes a number from 1 to %llu, not '%s'", flag, (unsigned long long)max,
                   diag_quote(arg).s);
    return v;
}

static void read_shard(struct argp_state *state, struct options *o, const char *arg)
{
    int used = 0;
    unsigned i, n;
    if (sscanf(arg, "%5u/%5u%n", &i, &n, &used) != 2 || arg[used] || n < 2 || n > DSE_MAX_SHARDS || i >= n)
        argp_error(state, "--shard takes I/N with N from 2 to %d and I from 0 to N-1, not '%s'", DSE_MAX_SHARDS,
                   diag_quote(arg).s);
    o->dse.shard = i;
    o->dse.shards = n;
}

static void explain(const struct argp_state *state, const char *code)
{
    if (!diag_explain(code, stdout))
        argp_failure(state, argp_err_exit_status, 0, "no diagnostic has the code '%s'; a code looks like E012",
                     diag_quote(code).s);
    exit(fflush(stdout) == 0 ? 0 : 3);
}

static void add_word(struct options *o, int key, const char *text)
{
    const char *flag = key >= KEY_PARAM ? param_table[key - KEY_PARAM].flag : NULL;
    for (int i = 0; i < FIXED && !flag; i++)
        if (fixed_options[i].key == key)
            flag = fixed_options[i].name;
    struct buf label = BUF_INIT;
    buf_printf(&label, "--%s %s", flag, diag_quote(text).s);
    o->words = buf_realloc(o->words, (size_t)o->count + 1, sizeof *o->words);
    o->words[o->count++] = (struct word){key, text, buf_detach(&label)};
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    if (key >= KEY_PARAM && key < KEY_PARAM + PARAM_COUNT) {
        add_word(o, key, arg);
        return 0;
    }
    if (key >= KEY_PLATFORM && key < KEY_PLATFORM + PLATFORM_COUNT) {
        add_word(o, key, arg);
        return 0;
    }
    switch (key) {
    case KEY_MACS:
    case KEY_LIMIT:
    case KEY_MINIMIZE:
    case KEY_MAXIMIZE:
    case KEY_CLOCK:
    case KEY_WORKLOAD:
        add_word(o, key, arg);
        return 0;
    case KEY_TECH:
        o->tech = arg;
        return 0;
    case 'o':
        o->out = arg;
        return 0;
    case 'j':
        o->dse.jobs = (int)number(state, "-j", arg, DSE_MAX_JOBS);
        return 0;
    case KEY_BEST:
        o->dse.top = number(state, "--best", arg, DSE_MAX_TOP);
        return 0;
    case KEY_CSV:
        o->dse.csv = true;
        return 0;
    case KEY_NO_POINTS:
        o->dse.no_points = true;
        return 0;
    case KEY_SHARD:
        read_shard(state, o, arg);
        return 0;
    case KEY_RESTART:
        o->dse.restart = true;
        return 0;
    case KEY_MAX_POINTS:
        o->dse.max_points = number(state, "--max-points", arg, UINT64_C(1) << 62);
        return 0;
    case KEY_MAX_SPACE:
        o->dse.max_space = number(state, "--max-space", arg, SPACE_MAX);
        return 0;
    case KEY_MAX_FRONT:
        o->dse.max_front = number(state, "--max-front", arg, 100000000);
        return 0;
    case KEY_PRINT:
        o->print = true;
        return 0;
    case KEY_QUIET:
        o->dse.quiet = o->report.quiet = true;
        return 0;
    case KEY_VERIFY:
        o->report.verify = (int)number(state, "--verify", arg, DSE_MAX_TOP);
        return 0;
    case KEY_LIBERTY:
        o->report.liberty = arg;
        return 0;
    case KEY_NO_REPORT:
        o->no_report = true;
        return 0;
    case KEY_FIGURES:
        dse_figures_print(stdout);
        exit(fflush(stdout) == 0 ? 0 : 3);
    case KEY_EXPLAIN:
        explain(state, arg);
        return 0;
    case ARGP_KEY_ARG:
        if (o->file)
            argp_error(state, "one sweep file at most, not '%s' and '%s'", diag_quote(o->file).s, diag_quote(arg).s);
        o->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (o->dse.shards > 1 && !o->out)
            argp_error(state, "--shard needs a folder for its results: -o DIR");
        if (o->report.verify && (!o->out || o->no_report || o->dse.shards > 1))
            argp_error(state, "--verify needs %s",
                       !o->out        ? "a folder for its results: -o DIR"
                       : o->no_report ? "the report that --no-report leaves out"
                                      : "all shards: merge them, and run the sweep again without --shard");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- the words become a sweep */

static void add_limit(struct sweep *s, const char *text, struct loc loc, struct diag *d)
{
    char *copy = buf_strdup(text), *equals = strchr(copy, '=');
    if (equals) {
        *equals = '\0';
        sweep_set_limit(s, copy, equals + 1, loc, d);
    } else {
        diag_error(d, DIAG_SWEEP_FIGURE, loc, "--limit takes FIGURE=RANGE, not '%s'", diag_quote(text).s);
        diag_help(d, "such as --limit area-mm2=..1.5");
    }
    free(copy);
}

static void apply(struct sweep *s, const struct word *w, struct loc loc, struct diag *d)
{
    if (w->key >= KEY_PLATFORM && w->key < KEY_PLATFORM + PLATFORM_COUNT) {
        platform_set(&s->platform, (enum platform_setting)(w->key - KEY_PLATFORM), w->text, loc, d);
        return;
    }
    switch (w->key) {
    case KEY_MACS:
        sweep_set_limit(s, "mac-per-cycle", w->text, loc, d);
        break;
    case KEY_LIMIT:
        add_limit(s, w->text, loc, d);
        break;
    case KEY_MINIMIZE:
        sweep_add_objective(s, w->text, false, loc, d);
        break;
    case KEY_MAXIMIZE:
        sweep_add_objective(s, w->text, true, loc, d);
        break;
    case KEY_CLOCK:
        sweep_set_clock(s, w->text, loc, d);
        break;
    case KEY_WORKLOAD:
        workload_release(&s->workload);
        workload_read(&s->workload, w->text, d);
        break;
    default:
        sweep_set_values(s, (enum param)(w->key - KEY_PARAM), w->text, loc, d);
        break;
    }
}

static bool make_sweep(struct options *o, struct sweep *s, struct diag *d)
{
    int before = diag_count(d);
    if (o->file && !sweep_read(s, o->file, d))
        return false;
    for (int i = 0; i < o->count; i++)
        if (o->words[i].key == KEY_MINIMIZE || o->words[i].key == KEY_MAXIMIZE)
            s->objectives = 0; /* those of the command line replace the file's */
    for (int i = 0; i < o->count; i++)
        apply(s, &o->words[i], loc_arg(o->words[i].label, i), d);
    if (diag_count(d) != before)
        return false;
    if (!o->file)
        sweep_add_usual(s);
    return sweep_finish(s, o->tech, d);
}

/* The page of a finished folder, if it is missing or to be had with measurements. */
static void report(const struct options *o, const struct dse_result *r, struct diag *d)
{
    struct report_options options = o->report;
    options.jobs = o->dse.jobs;
    if (o->out && !r->shard && !o->no_report && (options.verify || !r->reused || !report_exists(o->out)) &&
        report_write(o->out, &options, d))
        printf("the page for people is %s/report.html\n", o->out);
}

static void explore(int argc, char **argv, struct diag *d)
{
    struct options *o = calloc(1, sizeof *o);
    struct sweep sweep;
    struct dse_result result;
    if (!o)
        abort();
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    o->dse = (struct dse_options)DSE_OPTIONS;
    o->dse.jobs = processors < 1 ? 1 : processors > DSE_MAX_JOBS ? DSE_MAX_JOBS : (int)processors;
    make_table(o);
    const struct argp argp = {
        o->table,
        parse,
        "[SWEEP.xml]\nmerge DIR... -o DIR\ncompare FILE.xml...",
        "Explores a space of architectures with the cost model: every combination, the limits, the best and the "
        "front.\v"
        "A sweep comes from a file, from flags, or from both; flags win. Without a file, what no flag tells is varied "
        "as most "
        "sweeps want it: mu, luts, fetchers, network, pipe-fetch and pipe-reduce (--print shows it). Example:\n\n"
        "  tlut-dse --act int8 --macs-per-cycle 1024 --minimize area -o OUT\n\n"
        "'tlut-dse merge DIR... -o DIR' puts shards together, 'tlut-dse compare' prices published designs. docs/dse.md "
        "has the "
        "formats.",
        NULL,
        NULL,
        NULL};
    cli_parse(&argp, argc, argv, o);
    if (o->dse.top < (size_t)o->report.verify)
        o->dse.top = (size_t)o->report.verify;
    sweep_init(&sweep);
    if (make_sweep(o, &sweep, d)) {
        if (o->print) {
            struct buf text = BUF_INIT;
            sweep_write(&text, &sweep);
            fputs(text.data, stdout);
            buf_release(&text);
        } else if (dse_run(&result, &sweep, &o->dse, o->out, d)) {
            dse_summary_print(&result, &o->dse, o->out, stdout);
            report(o, &result, d);
            dse_result_release(&result);
        }
    }
    diag_print(d, stderr); /* places are labels of the command line */
    sweep_release(&sweep);
    for (int i = 0; i < o->count; i++)
        free(o->words[i].label);
    for (int p = 0; p < PARAM_COUNT; p++)
        free(o->docs[p]);
    free(o->words);
    free(o);
}

/* ---- merge */

struct merge_options {
    const char **folder, *out;
    int count;
    bool restart, no_report;
};

static error_t parse_merge(int key, char *arg, struct argp_state *state)
{
    struct merge_options *m = state->input;
    switch (key) {
    case 'o':
        m->out = arg;
        return 0;
    case KEY_RESTART:
        m->restart = true;
        return 0;
    case KEY_NO_REPORT:
        m->no_report = true;
        return 0;
    case ARGP_KEY_ARG:
        m->folder = buf_realloc(m->folder, (size_t)m->count + 1, sizeof *m->folder);
        m->folder[m->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!m->out || m->count == 0)
            argp_error(state, "%s",
                       m->out ? "the shards' folders are missing" : "the folder for the results is missing: -o DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void merge(int argc, char **argv, struct diag *d)
{
    static const struct argp_option table[] = {
        {"output", 'o', "DIR", 0, "folder for the results", 1},
        {"restart", KEY_RESTART, 0, 0, "replace results that DIR holds", 1},
        {"no-report", KEY_NO_REPORT, 0, 0, "do not write report.html (which needs gnuplot)", 1},
        {0},
    };
    const struct argp argp = {
        table,    parse_merge,
        "DIR...", "Puts the shards of a sweep together. The results are those of a run in one piece, byte for byte.",
        NULL,     NULL,
        NULL};
    static char title[] = "tlut-dse merge";
    struct merge_options m = {0};
    argv[1] = title;
    cli_parse(&argp, argc - 1, argv + 1, &m);
    const struct report_options options = {.jobs = 1};
    if (dse_merge(m.folder, m.count, m.out, m.restart, d)) {
        printf("merged %d shards into '%s'\n", m.count, m.out);
        if (!m.no_report)
            report_write(m.out, &options, d);
    }
    free(m.folder);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C"); /* same output everywhere */
    static const char *const commands[] = {"merge", "compare", NULL};
    struct diag *diag = diag_new();
    cli_check_command(argc, argv, commands);
    if (argc > 1 && strcmp(argv[1], "merge") == 0)
        merge(argc, argv, diag);
    else if (argc > 1 && strcmp(argv[1], "compare") == 0)
        compare_command(argc - 1, argv + 1, diag);
    else
        explore(argc, argv, diag);
    return diag_finish(diag);
}
