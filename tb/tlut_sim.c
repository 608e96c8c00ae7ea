/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_sim.c -- tlut-sim: runs GEMVs on the generated core in a simulator and compares everything with the golden
 * model. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "jobs.h"
#include "keyfile.h"
#include "npy.h"
#include "report.h"
#include "schedule.h"
#include "sim_data.h"
#include "token.h"
#include "workload.h"

struct options {
    struct cli_arch cli;
    const char *weights, *acts, *keys, *out, *workload, *layer, *trace, *toggles, *cache, *rtl;
    int64_t m, n, jobs;
    uint64_t seed;
    double stall;
    int processes;
    bool token, icarus, json, quiet;
};

enum {
    KEY_WEIGHTS = 256,
    KEY_ACTS,
    KEY_KEYS,
    KEY_OUT,
    KEY_SHAPE,
    KEY_SEED,
    KEY_WORKLOAD,
    KEY_LAYER,
    KEY_TOKEN,
    KEY_JOBS,
    KEY_STALL,
    KEY_TRACE,
    KEY_TOGGLES,
    KEY_SIMULATOR,
    KEY_JSON,
    KEY_RTL,
    KEY_CACHE,
    KEY_QUIET
};

static const struct argp_option option_table[] = {
    {"weights", KEY_WEIGHTS, "W.npy", 0,
     "int8 matrix M x N of -1, 0, 1 (a file; the words dense, trit2 and pack5 mean --encoding, ./dense is a file)", 1},
    {"acts", KEY_ACTS, "X.npy", 0,
     "vector of N activations, or a matrix with a vector in each row: a job takes as many rows as the core has lanes, "
     "the next rows are the next job. int8 or int16; float16 for fp16, float32 for fp32; bit patterns in uint16 for "
     "bf16, in uint8 for fp8",
     1},
    {"keys", KEY_KEYS, "FILE", 0,
     "show the core the key beats of this file of tlut-pack keys, instead of keys made of W.npy; results still have to "
     "be those of W.npy",
     1},
    {"out", KEY_OUT, "Y.npy", 0,
     "write the results as the core gave them, a row for each vector: int32, or int64 if they are wider; float32; "
     "bit patterns in uint16 for fp16 and bf16 accumulators",
     1},
    {"shape", KEY_SHAPE, "MxN", 0,
     "instead: weights and activations of that shape as BitNet has them: Gaussian weights made ternary by the absmean "
     "rule; Gaussian activations, integers scaled by the absmax rule, floats rounded (no NaN, no infinity)",
     2},
    {"workload", KEY_WORKLOAD, "FILE", 0, "instead: take the shape from a workload file", 2},
    {"layer", KEY_LAYER, "NAME", 0, "the layer of the workload", 2},
    {"token", KEY_TOKEN, 0, 0,
     "instead of a layer: all matrices of all layers of the workload, those of one token, each with random ternary "
     "weights "
     "and activations (Verilator only)",
     2},
    {"processes", 'j', "N", 0, "with --token: how many at once (default: one for each processor)", 2},
    {"seed", KEY_SEED, "S", 0, "of all random numbers (default 1)", 2},
    {"jobs", KEY_JOBS, "N", 0, "vectors back to back, without reset (default 1, or the rows of X.npy)", 3},
    {"stall", KEY_STALL, "P", 0, "gaps with probability P (0..0.95) on every stream, garbage in between", 3},
    {"simulator", KEY_SIMULATOR, "verilator|icarus", 0, "verilator (default) or icarus", 3},
    {"trace", KEY_TRACE, "F.fst", 0, "write the waveforms", 3},
    {"toggles", KEY_TOGGLES, "FILE", 0,
     "write how often each bit of each net of the top module changed between 0 and 1, from the first cycle after reset "
     "on: a line 'cycles N', then lines 'name count' (Icarus only)",
     3},
    {"rtl", KEY_RTL, "FILE.v", 0, "simulate this file, with the same top module and ports, instead of the emitted RTL",
     4},
    {"cache", KEY_CACHE, "DIR", 0, "folder of Verilated models (default ~/.cache/tlut)", 4},
    {"json", KEY_JSON, 0, 0, "print the report as JSON", 4},
    {"quiet", KEY_QUIET, 0, 0, "no progress on standard error", 4},
    {0},
};

/* A whole number of plain digits in 0..max; the command line is refused otherwise. */
static uint64_t number(const struct argp_state *state, const char *option, const char *text, uint64_t min, uint64_t max)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || v < min || v > max)
        argp_error(state, "--%s takes a number from %llu to %llu, not '%s'", option, (unsigned long long)min,
                   (unsigned long long)max, diag_quote(text).s);
    return v;
}

static void read_shape(struct options *o, const struct argp_state *state, const char *text)
{
    char *x = NULL, *copy = buf_strdup(text);
    x = strchr(copy, 'x');
    if (!x)
        argp_error(state, "--shape takes MxN such as 2560x2560, not '%s'", diag_quote(text).s);
    else {
        *x = 0;
        o->m = (int64_t)number(state, "shape", copy, 1, WORKLOAD_MAX_SIZE);
        o->n = (int64_t)number(state, "shape", x + 1, 1, WORKLOAD_MAX_SIZE);
    }
    free(copy);
}

static void read_stall(struct options *o, const struct argp_state *state, const char *text)
{
    char *end;
    o->stall = strtod(text, &end);
    if (end == text || *end || !(o->stall >= 0 && o->stall <= 0.95))
        argp_error(state, "--stall takes a probability from 0 to 0.95, not '%s'", diag_quote(text).s);
}

static void check_token(const struct options *o, const struct argp_state *state)
{
    if (!o->workload)
        argp_error(state, "--token takes the model from --workload FILE");
    else if (o->layer)
        argp_error(state, "--token runs all layers: --layer is for one");
    else if (o->icarus || o->jobs || o->out || o->trace || o->toggles)
        argp_error(state, "--token takes none of --simulator icarus, --jobs, --out, --trace and --toggles");
}

static void check_combination(const struct options *o, const struct argp_state *state)
{
    int ways = (o->weights || o->acts) + (o->m > 0) + (o->workload || o->layer || o->token);
    if (ways == 0)
        argp_error(state, "what to run? give --weights W.npy --acts X.npy, or --shape MxN, or --workload FILE with "
                          "--layer NAME or --token");
    else if (ways > 1)
        argp_error(state, "--weights and --acts, --shape, and --workload exclude each other");
    else if (!o->weights != !o->acts)
        argp_error(state, "--weights and --acts go together");
    else if (o->keys && !o->weights)
        argp_error(state, "--keys goes with --weights and --acts");
    else if (o->token)
        check_token(o, state);
    else if (o->processes)
        argp_error(state, "-j goes with --token");
    else if (!o->workload != !o->layer)
        argp_error(state, "--workload goes with --layer or --token");
    else if (o->toggles && !o->icarus)
        argp_error(state, "--toggles takes --simulator icarus: Verilator does not keep the nets of a netlist");
    else if (o->toggles && o->trace)
        argp_error(state, "--toggles and --trace exclude each other: a simulator writes one dump");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->cli;
        return 0;
    case KEY_WEIGHTS: /* the architecture's flag has the same name */
        if (!cli_own_flag(&o->cli, PARAM_encoding, arg))
            o->weights = arg;
        return 0;
    case KEY_ACTS:
        o->acts = arg;
        return 0;
    case KEY_KEYS:
        o->keys = arg;
        return 0;
    case KEY_OUT:
        o->out = arg;
        return 0;
    case KEY_SHAPE:
        read_shape(o, state, arg);
        return 0;
    case KEY_SEED:
        o->seed = number(state, "seed", arg, 0, INT64_MAX);
        return 0;
    case KEY_WORKLOAD:
        o->workload = arg;
        return 0;
    case KEY_LAYER:
        o->layer = arg;
        return 0;
    case KEY_TOKEN:
        o->token = true;
        return 0;
    case 'j':
        o->processes = (int)number(state, "processes", arg, 1, TOKEN_MAX_PROCESSES);
        return 0;
    case KEY_JOBS:
        o->jobs = (int64_t)number(state, "jobs", arg, 1, 100000);
        return 0;
    case KEY_STALL:
        read_stall(o, state, arg);
        return 0;
    case KEY_TRACE:
        o->trace = arg;
        return 0;
    case KEY_TOGGLES:
        o->toggles = arg;
        return 0;
    case KEY_SIMULATOR:
        o->icarus = strcmp(arg, "icarus") == 0;
        if (!o->icarus && strcmp(arg, "verilator") != 0)
            argp_error(state, "--simulator takes verilator or icarus, not '%s'", diag_quote(arg).s);
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case KEY_RTL:
        o->rtl = arg;
        return 0;
    case KEY_CACHE:
        o->cache = arg;
        return 0;
    case KEY_QUIET:
        o->quiet = true;
        return 0;
    case ARGP_KEY_END:
        check_combination(o, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The matrix and the vectors, wherever they come from. False after a diagnostic. */
static bool get_data(const struct options *o, const struct arch *a, const struct dims *dims, struct sim_data *t,
                     struct diag *d)
{
    if (o->weights)
        return sim_data_load(t, o->weights, o->acts, a, dims, d);
    struct sim_shape shape = {.m = o->m, .n = o->n};
    if (o->workload && !sim_data_layer(&shape, o->workload, o->layer, d))
        return false;
    return sim_data_make(t, &shape, o->jobs ? o->jobs : 1, o->seed, a, dims, d);
}

static bool check_length(const struct arch *a, const struct cli_arch *cli, int64_t n, struct diag *d)
{
    if (n <= a->max_n || a->overflow != OVERFLOW_ERROR)
        return true;
    diag_error(d, DIAG_N_TOO_LONG, cli->where.loc[PARAM_max_n],
               "N = %lld is more than max-n = %d, for which the accumulator is wide enough", (long long)n, a->max_n);
    diag_help(d, "use --max-n %lld", (long long)n);
    return false;
}

/* The closed form if nothing stalls, and always the cycle model: they must agree. -1 after a diagnostic. */
static int64_t expected_cycles(const struct drive_setup *setup, const struct schedule *s, struct diag *d)
{
    int64_t modelled = drive_expected_cycles(setup);
    bool quiet = setup->stall_act <= 0 && setup->stall_key <= 0 && setup->stall_res <= 0;
    if (modelled >= 0 && (!quiet || modelled == s->cycles))
        return modelled;
    diag_report(d, DIAG_SCHEDULE, NULL, "the cycle model takes %lld cycles, the closed form says %lld",
                (long long)modelled, (long long)s->cycles);
    return -1;
}

/* The simulators are not asked: one ends without a word, the other only after the model has been built. */
static bool trace_opens(const char *path, struct diag *d)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        diag_error(d, DIAG_OUT_WRITE, loc_file(path), "cannot write '%s': %s", diag_quote(path).s, strerror(errno));
        diag_help(d, "choose another file, or make room");
        return false;
    }
    close(fd);
    return true;
}

static bool simulate(const struct options *o, const struct arch *a, const struct dims *dims, const struct sim_data *t,
                     struct diag *d)
{
    struct lutnet *net = malloc(sizeof *net);
    int64_t count = o->jobs ? o->jobs : t->vectors / a->lanes;
    struct gemv *gemv = malloc((size_t)count * sizeof *gemv);
    int64_t *y = malloc((size_t)(count * a->lanes * t->m) * sizeof *y);
    if (!net || !gemv || !y || !lutnet_build(net, a, dims))
        BUG("out of memory");
    for (int64_t i = 0; i < count; i++) {
        gemv[i] = (struct gemv){.arch = a,
                                .dims = dims,
                                .m = t->m,
                                .n = t->n,
                                .w = t->w,
                                .row_stride = t->row_stride,
                                .col_stride = t->col_stride,
                                .x = t->x + i * a->lanes % t->vectors * t->n};
        gemv_init(&gemv[i]);
    }
    struct jobs jobs = {.gemv = gemv, .count = count, .y = y};
    struct keyfile keys = {0};
    if (o->keys) {
        jobs.bits = keyfile_bits;
        jobs.beats = &keys;
    }
    struct drive_setup setup = {.arch = a,
                                .dims = dims,
                                .net = net,
                                .source = jobs_source(&jobs),
                                .seed = o->seed,
                                .stall_act = o->stall,
                                .stall_key = o->stall,
                                .stall_res = o->stall,
                                .log = stderr};
    struct toggles toggles = {0};
    struct run_options run_options = {.cache = o->cache,
                                      .trace = o->trace,
                                      .rtl = o->rtl,
                                      .quiet = o->quiet,
                                      .toggles = o->toggles ? &toggles : NULL};
    struct run_result run;
    struct schedule s;
    schedule_gemv(&s, a, dims, t->m, t->n, count);
    struct report report = {.arch = a,
                            .dims = dims,
                            .simulator = o->icarus ? "icarus" : "verilator",
                            .layer = o->layer,
                            .m = t->m,
                            .n = t->n,
                            .jobs = count,
                            .seeded = !o->weights,
                            .seed = o->seed,
                            .stall = o->stall,
                            .macs = s.macs,
                            .run = &run};
    bool ok = (!o->trace || trace_opens(o->trace, d)) && (!o->keys || keyfile_open(&keys, o->keys, a, dims, t->m, t->n, d));
    report.expected_cycles = ok ? expected_cycles(&setup, &s, d) : -1;
    ok = report.expected_cycles >= 0 && (o->icarus ? run_icarus : run_verilator)(&setup, &run_options, &run, d);
    if (ok) {
        if (!run.report.timed_out && !run.report.mismatches && !run.report.timing_errors)
            report.dense_differences = jobs_check_dense(&jobs, stderr);
        (o->json ? report_json : report_text)(&report, stdout);
        ok = report_ok(&report);
        if (ok && o->out)
            npy_write(o->out, y, count * a->lanes, t->m, count * a->lanes == 1, dims, d);
        if (ok && o->toggles)
            toggles_write(&toggles, o->toggles, d);
    }
    toggles_release(&toggles);
    keyfile_close(&keys);
    free(net);
    free(gemv);
    free(y);
    return ok;
}

static bool simulate_token(const struct options *o, const struct arch *a, const struct dims *dims, struct diag *d)
{
    struct workload w;
    struct token_result r;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int all = processors < 1 ? 1 : processors > TOKEN_MAX_PROCESSES ? TOKEN_MAX_PROCESSES : (int)processors;
    if (!workload_read(&w, o->workload, d))
        return false;
    struct token_setup setup = {.arch = a,
                                .dims = dims,
                                .workload = &w,
                                .seed = o->seed,
                                .stall = o->stall,
                                .processes = o->processes ? o->processes : all,
                                .cache = o->cache,
                                .rtl = o->rtl,
                                .quiet = o->quiet};
    bool ok = true;
    for (int i = 0; i < w.layers && ok; i++)
        ok = check_length(a, &o->cli, w.layer[i].n, d);
    if (ok) {
        ok = token_run(&setup, &r, d);
        if (ok)
            (o->json ? token_report_json : token_report_text)(&setup, &r, stdout);
        ok = ok && token_ok(&r);
        token_release(&r);
    }
    workload_release(&w);
    return ok;
}

static bool run(void *input, struct diag *d)
{
    struct options *o = input;
    struct arch arch;
    struct dims dims;
    struct sim_data data = {0};
    if (!cli_arch_load(&o->cli, d, &arch))
        return false;
    dims_derive(&dims, &arch);
    if (o->token)
        return simulate_token(o, &arch, &dims, d);
    bool ok = get_data(o, &arch, &dims, &data, d) && check_length(&arch, &o->cli, data.n, d) &&
              simulate(o, &arch, &dims, &data, d);
    sim_data_release(&data);
    return ok;
}

int main(int argc, char **argv)
{
    static const struct cli_program program = {
        option_table, parse, "[ARCH.xml]", "Simulates a generated core bit by bit and cycle by cycle against the golden model."};
    struct options o = {.seed = 1};
    cli_arch_init(&o.cli);
    cli_take_flag(&o.cli, PARAM_encoding);
    return cli_arch_main(&o.cli, &program, argc, argv, &o, run);
}
