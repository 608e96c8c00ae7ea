/* SPDX-License-Identifier: Apache-2.0 */
#include "edits.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const edit_kind_name[EDIT_KINDS] = {"operator", "constant",  "sign",  "width",
                                                "index",    "condition", "reset", "statement"};

struct finder {
    const struct source *s;
    struct edit_list *list;
};

/* Replaces tokens first..last. What stands in a reset is about the reset, what stands in an index about the index. */
__attribute__((format(printf, 5, 6))) static void add(struct finder *f, enum edit_kind kind, int first, int last,
                                                      const char *format, ...)
{
    const struct token *a = &f->s->token[first], *b = &f->s->token[last];
    struct edit e = {.kind = kind, .at = a->at, .length = b->at + b->length - a->at};
    va_list args;
    if (a->reset && (kind == EDIT_STATEMENT || kind == EDIT_CONSTANT))
        e.kind = EDIT_RESET;
    else if (a->brackets > 0 && kind != EDIT_WIDTH)
        e.kind = EDIT_INDEX;
    va_start(args, format);
    if (vasprintf(&e.text, format, args) < 0)
        abort();
    va_end(args);
    f->list->edit = realloc(f->list->edit, (size_t)(f->list->count + 1) * sizeof e);
    if (!f->list->edit)
        abort();
    f->list->edit[f->list->count++] = e;
}

/* The text of tokens first..last. */
static char *text_of(const struct source *s, int first, int last)
{
    const struct token *a = &s->token[first], *b = &s->token[last];
    char *text = strndup(s->text + a->at, b->at + b->length - a->at);
    if (!text)
        abort();
    return text;
}

/* Token i ends a value, so that an operator behind it has two sides. */
static bool ends_value(const struct source *s, int i)
{
    static const char *const words[] = {"return", "case", "else", "begin", "assign", NULL};
    if (i < 0)
        return false;
    for (const char *const *w = words; *w; w++)
        if (token_is(s, i, *w))
            return false;
    return s->token[i].kind != TOKEN_MARK || token_is(s, i, ")") || token_is(s, i, "]") || token_is(s, i, "}");
}

/* In C a star or an ampersand with a space on both sides has two. */
static bool binary(const struct source *s, int i)
{
    const struct token *t = &s->token[i];
    bool spaced = s->text[t->at - 1] == ' ' && isspace((unsigned char)s->text[t->at + t->length]);
    return ends_value(s, i - 1) && (s->verilog || spaced);
}

static void swap_operator(struct finder *f, int i)
{
    static const struct {
        const char *from, *to;
        enum edit_kind kind;
    } table[] = {
        {"+", "-", EDIT_SIGN},       {"-", "+", EDIT_SIGN},        {"*", "+", EDIT_OPERATOR},
        {"/", "*", EDIT_OPERATOR},   {"%", "/", EDIT_OPERATOR},    {"&", "|", EDIT_OPERATOR},
        {"|", "&", EDIT_OPERATOR},   {"^", "|", EDIT_OPERATOR},    {"&&", "||", EDIT_OPERATOR},
        {"||", "&&", EDIT_OPERATOR}, {"==", "!=", EDIT_CONDITION}, {"!=", "==", EDIT_CONDITION},
        {"<", "<=", EDIT_OPERATOR},  {">", ">=", EDIT_OPERATOR},   {"<=", "<", EDIT_OPERATOR},
        {">=", ">", EDIT_OPERATOR},  {"<<", ">>", EDIT_OPERATOR},  {">>", "<<", EDIT_OPERATOR},
        {"+:", "-:", EDIT_INDEX},    {"+=", "-=", EDIT_SIGN},      {"-=", "+=", EDIT_SIGN},
        {"|=", "&=", EDIT_OPERATOR}, {"++", "--", EDIT_SIGN},      {"--", "++", EDIT_SIGN},
    };
    const struct source *s = f->s;
    bool range = token_is(s, i, "-") && token_is(s, i + 1, "1") && token_is(s, i + 2, ":");
    bool assigns = s->verilog && token_is(s, i, "<=") && s->token[i].parens == 0;
    if (range || assigns)
        return;
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        if (!token_is(s, i, table[k].from))
            continue;
        bool steps = token_is(s, i, "++") || token_is(s, i, "--") || token_is(s, i, "+:") || table[k].from[1] == '=';
        if (steps || binary(s, i))
            add(f, table[k].kind, i, i, "%s", table[k].to);
        else if (s->verilog && (token_is(s, i, "&") || token_is(s, i, "|"))) /* reductions */
            add(f, EDIT_OPERATOR, i, i, "%s", table[k].to);
        else if (token_is(s, i, "-"))
            add(f, EDIT_SIGN, i, i, "%s", "");
    }
    if (token_is(s, i, "~") || (token_is(s, i, "!") && !token_is(s, i + 1, "rst_ni")))
        add(f, EDIT_CONDITION, i, i, "%s", "");
    if (token_is(s, i, "?"))
        add(f, EDIT_CONDITION, i, i, "== 0 ?");
}

static void change_number(struct finder *f, int i)
{
    const struct source *s = f->s;
    char *text = text_of(s, i, i), *quote = strchr(text, '\''), *end;
    if (quote && (quote[1] == 'b' || quote[1] == 'd')) { /* the lowest digit of a literal */
        char *last = text + strlen(text) - 1;
        if (*last == '0' || *last == '1') {
            *last = *last == '0' ? '1' : '0';
            add(f, EDIT_CONSTANT, i, i, "%s", text);
        }
    } else if (!quote && strncmp(text, "0x", 2) != 0) {
        unsigned long long v = strtoull(text, &end, 10);
        bool range = token_is(s, i - 1, "-") && token_is(s, i + 1, ":");
        add(f, range ? EDIT_WIDTH : EDIT_CONSTANT, i, i, "%llu%s", v + 1, end);
        if (v > 0 && !range)
            add(f, EDIT_CONSTANT, i, i, "%llu%s", v - 1, end);
    }
    free(text);
}

/* (int64_t)x and the like. */
static void narrow_cast(struct finder *f, int i)
{
    static const char *const types[][2] = {
        {"int64_t", "int32_t"}, {"uint64_t", "uint32_t"}, {"uint32_t", "uint16_t"},  {"size_t", "uint16_t"},
        {"int", "signed char"}, {"fp_int128", "int64_t"}, {"fp_uint128", "uint64_t"}};
    if (f->s->verilog || !token_is(f->s, i - 1, "(") || !token_is(f->s, i + 1, ")"))
        return;
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (token_is(f->s, i, types[k][0]))
            add(f, EDIT_WIDTH, i, i, "%s", types[k][1]);
}

/* [expression] behind a name: its neighbour. Ranges, parts and sizes have their own edits. */
static void other_element(struct finder *f, int i)
{
    const struct source *s = f->s;
    int close = s->token[i].match;
    if (!token_is(s, i, "[") || !ends_value(s, i - 1) || close < i + 2 || s->token[i + 1].label)
        return;
    for (int j = i + 1; j < close; j++)
        if (token_is(s, j, ":") || token_is(s, j, "+:") || token_is(s, j, "-:"))
            return;
    char *inner = text_of(s, i + 1, close - 1);
    if (close > i + 2 || s->token[i + 1].kind != TOKEN_NUMBER)
        add(f, EDIT_INDEX, i, close, "[%s ^ 1]", inner);
    free(inner);
}

/* Verilog: +:WIDTH] one bit less, and {{n {x[top]}}, x} without the sign. */
static void narrow_part(struct finder *f, int i)
{
    const struct source *s = f->s;
    if (!s->verilog)
        return;
    if (token_is(s, i, "+:") && token_is(s, i + 2, "]") && s->token[i + 1].kind == TOKEN_NAME) {
        char *width = text_of(s, i + 1, i + 1);
        add(f, EDIT_WIDTH, i + 1, i + 1, "%s-1", width);
        free(width);
    }
    int close = s->token[i].match;
    bool sign = token_is(s, i, "{") && close > i + 3 && s->token[i + 1].kind == TOKEN_NAME && token_is(s, i + 2, "[") &&
                s->token[i + 2].match == close - 1 && token_is(s, close - 2, "1") && token_is(s, close - 3, "-");
    if (sign && ends_value(s, i - 1))
        add(f, EDIT_SIGN, i + 1, close - 1, "1'b0");
}

static void negate_condition(struct finder *f, int i)
{
    int open = i + 1, close;
    if (!token_is(f->s, i, "if") || !token_is(f->s, open, "("))
        return;
    close = f->s->token[open].match;
    if (token_is(f->s, open + 1, "!") && token_is(f->s, open + 2, "rst_ni")) {
        add(f, EDIT_RESET, open, close, "(1'b0)");
        return;
    }
    char *condition = text_of(f->s, open, close);
    add(f, EDIT_CONDITION, open, close, "(!%s)", condition);
    free(condition);
}

static bool starts_statement(const struct source *s, int i)
{
    static const char *const not_first[] = {
        "if",         "for",       "while",   "return",   "break",       "continue", "case",   "default", "switch",
        "do",         "goto",      "else",    "begin",    "end",         "assign",   "wire",   "reg",     "integer",
        "localparam", "always",    "genvar",  "generate", "module",      "input",    "output", "struct",  "static",
        "const",      "parameter", "initial", "function", "endgenerate", NULL};
    if (s->token[i].kind != TOKEN_NAME || s->token[i].parens > 0 || s->token[i].brackets > 0)
        return false;
    for (const char *const *w = not_first; *w; w++)
        if (token_is(s, i, *w))
            return false;
    int before = i - 1;
    if (!s->verilog && token_is(s, before, "*")) /* *p = ... */
        before--;
    if (token_is(s, before, ")")) {
        int head = s->token[before].match - 1;
        return token_is(s, head, "if") || token_is(s, head, "for") || token_is(s, head, "while") ||
               token_is(s, head, "@");
    }
    static const char *const ends[] = {";", "{", "}", "else", "begin", "end", NULL};
    for (const char *const *e = ends; *e; e++)
        if (token_is(s, before, *e))
            return s->verilog ? **e != '{' && **e != '}' : **e != 'b' && strcmp(*e, "end") != 0;
    return false;
}

/* An assignment or a call that a file can lose and still be read; not a declaration. */
static void drop_statement(struct finder *f, int i)
{
    const struct source *s = f->s;
    if (i + 2 >= s->count || !starts_statement(s, i))
        return;
    bool declaration = s->token[i + 1].kind == TOKEN_NAME ||
                       (token_is(s, i + 1, "*") && s->token[i + 2].kind == TOKEN_NAME && token_is(s, i + 3, "="));
    bool acts = !s->verilog && token_is(s, i + 1, "(");
    if (declaration)
        return;
    for (int j = i + 1; j < s->count; j++) {
        if (token_is(s, j, "(") || token_is(s, j, "[") || token_is(s, j, "{")) {
            if (s->token[j].match < 0)
                return;
            j = s->token[j].match;
        } else if (token_is(s, j, "}") || token_is(s, j, ")")) {
            return;
        } else if (token_is(s, j, ";")) {
            int first = !s->verilog && token_is(s, i - 1, "*") ? i - 1 : i;
            if (acts)
                add(f, EDIT_STATEMENT, first, j - 1, "%s", "");
            return;
        } else {
            const char *last = s->text + s->token[j].at + s->token[j].length - 1;
            bool compares = token_is(s, j, "==") || token_is(s, j, "!=") || token_is(s, j, ">=");
            acts = acts || (s->token[j].kind == TOKEN_MARK && *last == '=' && !compares) || token_is(s, j, "++") ||
                   token_is(s, j, "--");
        }
    }
}

void edits_find(const struct source *s, struct edit_list *list)
{
    struct finder f = {s, list};
    *list = (struct edit_list){0};
    for (int i = 0; i < s->count; i++) {
        drop_statement(&f, i);
        if (s->token[i].kind == TOKEN_NUMBER && !s->token[i].label)
            change_number(&f, i);
        else if (s->token[i].kind == TOKEN_MARK)
            swap_operator(&f, i);
        narrow_cast(&f, i);
        other_element(&f, i);
        narrow_part(&f, i);
        negate_condition(&f, i);
    }
}

void edits_free(struct edit_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->edit[i].text);
    free(list->edit);
}
