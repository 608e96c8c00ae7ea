/* SPDX-License-Identifier: Apache-2.0 */
/* check_main.c -- check_arch [ARCH.xml] [options]: loads an architecture as all programs do and prints it, with every
 * parameter. The program of the tests in this folder. */
#include <locale.h>
#include <stdlib.h>

#include "cli.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

int main(int argc, char **argv)
{
    struct cli_arch cli;
    setlocale(LC_ALL, ""); /* other than the programs: the library must not depend on the caller's locale */
    cli_arch_init(&cli);
    const struct argp_child children[] = {{&cli.argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    const struct argp argp = {.parser = parse,
                              .args_doc = "[ARCH.xml]",
                              .doc = "Checks an architecture and prints it, with every parameter.",
                              .children = children};
    cli_parse(&argp, argc, argv, &cli);

    struct diag *d = diag_new();
    struct arch arch;
    struct buf xml = BUF_INIT;
    if (cli_arch_load(&cli, d, &arch)) {
        arch_write(&xml, &arch);
        fputs(xml.data, stdout);
        if (fflush(stdout) != 0 || ferror(stdout)) {
            diag_report(d, DIAG_OUT_WRITE, NULL, "cannot write to standard output");
            diag_print(d, stderr);
        }
    }
    int status = diag_exit_status(d);
    buf_release(&xml);
    diag_free(d);
    cli_arch_release(&cli);
    return status;
}
