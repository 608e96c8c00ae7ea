/* SPDX-License-Identifier: Apache-2.0 */
/* cli.h -- the command line that all programs share: an optional ARCH.xml, --set, one flag for each parameter, --name,
 * --explain, --max-errors, --version. Later values win, in the order file, --set, flags.
 *
 *   struct options { struct cli_arch cli; ... };
 *   static const struct cli_program program = {options, parse, "[ARCH.xml]", "What it does."};
 *   ... in parse, case ARGP_KEY_INIT: state->child_inputs[0] = &o->cli;
 *   static bool run(void *input, struct diag *d) ... cli_arch_load(&o->cli, d, &arch) && ...
 *   int main(...) { struct options o = {0}; cli_arch_init(&o.cli); return cli_arch_main(&o.cli, &program, argc, argv, &o, run); }
 *
 * Positional arguments that the program's own parser does not take (ARGP_ERR_UNKNOWN) come here; the one is ARCH.xml.
 */
#ifndef TLUT_CLI_H
#define TLUT_CLI_H

#include <argp.h>
#include <stdbool.h>

#include "arch_load.h"

#define TLUT_VERSION "0.1.0"

enum { CLI_OPTIONS = PARAM_COUNT + 9 };

struct cli_value; /* one --set or flag, as it was written */

struct cli_arch {
    struct argp argp;      /* the child parser; its input is the struct cli_arch */
    const char *file;      /* ARCH.xml, "-", or NULL */
    int max_errors;        /* of --max-errors, or -1 */
    struct arch_src where; /* after cli_arch_load: where the values came from, for further diagnostics */
    /* private */
    struct cli_value *values;
    int count;
    struct argp_option options[CLI_OPTIONS];
    char *docs[PARAM_COUNT];
};

/* Builds the option table out of param_table. */
void cli_arch_init(struct cli_arch *cli);
void cli_arch_release(struct cli_arch *cli);

/* argp_parse(), and better words for unknown options and missing values. Returns only if the command line is good:
 * otherwise, the program ends with exit status 2 (with 0 after --help, --version, --explain). */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* A program, or a command of one, that takes an architecture. */
struct cli_program {
    const struct argp_option *options;
    argp_parser_t parse;   /* its input is the one that is given below */
    const char *args, *doc; /* as in struct argp */
};

/* cli_parse() of the program's options and those of cli. */
void cli_arch_parse(struct cli_arch *cli, const struct cli_program *p, int argc, char **argv, void *input);

/* The whole of such a program: cli_arch_parse(), run(input, d), its diagnostics on stderr. Returns the exit status: 1 if run()
 * is false without a diagnostic, otherwise diag_exit_status(). Releases *cli. */
int cli_arch_main(struct cli_arch *cli, const struct cli_program *p, int argc, char **argv, void *input,
                  bool (*run)(void *input, struct diag *d));

/* The other name of a parameter's flag, or NULL: --encoding does what --weights does. */
const char *cli_alias(enum param p);

/* For a program that has an option of its own under the name of p's flag (an enum with an alias): from now on --help lists
 * the flag under its alias. The program passes the option's values on to cli_own_flag(). */
void cli_take_flag(struct cli_arch *cli, enum param p);

/* If text is one of the words of p, takes it as the value of p's flag. False if it is not: it is the program's then. */
bool cli_own_flag(struct cli_arch *cli, enum param p, const char *text);

/* Reads the file, applies --set and flags, checks, resolves. On failure everything that is wrong has been printed on
 * stderr, *out is undefined and diag_exit_status(d) is the program's exit status. */
bool cli_arch_load(struct cli_arch *cli, struct diag *d, struct arch *out);

/* For programs with commands: ends the program (usage error) if its first argument is no file, has no slash or dot, and
 * looks like one of the commands (NULL-terminated) without being one. */
void cli_check_command(int argc, char *const *argv, const char *const *commands);

#endif
