/* SPDX-License-Identifier: Apache-2.0 */
#include "liberty_lex.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBER 64 /* characters */

enum token_kind { WORD, STRING, PUNCTUATION, END, BAD };

struct token {
    enum token_kind kind;
    char c; /* of punctuation */
    struct liberty_word word;
    bool fresh; /* the first one of its line */
};

void liberty_lex_init(struct liberty_lexer *x, const struct src *src, struct diag *d)
{
    *x = (struct liberty_lexer){.src = src, .text = src_text(src), .size = src_size(src), .d = d};
}

struct loc liberty_loc(const struct liberty_lexer *x, struct liberty_word w)
{
    return loc_at(x->src, w.off, w.len);
}

static struct token bad(struct liberty_lexer *x, size_t off, size_t len, const char *help, const char *message)
{
    diag_error(x->d, DIAG_LIB_FORM, loc_at(x->src, off, len), "%s", message);
    diag_help(x->d, "%s", help);
    return (struct token){.kind = BAD};
}

/* Blanks, comments, and backslashes at line ends. False: a comment has no end. */
static bool skip_blanks(struct liberty_lexer *x, bool *fresh)
{
    const char *t = x->text;
    *fresh = x->pos == 0;
    while (x->pos < x->size) {
        char c = t[x->pos], next = x->pos + 1 < x->size ? t[x->pos + 1] : '\0';
        if (c == '\n') {
            *fresh = true;
            x->pos++;
        } else if (c == '\\' && (next == '\n' || next == '\r')) {
            x->pos += next == '\r' && x->pos + 2 < x->size && t[x->pos + 2] == '\n' ? 3 : 2;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            x->pos++;
        } else if (c == '/' && next == '/') {
            while (x->pos < x->size && t[x->pos] != '\n')
                x->pos++;
        } else if (c == '/' && next == '*') {
            const char *end = memmem(t + x->pos + 2, x->size - x->pos - 2, "*/", 2);
            if (!end) {
                bad(x, x->pos, 2, "is the file truncated? end the comment with */",
                    "the comment that starts here has no end");
                return false;
            }
            x->pos = (size_t)(end - t) + 2;
        } else {
            break;
        }
    }
    return true;
}

static struct token quoted(struct liberty_lexer *x)
{
    size_t start = x->pos + 1, i = start;
    while (i < x->size && x->text[i] != '"')
        i += x->text[i] == '\\' && i + 1 < x->size ? 2 : 1;
    if (i >= x->size)
        return bad(x, x->pos, 1, "is the file truncated? end the string with a quote",
                   "the string that starts here has no end");
    x->pos = i + 1;
    return (struct token){.kind = STRING, .word = {start, i - start}};
}

/* A word ends at blanks, punctuation and comments; inside of [3:0] a colon belongs to it. */
static struct token word(struct liberty_lexer *x)
{
    size_t start = x->pos, i = start;
    int brackets = 0;
    for (; i < x->size; i++) {
        char c = x->text[i], next = i + 1 < x->size ? x->text[i + 1] : '\0';
        if ((unsigned char)c <= ' ' || c == 0x7f || strchr("(){};,\"", c) || (c == ':' && brackets == 0))
            break;
        if ((c == '/' && (next == '/' || next == '*')) || (c == '\\' && (next == '\n' || next == '\r')))
            break;
        brackets += (c == '[') - (c == ']' && brackets > 0);
    }
    if (i == start)
        return bad(x, start, 1, "a Liberty file is text; is it compressed in another way than by gzip, or damaged?",
                   "a character that a Liberty file cannot have here");
    x->pos = i;
    return (struct token){.kind = WORD, .word = {start, i - start}};
}

static struct token next_token(struct liberty_lexer *x)
{
    bool fresh;
    struct token t;
    if (!skip_blanks(x, &fresh))
        return (struct token){.kind = BAD};
    if (x->pos >= x->size)
        return (struct token){.kind = END, .word = {x->size, 0}, .fresh = true};
    char c = x->text[x->pos];
    if (c == '"') {
        t = quoted(x);
    } else if (c && strchr("(){}:;,", c)) {
        t = (struct token){.kind = PUNCTUATION, .c = c, .word = {x->pos, 1}};
        x->pos++;
    } else {
        t = word(x);
    }
    t.fresh = fresh;
    return t;
}

static struct token peek(struct liberty_lexer *x)
{
    size_t here = x->pos;
    struct token t = next_token(x);
    if (t.kind != BAD)
        x->pos = here;
    return t;
}

static bool is(struct token t, char c)
{
    return t.kind == PUNCTUATION && t.c == c;
}

/* The text ends too early: points to the innermost group that is open, or to the statement. */
static void truncated(struct liberty_lexer *x, struct liberty_word statement)
{
    struct liberty_word w = x->depth ? x->open[x->depth - 1] : statement;
    size_t line, column;
    src_position(x->src, x->size, &line, &column);
    if (x->depth)
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, w), "the group that starts here is not closed");
    else
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, w), "the statement that starts here has no end");
    diag_note(x->d, "the file ends at line %zu with %d group%s open", line, x->depth, x->depth == 1 ? "" : "s");
    diag_help(x->d, "the file is truncated, or a brace is missing; get it again, or close the group with }");
}

/* Behind `name (`: the arguments up to the closing parenthesis. */
static bool arguments(struct liberty_lexer *x, struct liberty_statement *s)
{
    for (;;) {
        struct token t = next_token(x);
        if (t.kind == BAD)
            return false;
        if (is(t, ')'))
            return true;
        if (t.kind == END) {
            truncated(x, s->name);
            return false;
        }
        if (t.kind == PUNCTUATION && t.c != ',' && t.c != ':') {
            bad(x, s->name.off, s->name.len, "close the arguments with )", "the arguments have no closing parenthesis");
            return false;
        }
        if (t.kind == PUNCTUATION)
            continue;
        if (s->args < LIBERTY_ARGS)
            s->arg[s->args] = t.word;
        s->args++;
    }
}

/* Behind `name :`: the value, up to a semicolon, the end of the line, or a brace. */
static bool value(struct liberty_lexer *x, struct liberty_statement *s)
{
    for (;;) {
        struct token t = peek(x);
        if (t.kind == BAD)
            return false;
        if (s->args && (t.fresh || is(t, '}')))
            return true;
        if (t.kind == END) {
            truncated(x, s->name);
            return false;
        }
        next_token(x);
        if (is(t, ';') && s->args)
            return true;
        if (t.kind == PUNCTUATION && t.c != '(' && t.c != ')' && t.c != ',' && t.c != ':') {
            bad(x, s->name.off, s->name.len, "write: name : value ;", "the attribute has no value");
            return false;
        }
        if (!s->args++)
            s->arg[0] = t.word;
        else
            s->arg[0].len = t.word.off + t.word.len - s->arg[0].off;
    }
}

static bool open_group(struct liberty_lexer *x, struct liberty_statement *s)
{
    s->kind = LIBERTY_OPEN;
    next_token(x);
    if (x->depth == LIBERTY_DEPTH) {
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, s->name), "more than %d groups in one another", LIBERTY_DEPTH);
        diag_help(x->d, "close the groups with }");
        return false;
    }
    x->open[x->depth++] = s->name;
    return true;
}

/* A statement that starts with a name. */
static bool named(struct liberty_lexer *x, struct liberty_statement *s)
{
    struct token t = next_token(x);
    if (t.kind == BAD)
        return false;
    if (is(t, ':')) {
        s->kind = LIBERTY_ATTRIBUTE;
        return value(x, s);
    }
    if (t.kind == END) {
        truncated(x, s->name);
        return false;
    }
    if (!is(t, '(')) {
        bad(x, s->name.off, s->name.len,
            "a Liberty file has statements `name : value ;`, `name (...) ;` and `name (...) { ... }`",
            "neither an attribute nor a group");
        return false;
    }
    s->kind = LIBERTY_COMPLEX;
    if (!arguments(x, s))
        return false;
    t = peek(x);
    if (t.kind == BAD)
        return false;
    if (is(t, '{'))
        return open_group(x, s);
    if (is(t, ';'))
        next_token(x);
    return true;
}

void liberty_next(struct liberty_lexer *x, struct liberty_statement *s)
{
    struct token t;
    do
        t = next_token(x);
    while (is(t, ';'));
    *s = (struct liberty_statement){.kind = LIBERTY_BAD, .name = t.word};
    if (t.kind == END) {
        if (x->depth)
            truncated(x, t.word);
        else
            s->kind = LIBERTY_END;
    } else if (is(t, '}') && x->depth) {
        x->depth--;
        s->kind = LIBERTY_CLOSE;
    } else if (is(t, '}')) {
        bad(x, t.word.off, 1, "delete the brace, or look for a group that is closed too early",
            "no group is open here");
    } else if (t.kind == PUNCTUATION) {
        bad(x, t.word.off, 1, "look for a string or an argument list that ends too early",
            "expected the name of an attribute or of a group");
    } else if (t.kind != BAD && !named(x, s)) {
        s->kind = LIBERTY_BAD;
    }
    s->end = x->pos;
}

bool liberty_is(const struct liberty_lexer *x, struct liberty_word w, const char *text)
{
    return strlen(text) == w.len && memcmp(x->text + w.off, text, w.len) == 0;
}

char *liberty_copy(const struct liberty_lexer *x, struct liberty_word w)
{
    struct buf out = BUF_INIT;
    const char *t = x->text + w.off;
    size_t from = 0, to = w.len;
    while (from < to && strchr(" \t\r\n\\", t[from]))
        from++;
    while (to > from && strchr(" \t\r\n\\", t[to - 1]))
        to--;
    for (size_t i = from; i < to; i++)
        if (t[i] == '\n' || t[i] == '\r')
            buf_addch(&out, ' ');
        else if (t[i] != '\\' || (t[i + 1] != '\n' && t[i + 1] != '\r'))
            buf_addch(&out, t[i]);
    return buf_detach(&out);
}

bool liberty_number(const struct liberty_lexer *x, const struct liberty_statement *s, double *value_out)
{
    char *text = liberty_copy(x, s->arg[0]), *end = text;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    *value_out = c ? strtod_l(text, &end, c) : 0;
    if (c)
        freelocale(c);
    bool ok = end != text && *end == '\0' && strlen(text) <= MAX_NUMBER && isfinite(*value_out);
    if (!ok) {
        char *name = liberty_copy(x, s->name);
        diag_error(x->d, DIAG_LIB_FORM, liberty_loc(x, s->arg[0]), "'%s' is not a number", diag_quote(text).s);
        diag_help(x->d, "%s takes a number such as 1.25", name);
        free(name);
    }
    free(text);
    return ok;
}
