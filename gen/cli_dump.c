/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_dump.h"

#include <string.h>

#include "buf.h"
#include "cli.h"

/* What argp adds to every program. */
static const struct argp_option of_argp[] = {
    {"help", '?', NULL, 0, "give this help list", -1},
    {"usage", 1, NULL, 0, "give a short usage message", -1},
    {"version", 'V', NULL, 0, "print the program's version", -1},
    {0},
};

static bool ends(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

/* A line of a text each, led by a word. */
static void put_lines(FILE *out, const char *word, const char *text, size_t len)
{
    for (const char *end = text + len; text < end;) {
        size_t n = strcspn(text, "\n");
        n = n > (size_t)(end - text) ? (size_t)(end - text) : n;
        fprintf(out, "%s\t%.*s\n", word, (int)n, text);
        text += n + 1;
    }
}

static void put_option(const struct argp_option *o, int group, int first_param, FILE *out)
{
    const struct param_info *p =
        o->key >= first_param && o->key < first_param + PARAM_COUNT ? &param_table[o->key - first_param] : NULL;
    fprintf(out, "option\t%d\t", group);
    if (o->key > ' ' && o->key < 127)
        fputc(o->key, out);
    fprintf(out, "\t%s", o->name ? o->name : "");
    for (const struct argp_option *alias = o + 1; !ends(alias) && alias->flags & OPTION_ALIAS; alias++)
        fprintf(out, ",%s", alias->name);
    const bool may = o->flags & OPTION_ARG_OPTIONAL;
    fprintf(out, "\t%s%s%s\t", may ? "[" : "", o->arg ? o->arg : "", may ? "]" : "");
    if (p)
        fprintf(out, "%s/@%s", p->element, p->attribute);
    fputc('\t', out);
    for (int i = 0; p && p->names && p->names[i]; i++)
        fprintf(out, "%s%s", i ? " " : "", p->names[i]);
    fprintf(out, "\t%s\n", o->doc ? o->doc : "");
}

/* Headers and options of a group, of a parser and of its children. */
static void put_group(const struct argp *argp, int group, int first_param, FILE *out)
{
    int now = 0;
    for (const struct argp_option *o = argp->options; o && !ends(o); o++) {
        const bool header = !o->name && !o->key;
        now = o->group || header ? o->group : now; /* an option without a group is in that of the one before */
        if (now != group || o->flags & (OPTION_HIDDEN | OPTION_ALIAS))
            continue;
        if (header)
            fprintf(out, "group\t%d\t%s\n", group, o->doc);
        else
            put_option(o, group, first_param, out);
    }
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        put_group(c->argp, group, first_param, out);
}

void cli_dump(const struct argp *argp, const char *program, int first_param, FILE *out)
{
    fprintf(out, "program\t%s\t%s\n", program, TLUT_VERSION);
    if (argp->args_doc)
        put_lines(out, "usage", argp->args_doc, strlen(argp->args_doc));
    else
        fputs("usage\t\n", out);
    const char *doc = argp->doc ? argp->doc : "";
    const size_t before = strcspn(doc, "\v");
    put_lines(out, "before", doc, before);
    if (doc[before])
        put_lines(out, "after", doc + before + 1, strlen(doc + before + 1));
    const struct argp own = {.options = of_argp};
    for (int group = 0; group < 100; group++) /* 0, 1, 2, ..., -1, as argp has them */
        put_group(argp, group, first_param, out);
    put_group(argp, -1, first_param, out);
    put_group(&own, -1, first_param, out);
}
