/* SPDX-License-Identifier: Apache-2.0 */
/* compare_cmd.c -- the command line of `tlut-dse compare`. */
#include "compare.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cli.h"

struct options {
    const char **files;
    int count;
    const char *tech;
    double mac_per_cycle;
    bool json;
};

enum { KEY_TECH = 256, KEY_MACS, KEY_JSON };

static const struct argp_option option_table[] = {
    {"tech", KEY_TECH, "NAME|FILE", 0,
     "technology: osu018 (default) or another one that is shipped, or a file that 'tlut-cost calibrate' made", 1},
    {"macs-per-cycle", KEY_MACS, "N", 0, "bring all designs to this throughput (default: that of the largest)", 1},
    {"json", KEY_JSON, 0, 0, "print JSON", 1},
    {0},
};

static const char doc[] =
    "Compares published designs with the best that the parameter space has for the same job: area, energy, clock, and "
    "what their choice of parameters loses.\v"
    "All designs are brought to the same MAC/cycle by a real-valued number of copies. docs/published.md tells where "
    "the parameters come from and what the analogues leave out.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end;
    switch (key) {
    case KEY_TECH:
        o->tech = arg;
        return 0;
    case KEY_MACS:
        o->mac_per_cycle = strtod(arg, &end);
        if (strspn(arg, "0123456789.") != strlen(arg) || *end || !(o->mac_per_cycle > 0) || o->mac_per_cycle > 1e9)
            argp_error(state, "--macs-per-cycle takes a number above 0, up to 1e9 and written as 1024 or 0.5, not '%s'",
                       diag_quote(arg).s);
        return 0;
    case KEY_JSON:
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        o->files = buf_realloc(o->files, (size_t)o->count + 1, sizeof *o->files);
        o->files[o->count++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no architecture to compare: examples/published/*.xml are made for it");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void compare_command(int argc, char **argv, struct diag *d)
{
    static char title[] = "tlut-dse compare";
    struct options o = {0};
    struct compare c;
    struct tech *tech = malloc(sizeof *tech);
    const struct argp argp = {option_table, parse, "FILE.xml...", doc, NULL, NULL, NULL};
    if (!tech)
        abort();
    argv[0] = title;
    cli_parse(&argp, argc, argv, &o);
    if (tech_load(tech, o.tech, d) && compare_run(&c, tech, o.files, o.count, o.mac_per_cycle, d)) {
        if (o.json)
            compare_json(&c, stdout);
        else
            compare_text(&c, stdout);
        compare_release(&c);
    }
    free(o.files);
    free(tech);
}
