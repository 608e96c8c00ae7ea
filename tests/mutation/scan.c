/* SPDX-License-Identifier: Apache-2.0 */
#include "scan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool token_is(const struct source *s, int i, const char *text)
{
    return i >= 0 && i < s->count && s->token[i].length == strlen(text) &&
           memcmp(s->text + s->token[i].at, text, s->token[i].length) == 0;
}

void source_place(const struct source *s, size_t at, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        *column = s->text[i] == '\n' ? 1 : *column + 1;
        *line += s->text[i] == '\n';
    }
}

static bool name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Length of a template's @HOLE@ at p, or 0. */
static size_t hole(const char *p)
{
    size_t n = 1;
    if (*p != '@')
        return 0;
    while (isupper((unsigned char)p[n]) || isdigit((unsigned char)p[n]) || p[n] == '_')
        n++;
    return n > 1 && p[n] == '@' ? n + 1 : 0;
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    for (size_t h = 0; name_char(p[n]) || (h = hole(p + n)) > 0; h = 0)
        n += h ? h : 1;
    return n;
}

/* Lines that hold no code to change. */
static bool skipped_line(const struct source *s, const char *p)
{
    static const char *const c[] = {"#", NULL};
    static const char *const v[] = {"`", "(*", NULL};
    size_t length = strcspn(p, "\n");
    while (*p == ' ' && length)
        p++, length--;
    for (const char *const *t = s->verilog ? v : c; *t; t++)
        if (strncmp(p, *t, strlen(*t)) == 0)
            return true;
    if (s->verilog && strncmp(p, "wire ", 5) == 0 && strncmp(p + 5 + strspn(p + 5, " "), "unused", 6) == 0)
        return true;
    for (size_t i = 0; i + 6 < length && !s->verilog; i++)
        if (strncmp(p + i, "BUG(", 4) == 0 || strncmp(p + i, "assert(", 7) == 0)
            return true;
    return false;
}

/* What is no code at p: its length, or 0. */
static size_t skip(const struct source *s, const char *p, bool line_start)
{
    if (isspace((unsigned char)*p))
        return 1;
    if (strncmp(p, "//", 2) == 0)
        return strcspn(p, "\n");
    if (strncmp(p, "/*", 2) == 0) {
        const char *end = strstr(p + 2, "*/");
        return end ? (size_t)(end + 2 - p) : strlen(p);
    }
    if (line_start && skipped_line(s, p)) {
        size_t n = strcspn(p, "\n");
        /* a statement or macro that goes on */
        while (p[n] && n > 0 && (s->verilog ? p[n - 1] == ',' : p[n - 1] == '\\'))
            n += 1 + strcspn(p + n + 1, "\n");
        return n;
    }
    if (*p == '"' || (*p == '\'' && !s->verilog)) {
        size_t n = 1;
        while (p[n] && p[n] != *p)
            n += p[n] == '\\' && p[n + 1] ? 2 : 1;
        return n + 1;
    }
    return 0;
}

static size_t mark_length(const struct source *s, const char *p)
{
    static const char *const c[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL};
    static const char *const v[] = {
        "===", "!==", "<<<", ">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+:", "-:", "~&", "~|", "~^", NULL};
    for (const char *const *t = s->verilog ? v : c; *t; t++)
        if (strncmp(p, *t, strlen(*t)) == 0)
            return strlen(*t);
    return 1;
}

static void add(struct source *s, enum token_kind kind, size_t at, size_t length)
{
    s->token = realloc(s->token, (size_t)(s->count + 1) * sizeof *s->token);
    if (!s->token)
        abort();
    s->token[s->count++] = (struct token){.kind = kind, .at = at, .length = length, .match = -1};
}

static void scan(struct source *s)
{
    bool line_start = true;
    for (size_t i = 0; i < s->size;) {
        const char *p = s->text + i;
        size_t n = skip(s, p, line_start);
        line_start = n && *p == '\n' ? true : line_start && n && *p == ' ';
        if (n) {
            i += n;
            continue;
        }
        enum token_kind kind = TOKEN_MARK;
        if (isdigit((unsigned char)*p)) {
            kind = TOKEN_NUMBER;
            while (name_char(p[n]) || p[n] == '\'')
                n++;
        } else if ((n = name_length(p)) > 0) {
            kind = TOKEN_NAME;
            if (s->verilog && p[n] == '\'') { /* a hole as a width: @W@'d0 */
                kind = TOKEN_NUMBER;
                n++;
                while (name_char(p[n]))
                    n++;
            }
        } else {
            n = mark_length(s, p);
        }
        add(s, kind, i, n);
        i += n;
    }
}

static void match_brackets(struct source *s)
{
    int *open = calloc((size_t)s->count + 1, sizeof *open), depth = 0, brackets = 0, parens = 0;
    if (!open)
        abort();
    for (int i = 0; i < s->count; i++) {
        char c = s->token[i].kind == TOKEN_MARK && s->token[i].length == 1 ? s->text[s->token[i].at] : 0;
        if (c == ')' || c == ']' || c == '}') {
            brackets -= c == ']';
            parens -= c == ')';
            if (depth > 0) {
                s->token[i].match = open[--depth];
                s->token[open[depth]].match = i;
            }
        }
        s->token[i].brackets = brackets;
        s->token[i].parens = parens;
        if (c == '(' || c == '[' || c == '{') {
            open[depth++] = i;
            brackets += c == '[';
            parens += c == '(';
        }
    }
    free(open);
}

/* The statement or block that begins at token i ends before this one. */
static int block_end(const struct source *s, int i)
{
    bool block = token_is(s, i, "begin");
    for (int depth = 0; i < s->count; i++) {
        depth += token_is(s, i, "begin") - token_is(s, i, "end");
        if (block ? depth == 0 : token_is(s, i, ";"))
            return i + 1;
    }
    return s->count;
}

static void mark_resets(struct source *s)
{
    bool in_reset = false;
    for (int i = 0, depth = 0; i < s->count; i++) {
        if (s->verilog) {
            if (token_is(s, i, "if") && token_is(s, i + 2, "!") && token_is(s, i + 3, "rst_ni"))
                for (int j = i + 5; j < block_end(s, i + 5); j++)
                    s->token[j].reset = true;
            continue;
        }
        if (depth == 0 && s->token[i].kind == TOKEN_NAME && token_is(s, i + 1, "("))
            in_reset = memmem(s->text + s->token[i].at, s->token[i].length, "reset", strlen("reset")) != NULL;
        depth += token_is(s, i, "{") - token_is(s, i, "}");
        s->token[i].reset = in_reset && depth > 0;
    }
}

static bool declares(const struct source *s, int i)
{
    static const char *const types[] = {"static",   "const",    "struct",    "int",    "unsigned", "bool",
                                        "char",     "enum",     "size_t",    "double", "int8_t",   "int64_t",
                                        "uint32_t", "uint64_t", "fp_int128", NULL};
    while (i > 0 && !token_is(s, i - 1, ";") && !token_is(s, i - 1, "{") && !token_is(s, i - 1, "}"))
        i--;
    for (const char *const *t = types; *t; t++)
        if (token_is(s, i, *t))
            return true;
    return false;
}

static void mark_labels(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        if (s->token[i].kind != TOKEN_NUMBER)
            continue;
        bool size = !s->verilog && token_is(s, i - 1, "[") && token_is(s, i + 1, "]") && declares(s, i);
        /* A default that every user of the module overrides. */
        bool otherwise =
            s->verilog && token_is(s, i - 1, "=") && token_is(s, i - 3, "integer") && token_is(s, i - 4, "parameter");
        s->token[i].label = size || otherwise || token_is(s, i - 1, "case");
    }
}

bool source_read(struct source *s, const char *path)
{
    size_t length = strlen(path), got = 0, room = 1 << 16;
    *s = (struct source){.path = path, .verilog = !(length > 2 && strcmp(path + length - 2, ".c") == 0)};
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        return false;
    }
    s->text = malloc(room);
    while (s->text && (got = fread(s->text + s->size, 1, room - 1 - s->size, f)) > 0) {
        s->size += got;
        if (s->size == room - 1)
            s->text = realloc(s->text, room *= 2);
    }
    fclose(f);
    if (!s->text)
        abort();
    s->text[s->size] = 0;
    scan(s);
    match_brackets(s);
    mark_resets(s);
    mark_labels(s);
    return true;
}

void source_free(struct source *s)
{
    free(s->text);
    free(s->token);
}
