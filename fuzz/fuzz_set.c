/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_set.c -- each line of the bytes, PATH=VALUE, is a --set of one command line; its value is also a list of a sweep,
 * and the line a limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fuzz_text.h"
#include "sweep.h"

enum { MAX_LINES = 12 };

/* As tlut-gen does it, up to a checked architecture. Messages go to standard error, which run.sh closes. */
static void command_line(char **line, int lines)
{
    static char program[] = "fuzz", flag[] = "--set";
    char *argv[2 * MAX_LINES + 2] = {program};
    int argc = 1;
    for (int i = 0; i < lines; i++) {
        argv[argc++] = flag;
        argv[argc++] = line[i];
    }
    struct cli_arch cli;
    struct arch a;
    cli_arch_init(&cli);
    const struct argp_child children[] = {{&cli.argp, 0, NULL, 0}, {0}};
    const struct argp argp = {.children = children};
    fuzz_require(argp_parse(&argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_ERRS, NULL, &cli) == 0);
    struct diag *d = diag_new();
    bool ok = cli_arch_load(&cli, d, &a);
    fuzz_require(ok == (diag_exit_status(d) == 0));
    if (ok) { /* flags for the same architecture */
        struct buf flags = BUF_INIT;
        arch_write_flags(&flags, &a);
        fuzz_require(flags.len < 10000);
        buf_release(&flags);
    }
    diag_free(d);
    cli_arch_release(&cli);
}

static void as_sweep(char **line, int lines)
{
    for (int i = 0; i < lines; i++) {
        struct sweep s;
        sweep_init(&s);
        char *path = buf_strdup(line[i]), *value = strchr(path, '='), *at = strstr(path, "/@");
        *value++ = '\0';
        enum param p = PARAM_COUNT;
        if (at) {
            *at = '\0';
            p = param_find(path, at + 2);
        }
        struct diag *d = diag_new();
        fuzz_settle(sweep_set_values(&s, p == PARAM_COUNT ? PARAM_luts : p, value, loc_arg(line[i], i), d), d);
        d = diag_new();
        fuzz_settle(sweep_set_limit(&s, path, value, loc_arg(line[i], i), d), d);
        d = diag_new();
        fuzz_settle(sweep_set_clock(&s, value, loc_arg(line[i], i), d), d);
        sweep_release(&s);
        free(path);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char messages[1 << 16];
    setvbuf(stderr, messages, _IOFBF, sizeof messages); /* it is unbuffered else, and slow */
    struct buf text = BUF_INIT;
    char *line[MAX_LINES], *rest = NULL;
    int lines = 0;
    buf_add(&text, data, size);
    for (char *l = strtok_r(text.data, "\n", &rest); l && lines < MAX_LINES; l = strtok_r(NULL, "\n", &rest))
        if (strchr(l, '='))
            line[lines++] = l;
    command_line(line, lines);
    as_sweep(line, lines);
    buf_release(&text);
    return 0;
}
