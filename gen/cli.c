/* SPDX-License-Identifier: Apache-2.0 */
#include "cli.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_dump.h"

enum { KEY_PARAM = 0x1000, KEY_SET = 0x2000, KEY_NAME, KEY_EXPLAIN, KEY_MAX_ERRORS }; /* + parameter number */

struct cli_value {
    bool is_set;      /* --set; otherwise a flag */
    enum param param; /* flags: PARAM_COUNT is --name */
    const char *text; /* in argv */
    char *label;      /* "--luts 0", for messages */
};

static void add_value(struct cli_arch *cli, bool is_set, enum param p, const char *flag, const char *text)
{
    struct buf label = BUF_INIT;
    buf_printf(&label, "--%s %s", flag, diag_quote(text).s);
    cli->values = buf_realloc(cli->values, (size_t)cli->count + 1, sizeof *cli->values);
    cli->values[cli->count++] =
        (struct cli_value){.is_set = is_set, .param = p, .text = text, .label = buf_detach(&label)};
}

static void explain(const struct argp_state *state, const char *code)
{
    if (!diag_explain(code, stdout))
        argp_failure(state, argp_err_exit_status, 0, "no diagnostic has the code '%s'; a code looks like E012",
                     diag_quote(code).s);
    exit(fflush(stdout) == 0 ? 0 : 3);
}

static void read_max_errors(struct cli_arch *cli, const struct argp_state *state, const char *text)
{
    size_t len = strspn(text, "0123456789");
    if (len == 0 || len > 6 || text[len] != '\0')
        argp_error(state, "--max-errors takes a number from 0 (all) to 999999, not '%s'", diag_quote(text).s);
    else
        cli->max_errors = (int)strtol(text, NULL, 10);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    struct cli_arch *cli = state->input;
    if (key >= KEY_PARAM && key < KEY_PARAM + PARAM_COUNT) {
        enum param p = (enum param)(key - KEY_PARAM);
        add_value(cli, false, p, param_table[p].flag, arg);
        return 0;
    }
    switch (key) {
    case KEY_SET:
        if (!strchr(arg, '='))
            argp_error(state, "--set takes ELEMENT/@ATTRIBUTE=VALUE such as table/@luts=16, not '%s'",
                       diag_quote(arg).s);
        add_value(cli, true, PARAM_COUNT, "set", arg);
        return 0;
    case KEY_NAME:
        add_value(cli, false, PARAM_COUNT, "name", arg);
        return 0;
    case KEY_EXPLAIN:
        explain(state, arg);
        return 0;
    case KEY_MAX_ERRORS:
        read_max_errors(cli, state, arg);
        return 0;
    case ARGP_KEY_ARG:
        if (cli->file)
            argp_error(state, "one architecture file at most, not '%s' and '%s'", diag_quote(cli->file).s,
                       diag_quote(arg).s);
        cli->file = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* "group size mu: ... (activations, 1..6; default 3)" */
static char *option_doc(enum param p)
{
    const struct param_info *info = &param_table[p];
    struct buf b = BUF_INIT;
    char number[16];
    buf_printf(&b, "%s (%s%s", info->doc, info->unit ? info->unit : "", info->unit ? ", " : "");
    param_legal(&b, p);
    buf_printf(&b, "; default %s)", param_value_text(p, info->def, number));
    return buf_detach(&b);
}

const char *cli_alias(enum param p)
{
    return p == PARAM_encoding ? "encoding" : NULL; /* tlut-sim has --weights FILE */
}

void cli_take_flag(struct cli_arch *cli, enum param p)
{
    struct argp_option *o = cli->options;
    while (o->key != KEY_PARAM + (int)p)
        o++;
    o->name = cli_alias(p);
    memmove(o + 1, o + 2, (size_t)(cli->options + CLI_OPTIONS - (o + 2)) * sizeof *o);
}

bool cli_own_flag(struct cli_arch *cli, enum param p, const char *text)
{
    int value;
    bool number;
    if (!param_parse(p, text, &value, &number))
        return false;
    add_value(cli, false, p, param_table[p].flag, text);
    return true;
}

void cli_arch_init(struct cli_arch *cli)
{
    *cli = (struct cli_arch){.max_errors = -1};
    struct argp_option *o = cli->options;
    *o++ = (struct argp_option){.doc = "Architecture: ARCH.xml (- is standard input), then --set, then these flags; "
                                       "later values win:",
                                .group = 20};
    for (int p = 0; p < PARAM_COUNT; p++) {
        cli->docs[p] = option_doc((enum param)p);
        *o++ = (struct argp_option){.name = param_table[p].flag,
                                    .key = KEY_PARAM + p,
                                    .arg = param_table[p].names ? "WORD" : "N",
                                    .doc = cli->docs[p],
                                    .group = 20};
        if (cli_alias((enum param)p))
            *o++ = (struct argp_option){.name = cli_alias((enum param)p),
                                        .key = KEY_PARAM + p,
                                        .arg = "WORD",
                                        .flags = OPTION_ALIAS,
                                        .group = 20};
    }
    *o++ = (struct argp_option){.name = "name",
                                .key = KEY_NAME,
                                .arg = "NAME",
                                .group = 20,
                                .doc = "name of the core (default: made from the parameters)"};
    *o++ = (struct argp_option){.name = "set",
                                .key = KEY_SET,
                                .arg = "PATH=VALUE",
                                .group = 20,
                                .doc = "set a parameter by its place in the XML, such as table/@luts=16"};
    *o++ = (struct argp_option){.doc = "Messages:", .group = 30};
    *o++ = (struct argp_option){.name = "explain",
                                .key = KEY_EXPLAIN,
                                .arg = "CODE",
                                .group = 30,
                                .doc = "explain the code of a message, such as E012, and exit"};
    *o++ = (struct argp_option){.name = "max-errors",
                                .key = KEY_MAX_ERRORS,
                                .arg = "N",
                                .group = 30,
                                .doc = "print at most N errors (0: all; default 20)"};
    cli->argp = (struct argp){.options = cli->options, .parser = parse_option};
}

void cli_arch_release(struct cli_arch *cli)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        free(cli->docs[p]);
    for (int i = 0; i < cli->count; i++)
        free(cli->values[i].label);
    free(cli->values);
    arch_src_release(&cli->where);
    *cli = (struct cli_arch){.max_errors = -1};
}

/* ---- from the command line to an architecture ---- */

static void unknown_path(const char *path, struct loc loc, struct diag *d)
{
    struct buf names[PARAM_COUNT];
    const char *words[PARAM_COUNT + 2];
    for (int p = 0; p < PARAM_COUNT; p++) {
        buf_init(&names[p]);
        buf_printf(&names[p], "%s/@%s", param_table[p].element, param_table[p].attribute);
        words[p] = names[p].data;
    }
    words[PARAM_COUNT] = "@name";
    words[PARAM_COUNT + 1] = NULL;
    diag_error(d, DIAG_SET_PATH, loc, "'%s' is no parameter", diag_quote(path).s);
    const char *near = diag_nearest(path, words);
    const char *attribute = path + strcspn(path, "/@");
    attribute += strspn(attribute, "/@");
    attribute = *attribute ? attribute : path;
    for (int p = 0; p < PARAM_COUNT && !near; p++) /* wrong element, or none; or the flag's name */
        if (strcmp(param_table[p].attribute, attribute) == 0 || strcmp(param_table[p].flag, attribute) == 0)
            near = words[p];
    if (near)
        diag_help(d, "did you mean '%s'?", near);
    else
        diag_help(d, "a path is ELEMENT/@ATTRIBUTE, such as table/@luts; --help lists the parameters");
    for (int p = 0; p < PARAM_COUNT; p++)
        buf_release(&names[p]);
}

static void apply_set(struct cli_arch *cli, const struct cli_value *v, struct loc loc, struct arch *a, struct diag *d)
{
    char *path = buf_strdup(v->text);
    char *equals = strchr(path, '=');
    *equals = '\0';
    const char *text = equals + 1;
    char *at = strstr(path, "/@");
    enum param p = PARAM_COUNT;
    if (at) {
        *at = '\0';
        p = param_find(path, at + 2);
        *at = '/';
    }
    if (p != PARAM_COUNT)
        arch_put(a, &cli->where, p, text, loc, d);
    else if (strcmp(path, "@name") == 0)
        arch_put_name(a, text, loc, d);
    else
        unknown_path(path, loc, d);
    free(path);
}

static void apply_values(struct cli_arch *cli, bool sets, struct arch *a, struct diag *d)
{
    for (int i = 0; i < cli->count; i++) {
        const struct cli_value *v = &cli->values[i];
        struct loc loc = loc_arg(v->label, i);
        if (v->is_set != sets)
            continue;
        if (v->is_set)
            apply_set(cli, v, loc, a, d);
        else if (v->param == PARAM_COUNT)
            arch_put_name(a, v->text, loc, d);
        else
            arch_put(a, &cli->where, v->param, v->text, loc, d);
    }
}

bool cli_arch_load(struct cli_arch *cli, struct diag *d, struct arch *out)
{
    int before = diag_count(d);
    if (cli->max_errors >= 0)
        diag_set_max_errors(d, cli->max_errors);
    arch_src_release(&cli->where);
    arch_init(out);
    if (cli->file) {
        cli->where.xml = src_read(cli->file, ARCH_XML_LIMIT, d);
        if (cli->where.xml)
            arch_read_xml(out, &cli->where, cli->where.xml, d);
    }
    apply_values(cli, true, out, d);
    apply_values(cli, false, out, d);
    /* Rules about values that could not be read would only confuse. */
    if (diag_count(d) == before && arch_check(out, &cli->where, d)) {
        arch_resolve(out);
        return true;
    }
    diag_print(d, stderr);
    return false;
}

/* ---- a better answer to a bad command line than getopt's ---- */

struct options {
    const struct argp_option **list;
    size_t count;
};

static void collect(struct options *all, const struct argp *argp)
{
    for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc || o->group); o++) {
        all->list = buf_realloc(all->list, all->count + 1, sizeof(struct argp_option *));
        all->list[all->count++] = o;
    }
    for (const struct argp_child *c = argp->children; c && c->argp; c++)
        collect(all, c->argp);
}

static _Noreturn void bad_option(const struct options *all, char *name)
{
    const char **words = buf_realloc(NULL, all->count + 1, sizeof *words);
    size_t n = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i]->name)
            words[n++] = all->list[i]->name;
    words[n] = NULL;
    const char *near = diag_nearest(name, words);
    fprintf(stderr, "%s: unknown option '--%s'", program_invocation_short_name, diag_quote(name).s);
    if (near)
        fprintf(stderr, "; did you mean '--%s'?", near);
    fprintf(stderr, "\nTry '%s --help' for the options.\n", program_invocation_short_name);
    free(words);
    free(name);
    free(all->list);
    exit(argp_err_exit_status);
}

static _Noreturn void missing_value(const struct options *all, const struct argp_option *o)
{
    struct buf legal = BUF_INIT;
    if (o->key >= KEY_PARAM && o->key < KEY_PARAM + PARAM_COUNT)
        param_legal(&legal, (enum param)(o->key - KEY_PARAM));
    fprintf(stderr, "%s: option '--%s' needs a value: %s\nTry '%s --help' for the options.\n",
            program_invocation_short_name, o->name, legal.len ? legal.data : o->arg, program_invocation_short_name);
    buf_release(&legal);
    free(all->list);
    exit(argp_err_exit_status);
}

/* Looks at one "--name" or "--name=value"; returns whether the next argument is its value. */
static bool check_long(const struct options *all, const char *arg, bool is_last)
{
    static const char *const own[] = {"help", "usage", "version", "program-name", "HANG", NULL}; /* argp's */
    char *name = buf_strdup(arg + 2);
    char *equals = strchr(name, '=');
    if (equals)
        *equals = '\0';
    size_t len = strlen(name);
    const struct argp_option *exact = NULL;
    bool abbreviation = false; /* getopt takes what is unambiguous */
    for (size_t i = 0; i < all->count; i++) {
        const struct argp_option *o = all->list[i];
        if (o->name && strcmp(o->name, name) == 0)
            exact = o;
        abbreviation = abbreviation || (o->name && strncmp(o->name, name, len) == 0);
    }
    for (int i = 0; own[i]; i++)
        abbreviation = abbreviation || strncmp(own[i], name, len) == 0;
    if (!exact && !abbreviation)
        bad_option(all, name);
    bool takes_next = exact && exact->arg && !(exact->flags & OPTION_ARG_OPTIONAL) && !equals;
    free(name);
    if (takes_next && is_last)
        missing_value(all, exact);
    return takes_next;
}

/* A group of short options: whether the next argument is the value of the last one. */
static bool check_short(const struct options *all, const char *arg)
{
    for (const char *c = arg + 1; *c; c++)
        for (size_t i = 0; i < all->count; i++) {
            const struct argp_option *o = all->list[i];
            if (o->key == *c && o->arg)
                return c[1] == '\0' && !(o->flags & OPTION_ARG_OPTIONAL);
        }
    return false;
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    argp_err_exit_status = 2;
    argp_program_version = "tlut " TLUT_VERSION;
    if (argc == 2 && strcmp(argv[1], CLI_DUMP_OPTION) == 0) {
        const char *slash = strrchr(argv[0], '/');
        cli_dump(argp, slash ? slash + 1 : argv[0], KEY_PARAM, stdout);
        exit(fflush(stdout) == 0 ? 0 : 3);
    }
    struct options all = {NULL, 0};
    collect(&all, argp);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--", 2) == 0)
            i += check_long(&all, argv[i], i + 1 == argc);
        else if (argv[i][0] == '-' && argv[i][1])
            i += check_short(&all, argv[i]);
    }
    free(all.list);
    error_t err = argp_parse(argp, argc, argv, 0, NULL, input);
    if (err) {
        fprintf(stderr, "%s: %s\n", program_invocation_short_name, strerror(err));
        exit(argp_err_exit_status);
    }
}

void cli_arch_parse(struct cli_arch *cli, const struct cli_program *p, int argc, char **argv, void *input)
{
    const struct argp_child children[] = {{&cli->argp, 0, NULL, 0}, {0}};
    const struct argp argp = {p->options, p->parse, p->args, p->doc, children, NULL, NULL};
    cli_parse(&argp, argc, argv, input);
}

int cli_arch_main(struct cli_arch *cli, const struct cli_program *p, int argc, char **argv, void *input,
                  bool (*run)(void *input, struct diag *d))
{
    setlocale(LC_ALL, "C"); /* same bytes everywhere */
    cli_arch_parse(cli, p, argc, argv, input);
    struct diag *d = diag_new();
    bool ok = run(input, d);
    int status = diag_finish(d);
    cli_arch_release(cli);
    return status ? status : !ok;
}

void cli_check_command(int argc, char *const *argv, const char *const *commands)
{
    const char *word = argc > 1 ? argv[1] : "-";
    const char *near = strpbrk(word, "./") || word[0] == '-' ? NULL : diag_nearest(word, commands);
    if (!near || strcmp(near, word) == 0 || access(word, F_OK) == 0)
        return;
    fprintf(stderr, "%s: there is no command or file '%s'; did you mean '%s %s'?\nTry '%s --help' for the options.\n",
            program_invocation_short_name, diag_quote(word).s, program_invocation_short_name, near,
            program_invocation_short_name);
    exit(argp_err_exit_status);
}
