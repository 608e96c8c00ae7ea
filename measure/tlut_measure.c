/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_measure.c -- tlut-measure: what one architecture costs by synthesis. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "diag.h"
#include "liberty.h"
#include "measure.h"
#include "measure_cache.h"

#define MAX_DONT_USE 32

struct options {
    struct cli_arch cli;
    const char *liberty, *cache;
    const char *dont_use[MAX_DONT_USE + 1];
    int dont_uses, timeout_s;
    bool energy, flat, json;
};

enum { KEY_LIBERTY = 256, KEY_DONT_USE, KEY_ENERGY, KEY_FLAT, KEY_CACHE, KEY_TIMEOUT, KEY_JSON };

static const struct argp_option option_table[] = {
    {"liberty", KEY_LIBERTY, "FILE", 0, "the cell library, plain or gzipped", 1},
    {"dont-use", KEY_DONT_USE, "GLOB", 0, "leave out the cells of that name, such as '*lpflow*' (may be repeated)", 1},
    {"energy", KEY_ENERGY, 0, 0, "simulate the netlist too, and measure the energy of a cycle", 2},
    {"flat", KEY_FLAT, 0, 0, "optimize across modules: the area as a whole, no timing", 2},
    {"cache", KEY_CACHE, "DIR", 0, "keep results in that folder and take them from there", 3},
    {"timeout", KEY_TIMEOUT, "S", 0, "seconds that each tool may take (default 600)", 3},
    {"json", KEY_JSON, 0, 0, "print the result as JSON", 3},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->cli;
        return 0;
    case KEY_LIBERTY:
        o->liberty = arg;
        return 0;
    case KEY_DONT_USE:
        if (o->dont_uses == MAX_DONT_USE)
            argp_error(state, "--dont-use can be given %d times", MAX_DONT_USE);
        o->dont_use[o->dont_uses++] = arg;
        return 0;
    case KEY_ENERGY:
        o->energy = true;
        return 0;
    case KEY_FLAT:
        o->flat = true;
        return 0;
    case KEY_CACHE:
        o->cache = arg;
        return 0;
    case KEY_TIMEOUT: {
        char *end;
        long s = strtol(arg, &end, 10);
        if (*arg < '0' || *arg > '9' || *end || s < 1 || s > 1000000)
            argp_error(state, "--timeout takes a number of seconds from 1 to 1000000, not '%s'", diag_quote(arg).s);
        o->timeout_s = (int)s;
        return 0;
    }
    case KEY_JSON:
        o->json = true;
        return 0;
    case ARGP_KEY_END:
        if (!o->liberty)
            argp_error(state, "the cell library is missing: --liberty FILE");
        if (o->flat && o->energy)
            argp_error(state, "--flat and --energy exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static double sum(const double *value)
{
    double total = 0;
    for (int p = 0; p < COST_PARTS; p++)
        total += value[p];
    return total;
}

static void print_row(const char *name, double area, double total, double leakage, const double *energy)
{
    printf("%-10s %14.3f %6.1f %14.4f", name, area, 100 * area / total, leakage);
    if (energy)
        printf(" %14.3f", *energy);
    putchar('\n');
}

static void print_table(const struct arch *a, const struct liberty *lib, const struct measured *m)
{
    double total = sum(m->area), energy = sum(m->energy) + m->buffer_energy;
    printf("core       %s\nlibrary    %s, %.3g V\ncells      %d, %d of them flip-flops\n\n", a->name, lib->name,
           lib->voltage, m->cells, m->flipflops);
    printf("%-10s %14s %6s %14s%s\n", "part", "area um2", "%", "leakage nW", m->has_energy ? "       fJ/cycle" : "");
    for (int p = 0; p < COST_PARTS; p++)
        if (m->area[p] > 0)
            print_row(cost_part_table[p].name, m->area[p], total, m->leakage[p], m->has_energy ? &m->energy[p] : NULL);
    print_row("total", total, total, sum(m->leakage), m->has_energy ? &energy : NULL);
    printf("           %.0f gate equivalents (NAND2)\n", total / lib->nand2_area);
    if (m->buffers)
        printf("buffers    %14.3f um2 more in %d buffers\n", m->buffer_area, m->buffers);
    if (m->buffers && m->has_energy)
        printf("           %14.3f fJ/cycle of the total in them\n", m->buffer_energy);
    for (int s = 0; s < COST_STAGES; s++)
        if (m->stage[s] > 0)
            printf("%s%-10s %14.1f ps %s\n", s ? "" : "\n", cost_stage_table[s].name, m->stage[s],
                   cost_stage_table[s].doc);
    if (m->has_energy)
        printf("\nsimulated  %lld cycles, bit-exact\n", (long long)m->cycles);
    printf("tools      %.1f s\n", m->seconds);
}

static bool run(const struct options *o, const struct arch *a, struct diag *d)
{
    struct liberty *lib = liberty_read(o->liberty, o->dont_use, d);
    if (!lib)
        return false;
    const struct measure_flow flow = {
        .lib = lib, .cache = o->cache, .timeout_s = o->timeout_s, .energy = o->energy, .flat = o->flat};
    struct measured m;
    measure_arch(&flow, a, &m);
    bool ok = m.status == MEASURED_OK;
    if (ok && o->json) {
        char *text = measure_json(&m);
        puts(text);
        free(text);
    } else if (ok) {
        print_table(a, lib, &m);
    } else {
        fprintf(stderr, "tlut-measure: %s\n", m.reason);
    }
    liberty_free(lib);
    return ok;
}

static bool load_and_run(void *input, struct diag *d)
{
    struct options *o = input;
    struct arch arch;
    return cli_arch_load(&o->cli, d, &arch) && run(o, &arch, d);
}

int main(int argc, char **argv)
{
    static const struct cli_program program = {
        option_table, parse, "[ARCH.xml]", "Synthesizes a core with Yosys and measures area, leakage, timing and energy by part."};
    struct options o = {0};
    cli_arch_init(&o.cli);
    return cli_arch_main(&o.cli, &program, argc, argv, &o, load_and_run);
}
