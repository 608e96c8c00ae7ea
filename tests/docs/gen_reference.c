/* SPDX-License-Identifier: Apache-2.0 */
/* gen_reference.c -- gen_reference parameters | memory | figures | diagnostics ERRORS_DIR: prints a page of docs/reference
 * out of the tables of the program (params.def, memory.def, metrics.def, diag.def) and the error tests, so that the pages cannot be wrong. check.sh
 * compares. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "metric.h"
#include "platform.h"

/* A Markdown table cell: '|' would end it. */
static void print_cell(const char *text)
{
    for (; *text; text++)
        printf("%s%c", *text == '|' ? "\\" : "", *text);
}

static void print_parameters(void)
{
    puts("# Parameters\n\n"
         "<!-- Made from gen/params.def; to renew it: TLUT_UPDATE=1 ctest -R docs.reference -->\n\n"
         "Every program takes an architecture in this way: an optional file `ARCH.xml` (`-` is standard input), then\n"
         "`--set ELEMENT/@ATTRIBUTE=VALUE`, then the flags below. Later values win: file, then `--set`, then flags.\n"
         "[examples/annotated.xml](../../examples/annotated.xml) explains the format, and\n"
         "[diagnostics.md](diagnostics.md) what goes with what. `gen/schema/tlut_arch.xsd` is for your editor.\n\n"
         "`tlut-sim` has an option `--weights FILE` of its own. There, `--weights` with exactly one of the words "
         "dense,\n"
         "trit2 and pack5 is the encoding, and anything else is a file (`./dense` is one too); `--encoding` is the "
         "encoding\n"
         "everywhere.\n\n"
         "| XML | flag | values | default | unit | meaning |\n|---|---|---|---|---|---|\n"
         "| `@name` | `--name` | " ARCH_NAME_MEANING " | made from the parameters | | name of the core |");
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        struct buf legal = BUF_INIT;
        char number[16];
        param_legal(&legal, (enum param)p);
        printf("| `%s/@%s` | `--%s`", info->element, info->attribute, info->flag);
        if (cli_alias((enum param)p))
            printf(", `--%s`", cli_alias((enum param)p));
        printf(" | %s | %s | %s | ", legal.data, param_value_text((enum param)p, info->def, number),
               info->unit ? info->unit : "");
        print_cell(info->doc);
        puts(" |");
        buf_release(&legal);
    }
}

/* Plain text as Markdown: <tlut> would be taken as HTML, but not inside `code`. */
static void print_text(const char *text)
{
    for (bool code = false; *text; text++) {
        code = code != (*text == '`');
        if (!code && *text == '<')
            fputs("&lt;", stdout);
        else if (!code && *text == '&')
            fputs("&amp;", stdout);
        else
            putchar(*text);
    }
}

/* The test of a code that comes first in the alphabet. Its file is printed without the exit status. */
static void print_example(int code, const char *dir)
{
    struct dirent **list;
    char first[300] = "", prefix[8], path[1000], line[2000];
    int n = scandir(dir, &list, NULL, alphasort);
    snprintf(prefix, sizeof prefix, "E%03d-", code);
    for (int i = 0; i < n; i++) {
        const char *name = list[i]->d_name, *dot = strrchr(name, '.');
        if (!first[0] && dot && strcmp(dot, ".err") == 0 && strncmp(name, prefix, strlen(prefix)) == 0)
            snprintf(first, sizeof first, "%s", name);
        free(list[i]);
    }
    if (n >= 0)
        free(list);
    snprintf(path, sizeof path, "%s/%s", dir, first);
    FILE *in = first[0] ? fopen(path, "r") : NULL;
    if (!in)
        return;
    puts("\n```text");
    while (fgets(line, sizeof line, in))
        if (strncmp(line, "[exit ", 6) != 0)
            fputs(line, stdout);
    puts("```");
    fclose(in);
}

static void print_diagnostics(const char *errors_dir)
{
    puts("# Diagnostics\n\n"
         "<!-- Made from gen/diag.def and tests/errors; to renew it: TLUT_UPDATE=1 ctest -R docs.reference -->\n\n"
         "What the programs print when something is wrong with their input. `--explain E012` prints the same text.\n"
         "Exit status: 0 good, 1 an error of the user's, 2 a bad command line, 3 output could not be written (E2xx).");
    for (const struct diag_info *i = diag_table; i->code; i++) {
        printf("\n## E%03d: ", i->code);
        print_text(i->title);
        fputs("\n\n", stdout);
        print_text(i->text);
        putchar('\n');
        print_example(i->code, errors_dir);
    }
}

/* "cell-area" for CELL_AREA. */
static void print_constant_name(const char *name)
{
    for (; *name; name++)
        putchar(*name == '_' ? '-' : *name + ('a' - 'A') * (*name >= 'A' && *name <= 'Z'));
}

static void print_memory(void)
{
    puts("# Memories of the system model\n\n"
         "<!-- Made from costmodel/memory.def and platform.def; to renew it: TLUT_UPDATE=1 ctest -R docs.reference -->\n\n"
         "**Analytic and not validated.** [system.md](../system.md) has the formulas. How good a source is: *read*: the figure\n"
         "was seen in the named text or a copy of it; *cited*: it is that publication's as others quote it, and the publication\n"
         "was not read again; *assumed*: there is no source.\n\n## SRAM: bit cells\n\n"
         "| node, nm | cell, um2 | supply, V | source |\n|---:|---:|---:|---|");
    for (const struct memory_node *n = memory_node_table; n->nm > 0; n++) {
        printf("| %.0f | %g | %g | ", n->nm, n->cell_um2, n->volt);
        print_cell(n->source);
        puts(" |");
    }
    puts("\nBetween two nodes the area follows a power law and the supply a straight line. A technology's own supply takes\n"
         "the place of the nominal one.\n\n## SRAM: constants\n\n"
         "| constant | value | unit | meaning | source |\n|---|---:|---|---|---|");
    for (const struct memory_constant *c = memory_constant_table; c->name; c++) {
        fputs("| ", stdout);
        print_constant_name(c->name);
        printf(" | %g | %s | ", c->value, c->unit);
        print_cell(c->doc);
        fputs(" | ", stdout);
        print_cell(c->source);
        puts(" |");
    }
    puts("\n## DRAM\n\n| name | GB/s | pJ/bit | what | energy from |\n|---|---:|---:|---|---|");
    for (const struct memory_dram *d = memory_dram_table; d->name; d++) {
        printf("| `%s` | %g | %g | %s | ", d->name, d->gbps, d->pj_per_bit, d->doc);
        print_cell(d->source);
        puts(" |");
    }
    puts("\nBandwidths are data rate times width, of one device, module or stack; what is reached is less.\n\n## Settings\n\n"
         "Flags of `tlut-cost` and `tlut-dse`, attributes of `<system>` in a sweep.\n\n"
         "| name | value | meaning |\n|---|---|---|");
    for (int s = 0; s < PLATFORM_COUNT; s++) {
        printf("| `%s` | ", platform_table[s].name);
        print_cell(platform_table[s].arg);
        fputs(" | ", stdout);
        print_cell(platform_table[s].doc);
        puts(" |");
    }
}

static void print_figures(void)
{
    puts("# Figures of sweeps\n\n"
         "<!-- Made from dse/metrics.def; to renew it: TLUT_UPDATE=1 ctest -R docs.reference -->\n\n"
         "What limits and objectives of `tlut-dse` can name ([dse.md](../dse.md)), and the columns of its tables (`-` and `/`\n"
         "become `_`).\n\n| figure | short | unit | better if | meaning |\n|---|---|---|---|---|");
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_info *i = &metric_table[m];
        printf("| `%s` | %s%s%s | %s | %s | ", i->name, i->alias ? "`" : "", i->alias ? i->alias : "", i->alias ? "`" : "",
               i->unit, i->larger ? "larger" : "smaller");
        print_cell(i->doc);
        puts(" |");
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "parameters") == 0)
        print_parameters();
    else if (argc == 2 && strcmp(argv[1], "memory") == 0)
        print_memory();
    else if (argc == 2 && strcmp(argv[1], "figures") == 0)
        print_figures();
    else if (argc == 3 && strcmp(argv[1], "diagnostics") == 0)
        print_diagnostics(argv[2]);
    else {
        fputs("usage: gen_reference parameters | memory | figures | diagnostics ERRORS_DIR\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 ? 0 : 3;
}
