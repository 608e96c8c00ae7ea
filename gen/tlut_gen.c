/* SPDX-License-Identifier: Apache-2.0 */
/* tlut_gen.c -- tlut-gen: architecture -> RTL package. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "diag.h"
#include "emit.h"
#include "gen_dump.h"
#include "outdir.h"

struct options {
    struct cli_arch cli;
    const char *out;
    const char *dump; /* a word of gen_dump(), or NULL */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->cli;
        return 0;
    case 'o':
        o->out = arg;
        return 0;
    case 'd':
        if (!gen_dump_known(arg))
            argp_error(state, "--dump takes arch, dims or nets, not '%s'", arg);
        o->dump = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->out && !o->dump)
            argp_error(state, "the output folder is missing: -o DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_table[] = {
    {"output", 'o', "DIR", 0, "write the package into folder DIR (new, empty, or an earlier package)", 1},
    {"dump", 'd', "arch|dims|nets", 0, "print arch (the architecture as XML, defaults filled in), dims (derived numbers) or nets "
                             "(the table-build network, one line an adder)", 1},
    {0},
};

/* Emits the package and prints what was made. */
static bool generate(const struct arch *a, const char *folder, struct diag *diag)
{
    struct outdir *out = outdir_new();
    bool ok = emit_package(a, out, diag);
    if (ok) {
        enum outdir_result result = outdir_commit(out, folder, diag);
        ok = result != OUTDIR_FAILED;
        if (ok)
            gen_summary(a, folder, out, result == OUTDIR_UNCHANGED, stdout);
    }
    outdir_free(out);
    return ok;
}

static bool run(void *input, struct diag *d)
{
    struct options *o = input;
    struct arch arch;
    if (!cli_arch_load(&o->cli, d, &arch))
        return false;
    if (o->dump)
        gen_dump(o->dump, &arch, stdout);
    return !o->out || generate(&arch, o->out, d);
}

int main(int argc, char **argv)
{
    static const struct cli_program program = {
        option_table, parse, "[ARCH.xml]",
        "Generates a synthesizable ternary GEMV core: Verilog, constraints, C header, test harness."};
    struct options o = {0};
    cli_arch_init(&o.cli);
    return cli_arch_main(&o.cli, &program, argc, argv, &o, run);
}
