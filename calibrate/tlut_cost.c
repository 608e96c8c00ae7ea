/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_cost.c -- tlut-cost: what a core costs by the model, and what a workload takes on it; `calibrate` and `validate` fit
 * and judge the model; `fpga` counts what a core takes of an FPGA. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"
#include "cli.h"
#include "cost_report.h"
#include "fpga.h"
#include "system_report.h"
#include "workload.h"

static int number(struct argp_state *state, const char *flag, const char *arg, int max)
{
    char *end;
    long v = strtol(arg, &end, 10);
    if (*arg < '0' || *arg > '9' || *end || v < 1 || v > max)
        argp_error(state, "%s takes a number from 1 to %d, not '%s'", flag, max, diag_quote(arg).s);
    return (int)v;
}

/* ---- tlut-cost ARCH */

struct options {
    struct cli_arch cli;
    const char *tech, *workload;
    const char *platform[PLATFORM_COUNT]; /* as written, or NULL */
    bool json;
};

enum { KEY_TECH = 256, KEY_JSON, KEY_WORKLOAD, KEY_PLATFORM = 400 };

static const struct argp_option option_table[] = {
    {"tech", KEY_TECH, "NAME|FILE", 0, "technology: osu018 (default) or another one that is shipped, or a file that "
                                       "'tlut-cost calibrate' made", 1},
    {"json", KEY_JSON, 0, 0, "print JSON", 1},
    {.doc = "A workload on the core, with memories around it:", .group = 2},
    {"workload", KEY_WORKLOAD, "FILE", 0, "layers of a model: tokens/s, J/token, what binds (docs/system.md)", 2},
#define PLATFORM(id, field, nm, kind, lo, hi, arg, text) {nm, KEY_PLATFORM + PLATFORM_##id, arg, 0, text, 2},
#include "platform.def"
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    if (key >= KEY_PLATFORM && key < KEY_PLATFORM + PLATFORM_COUNT) {
        o->platform[key - KEY_PLATFORM] = arg;
        return 0;
    }
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->cli;
        return 0;
    case KEY_WORKLOAD:
        o->workload = arg;
        return 0;
    case KEY_TECH:
        o->tech = arg;
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The flags as a platform. False after diagnostics. */
static bool read_platform(struct platform *p, const struct options *o, const struct tech *tech, struct diag *diag)
{
    int before = diag_count(diag);
    *p = (struct platform){0};
    for (int s = 0; s < PLATFORM_COUNT; s++) {
        if (!o->platform[s])
            continue;
        struct buf label = BUF_INIT;
        buf_printf(&label, "--%s %s", platform_table[s].name, diag_quote(o->platform[s]).s);
        platform_set(p, (enum platform_setting)s, o->platform[s], loc_arg(label.data, s), diag);
        diag_print(diag, stderr); /* the place goes now */
        buf_release(&label);
    }
    if (diag_count(diag) == before && p->given && !o->workload)
        diag_report(diag, DIAG_MEMORY_MISSING, "add --workload FILE, such as one of examples/workloads/",
                    "memories are of no use without a workload");
    return diag_count(diag) == before && (!o->workload || platform_finish(p, tech->name, tech->voltage, diag));
}

static void run_workload(const struct options *o, const struct platform *p, const struct tech *tech,
                         struct cost_tables *tables, const struct arch *arch, struct diag *diag)
{
    struct workload w;
    if (!workload_read(&w, o->workload, diag))
        return;
    const char **name = buf_realloc(NULL, (size_t)w.layers, sizeof *name);
    struct system_layer *layer = buf_realloc(NULL, (size_t)w.layers, sizeof *layer);
    for (int i = 0; i < w.layers; i++) {
        name[i] = w.layer[i].name;
        layer[i] = (struct system_layer){w.layer[i].m, w.layer[i].n, w.layer[i].count};
    }
    const struct system_workload s = {w.name, name, layer, w.layers};
    system_report(tech, tables, arch, p, &s, o->json, stdout);
    free(name);
    free(layer);
    workload_release(&w);
}

static void evaluate(int argc, char **argv, struct diag *diag)
{
    static const struct cli_program program = {
        option_table, parse, "[ARCH.xml]\nfpga [ARCH.xml] OPTIONS...\ncalibrate OPTIONS...\nvalidate OPTIONS...",
        "Area, clock, energy and throughput of a core, by the cost model of a technology; with --workload, tokens a second and "
        "joules a token of a model's matrices on it, with DRAM and SRAM.\v"
        "tlut-cost calibrate --help and tlut-cost validate --help tell how a model is fitted to a cell library, and how it is "
        "judged on designs that the fit never saw. The model estimates synthesis results before layout. tlut-cost fpga --help: "
        "what a core takes of an FPGA."};
    struct options o = {0};
    struct arch arch;
    struct platform platform;
    struct tech *tech = malloc(sizeof *tech);
    if (!tech)
        abort();
    cli_arch_init(&o.cli);
    cli_arch_parse(&o.cli, &program, argc, argv, &o);
    if (cli_arch_load(&o.cli, diag, &arch) && tech_load(tech, o.tech, diag) && read_platform(&platform, &o, tech, diag)) {
        struct cost_tables *tables = cost_tables_new();
        if (!tables)
            abort();
        if (o.workload)
            run_workload(&o, &platform, tech, tables, &arch, diag);
        else
            cost_report(tech, tables, &arch, o.json, stdout);
        cost_tables_free(tables);
    }
    diag_print(diag, stderr);
    free(tech);
    cli_arch_release(&o.cli);
}

/* ---- tlut-cost fpga ARCH */

struct fpga_options {
    struct cli_arch cli;
    struct fpga_flow flow;
    bool family, device, json; /* the first two: given */
};

enum { KEY_FAMILY = 300, KEY_NO_DSP, KEY_PNR, KEY_DEVICE, KEY_PACKAGE, KEY_FPGA_SEED, KEY_FPGA_TIMEOUT, KEY_FPGA_QUIET };

static const struct argp_option fpga_table[] = {
    {"family", KEY_FAMILY, "ice40|ecp5|xilinx", 0, "family of FPGAs; xilinx is the 7 series", 1},
    {"no-dsp", KEY_NO_DSP, 0, 0, "make multipliers of LUTs, not of multiplier blocks", 1},
    {"pnr", KEY_PNR, 0, 0, "ice40: place and route with nextpnr, in a harness of shift registers, for the clock", 2},
    {"device", KEY_DEVICE, "hx8k|hx4k|hx1k|lp8k|lp4k|lp1k|lp384|up5k", 0, "ice40: hx8k (default) or another one; up5k alone has "
                                                                          "multiplier blocks", 2},
    {"package", KEY_PACKAGE, "NAME", 0, "with --pnr: the device's package (default: a large one)", 2},
    {"seed", KEY_FPGA_SEED, "N", 0, "with --pnr: of the placer (default 1)", 2},
    {"timeout", KEY_FPGA_TIMEOUT, "S", 0, "seconds that each tool may take (default 600)", 3},
    {"json", KEY_JSON, 0, 0, "print JSON", 3},
    {"quiet", KEY_FPGA_QUIET, 0, 0, "no progress", 3},
    {0},
};

static void set_family(struct argp_state *state, struct fpga_options *o, const char *arg)
{
    for (int f = 0; f < FPGA_FAMILIES; f++)
        if (strcmp(arg, fpga_family_names[f]) == 0) {
            o->flow.family = (enum fpga_family)f;
            o->family = true;
            return;
        }
    const char *nearest = diag_nearest(arg, fpga_family_names);
    argp_error(state, "--family takes ice40, ecp5 or xilinx, not '%s'%s%s%s", diag_quote(arg).s,
               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static void set_device(struct argp_state *state, struct fpga_options *o, const char *arg)
{
    for (const struct fpga_device *d = fpga_devices; d->name; d++)
        if (strcmp(arg, d->name) == 0) {
            o->flow.device = d;
            o->device = true;
            return;
        }
    struct buf names = BUF_INIT;
    for (const struct fpga_device *d = fpga_devices; d->name; d++)
        buf_printf(&names, "%s%s", d == fpga_devices ? "" : ", ", d->name);
    argp_error(state, "--device takes one of %s, not '%s'", names.data, diag_quote(arg).s);
    buf_release(&names);
}

static void check_fpga(struct argp_state *state, const struct fpga_options *o)
{
    const struct fpga_flow *f = &o->flow;
    if (!o->family)
        argp_error(state, "the family is missing: --family ice40, ecp5 or xilinx");
    if (f->family != FPGA_ICE40 && (f->pnr || o->device))
        argp_error(state, "%s is for --family ice40 alone", f->pnr ? "--pnr" : "--device");
    if (!f->pnr && (f->package || f->seed))
        argp_error(state, "%s has no meaning without --pnr", f->package ? "--package" : "--seed");
    if (f->package && !fpga_has_package(f->device, f->package))
        argp_error(state, "--package of %s is one of %s, not '%s'", f->device->name, f->device->packages, diag_quote(f->package).s);
}

static error_t parse_fpga(int key, char *arg, struct argp_state *state)
{
    struct fpga_options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &o->cli; return 0;
    case KEY_FAMILY: set_family(state, o, arg); return 0;
    case KEY_NO_DSP: o->flow.no_dsp = true; return 0;
    case KEY_PNR: o->flow.pnr = true; return 0;
    case KEY_DEVICE: set_device(state, o, arg); return 0;
    case KEY_PACKAGE: o->flow.package = arg; return 0;
    case KEY_FPGA_SEED: o->flow.seed = number(state, "--seed", arg, 1000000000); return 0;
    case KEY_FPGA_TIMEOUT: o->flow.timeout_s = number(state, "--timeout", arg, 1000000); return 0;
    case KEY_JSON: o->json = true; return 0;
    case KEY_FPGA_QUIET: o->flow.quiet = true; return 0;
    case ARGP_KEY_END: check_fpga(state, o); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void run_fpga(int argc, char **argv, struct diag *diag)
{
    static char title[] = "tlut-cost fpga";
    static const struct cli_program program = {
        fpga_table, parse_fpga, "[ARCH.xml]",
        "What a core takes of an FPGA: LUTs, flip-flops, carry, multiplier and memory blocks by synthesis with Yosys, and on iCE40 "
        "the clock after place and route.\vThe core is synthesized alone, without pads. docs/fpga.md says what the figures mean."};
    struct fpga_options o = {.flow = {.device = fpga_devices, .timeout_s = 600}};
    struct arch arch;
    argv[1] = title;
    cli_arch_init(&o.cli);
    cli_arch_parse(&o.cli, &program, argc - 1, argv + 1, &o);
    o.flow.seed = o.flow.seed ? o.flow.seed : 1;
    struct fpga_result *result = malloc(sizeof *result);
    if (!result)
        abort();
    if (cli_arch_load(&o.cli, diag, &arch) && fpga_measure(&o.flow, &arch, result, diag))
        fpga_print(&o.flow, &arch, result, o.json, stdout);
    diag_print(diag, stderr);
    free(result);
    cli_arch_release(&o.cli);
}

/* ---- tlut-cost calibrate, tlut-cost validate */

enum {
    KEY_LIBERTY = 300,
    KEY_DONT_USE,
    KEY_NAME,
    KEY_SOURCE,
    KEY_SEED,
    KEY_CACHE,
    KEY_TIMEOUT,
    KEY_SMALL,
    KEY_NO_ENERGY,
    KEY_QUIET,
    KEY_POINTS,
    KEY_CSV,
    KEY_SVG,
    KEY_RECORD
};

#define COMMON_OPTIONS                                                                                                 \
    {"liberty", KEY_LIBERTY, "FILE", 0, "cell library, plain or gzipped", 1},                                          \
    {"dont-use", KEY_DONT_USE, "GLOB", 0, "leave out the cells of that name, such as '*lpflow*' (may be repeated)", 1}, \
    {"csv", KEY_CSV, "FILE", 0, "write modelled and measured values of each design", 1},                              \
    {"jobs", 'j', "N", 0, "designs measured at once (default 2)", 2},                                                  \
    {"seed", KEY_SEED, "N", 0, "draws the designs", 2},                                                                \
    {"cache", KEY_CACHE, "DIR", 0, "keep measurements in that folder (default: tlut/measure in the user's cache)", 2},  \
    {"timeout", KEY_TIMEOUT, "S", 0, "seconds that a tool may take for a design (default 600)", 2},                    \
    {"small", KEY_SMALL, 0, 0, "a handful of small int4 and int8 designs: for tests", 3},                              \
    {"no-energy", KEY_NO_ENERGY, 0, 0, "area and timing only", 3},                                                     \
    {"quiet", KEY_QUIET, 0, 0, "no progress", 3}

static const struct argp_option calibrate_table[] = {
    COMMON_OPTIONS,
    {"name", KEY_NAME, "NAME", 0, "name of the technology", 1},
    {"source", KEY_SOURCE, "TEXT", 0, "where the library comes from, for the file's provenance", 1},
    {"output", 'o', "FILE", 0, "technology file to write", 1},
    {0},
};
static const struct argp_option validate_table[] = {
    COMMON_OPTIONS,
    {"tech", KEY_TECH, "NAME|FILE", 0, "technology to judge (default osu018)", 1},
    {"points", KEY_POINTS, "FILE", 0, "these designs instead of drawn ones: a line each, as flags of tlut-gen", 1},
    {"svg", KEY_SVG, "FILE", 0, "write a scatter plot of them (needs gnuplot)", 1},
    {"record", KEY_RECORD, "FILE", 0, "write the technology with these errors", 1},
    {0},
};

struct job {
    struct calibrate_options o;
    struct buf dont_use;
    bool validate;
};

static error_t parse_job(int key, char *arg, struct argp_state *state)
{
    struct job *j = state->input;
    switch (key) {
    case KEY_LIBERTY: j->o.liberty = arg; return 0;
    case KEY_DONT_USE:
        buf_printf(&j->dont_use, "%s%s", j->dont_use.len ? "," : "", arg);
        j->o.dont_use = j->dont_use.data;
        return 0;
    case 'j': j->o.jobs = number(state, "-j", arg, 64); return 0;
    case KEY_SEED: j->o.seed = (uint64_t)number(state, "--seed", arg, 1000000000); return 0;
    case KEY_CACHE: j->o.cache = arg; return 0;
    case KEY_TIMEOUT: j->o.timeout_s = number(state, "--timeout", arg, 1000000); return 0;
    case KEY_SMALL: j->o.small = true; return 0;
    case KEY_NO_ENERGY: j->o.energy = false; return 0;
    case KEY_QUIET: j->o.quiet = true; return 0;
    case KEY_NAME: j->o.name = arg; return 0;
    case KEY_SOURCE: j->o.source = arg; return 0;
    case 'o': j->o.out = arg; return 0;
    case KEY_TECH: j->o.tech = arg; return 0;
    case KEY_POINTS: j->o.points = arg; return 0;
    case KEY_CSV: j->o.csv = arg; return 0;
    case KEY_SVG: j->o.svg = arg; return 0;
    case KEY_RECORD: j->o.record = arg; return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "'%s' is not an option", diag_quote(arg).s);
        return 0;
    case ARGP_KEY_END:
        if (!j->validate && (!j->o.liberty || !j->o.name || !j->o.out))
            argp_error(state, "%s is missing", !j->o.liberty ? "the cell library: --liberty FILE"
                                               : !j->o.name  ? "the technology's name: --name NAME"
                                                             : "the file to write: -o FILE");
        if (j->o.name && (strlen(j->o.name) > 31 ||
                          strspn(j->o.name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(j->o.name)))
            argp_error(state, "--name takes up to 31 lower-case letters, digits and underscores, not '%s'",
                       diag_quote(j->o.name).s);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void run_job(int argc, char **argv, bool validate, struct diag *diag)
{
    static const char calibrate_doc[] =
        "Fits the cost model to a cell library: synthesizes a training set with Yosys, times it with OpenSTA, simulates some "
        "of it with Icarus Verilog for energy.\vInterrupted, it goes on where it stopped: measurements are kept. It takes "
        "minutes to half an hour.";
    static const char validate_doc[] =
        "Judges a cost model on designs that its fit never saw: prints mean and worst error, rank correlation and regret by "
        "data type.\vThe exit status is 1 if a bound is exceeded or a design failed. Measurements are kept.";
    struct job j = {.o = {.jobs = 2, .timeout_s = 600, .seed = validate ? 2 : 1, .energy = true}, .validate = validate};
    const struct argp argp = {validate ? validate_table : calibrate_table, parse_job, NULL,
                              validate ? validate_doc : calibrate_doc, NULL, NULL, NULL};
    static char title[40];
    snprintf(title, sizeof title, "tlut-cost %s", argv[1]);
    argv[1] = title;
    cli_parse(&argp, argc - 1, argv + 1, &j);
    if (validate)
        validate_run(&j.o, diag);
    else
        calibrate_run(&j.o, diag);
    buf_release(&j.dont_use);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C"); /* same output everywhere */
    static const char *const commands[] = {"calibrate", "validate", "fpga", NULL};
    struct diag *diag = diag_new();
    cli_check_command(argc, argv, commands);
    if (argc > 1 && (strcmp(argv[1], "calibrate") == 0 || strcmp(argv[1], "validate") == 0))
        run_job(argc, argv, strcmp(argv[1], "validate") == 0, diag);
    else if (argc > 1 && strcmp(argv[1], "fpga") == 0)
        run_fpga(argc, argv, diag);
    else
        evaluate(argc, argv, diag);
    return diag_finish(diag);
}
