/* SPDX-License-Identifier: Apache-2.0 */
/* tpl_render.c -- renders a template in two steps: parse() resolves every name once into a list of nodes, run() copies
 * text. So a table of 300,000 rows costs no name look-up per row. */
#include "tpl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "tpl_data.h"

#define NAME_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
#define LOOP_CHARS "abcdefghijklmnopqrstuvwxyz0123456789_"

enum { MAX_DEPTH = 16, MAX_NAME = 64 };

enum node_kind { NODE_TEXT, NODE_FIELD, NODE_FOR, NODE_IF, NODE_ELSE, NODE_END };

struct node {
    enum node_kind kind;
    const char *at;       /* in the template, for messages */
    const char *text;     /* TEXT: what to copy; IF without column: the flag's value */
    size_t len;
    const struct tpl_list *list; /* FOR, FIELD, IF with column */
    int loop, column;     /* FIELD, IF: loop depth and column; column -1: a global flag */
    size_t jump;          /* FOR, IF, ELSE: node of the end (IF: of the else); END: of the for, or 0 */
};

/* A for or if that is not closed yet. */
struct open {
    size_t node;                 /* its latest node: FOR, IF or ELSE */
    const struct tpl_list *list; /* for: else NULL */
    char prefix[MAX_NAME];       /* for x: "X_" */
};

struct parser {
    const struct tpl *t;
    const char *file, *text;
    struct diag *diag;
    struct node *node;
    size_t nodes, room;
    struct open open[MAX_DEPTH];
    int depth;
};

static bool fail(const struct parser *p, const char *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Reports an error at a place in the template; always false. */
static bool fail(const struct parser *p, const char *at, const char *fmt, ...)
{
    int line = 1, col = 1;
    for (const char *c = p->text; c < at; c++) {
        col++;
        if (*c == '\n')
            line++, col = 1;
    }
    char message[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    struct buf place = BUF_INIT; /* not a loc_at(): the template's text may be gone when the diagnostic is printed */
    buf_printf(&place, "%s:%d:%d", p->file, line, col);
    diag_error(p->diag, DIAG_TEMPLATE, loc_file(place.data), "%s", message);
    buf_release(&place);
    return false;
}

static struct node *push(struct parser *p, enum node_kind kind, const char *at)
{
    if (p->nodes == p->room) {
        p->room = p->room ? p->room * 2 : 64;
        p->node = buf_realloc(p->node, p->room, sizeof *p->node);
    }
    struct node *n = &p->node[p->nodes++];
    *n = (struct node){.kind = kind, .at = at, .column = -1};
    return n;
}

static void push_text(struct parser *p, const char *s, size_t len)
{
    if (len == 0)
        return;
    struct node *n = push(p, NODE_TEXT, s);
    n->text = s;
    n->len = len;
}

static int find_column(const struct tpl_list *list, const char *field, size_t len)
{
    for (int c = 0; c < list->fields; c++)
        if (strlen(list->field[c]) == len && memcmp(list->field[c], field, len) == 0)
            return c;
    return -1;
}

/* Resolves NAME as a field of an enclosing loop, innermost first. Fills *n; returns false if no loop has that prefix or
 * the list has rows but no such field. A list without rows knows no fields, and takes any. */
static bool resolve_field(const struct parser *p, const char *name, size_t len, struct node *n)
{
    for (int i = p->depth; i-- > 0;) {
        const struct open *o = &p->open[i];
        size_t pre = strlen(o->prefix);
        if (!o->list || len <= pre || memcmp(name, o->prefix, pre) != 0)
            continue;
        int column = find_column(o->list, name + pre, len - pre);
        if (column < 0 && o->list->rows)
            continue;
        n->list = o->list;
        n->loop = i;
        n->column = column < 0 ? 0 : column;
        return true;
    }
    return false;
}

/* @NAME@ at `at`; `len` characters of name. */
static bool parse_name(struct parser *p, const char *at, size_t len)
{
    const char *name = at + 1;
    struct node *n = push(p, NODE_FIELD, at);
    if (resolve_field(p, name, len, n))
        return true;
    const struct tpl_entry *e = tpl_entry(p->t, TPL_VAR, name, len);
    if (!e)
        return fail(p, at, "unknown name '@%.*s@'", (int)len, name);
    n->kind = NODE_TEXT;
    n->text = e->value;
    n->len = strlen(e->value);
    return true;
}

static bool parse_line(struct parser *p, const char *line, const char *end)
{
    const char *from = line;
    for (const char *c = line; c < end; c++) {
        if (*c != '@')
            continue;
        if (c + 1 < end && c[1] == '@') { /* @@: print the first of the two */
            push_text(p, from, (size_t)(c + 1 - from));
            from = ++c + 1;
            continue;
        }
        if (c + 1 >= end || c[1] < 'A' || c[1] > 'Z')
            continue; /* a plain @ */
        size_t len = strspn(c + 1, NAME_CHARS);
        if (c[1 + len] != '@')
            return fail(p, c, "'@%.*s' has no closing @; write @@ for a plain @", (int)len, c + 1);
        push_text(p, from, (size_t)(c - from));
        if (!parse_name(p, c, len))
            return false;
        c += len + 1;
        from = c + 1;
    }
    push_text(p, from, (size_t)(end - from));
    return true;
}

/* The next word of a directive: *at is moved past it. */
static size_t word(const char **at, const char *end, const char **start)
{
    const char *c = *at;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    *start = c;
    while (c < end && *c != ' ' && *c != '\t' && *c != '\n' && *c != '\r')
        c++;
    *at = c;
    return (size_t)(c - *start);
}

static bool is(const char *w, size_t len, const char *s)
{
    return strlen(s) == len && memcmp(w, s, len) == 0;
}

static bool open_block(struct parser *p, const char *at, enum node_kind kind)
{
    if (p->depth == MAX_DEPTH)
        return fail(p, at, "more than %d nested directives", MAX_DEPTH);
    p->open[p->depth] = (struct open){.node = p->nodes};
    push(p, kind, at);
    return true;
}

static bool parse_for(struct parser *p, const char *at, const char *rest, const char *end)
{
    const char *var, *in, *name;
    size_t var_len = word(&rest, end, &var), in_len = word(&rest, end, &in), len = word(&rest, end, &name);
    if (var_len == 0 || var_len > MAX_NAME - 2 || strspn(var, LOOP_CHARS) != var_len || !is(in, in_len, "in") || len == 0)
        return fail(p, at, "'for' wants: for x in LIST");
    const struct tpl_list *list = tpl_find_list(p->t, name, len);
    if (!list)
        return fail(p, name, "unknown list '%.*s'", (int)len, name);
    if (!open_block(p, at, NODE_FOR))
        return false;
    struct open *o = &p->open[p->depth++];
    p->node[o->node].list = o->list = list;
    for (size_t i = 0; i < var_len; i++)
        o->prefix[i] = (char)(var[i] >= 'a' && var[i] <= 'z' ? var[i] - 'a' + 'A' : var[i]);
    o->prefix[var_len] = '_';
    return true;
}

static bool parse_if(struct parser *p, const char *at, const char *rest, const char *end)
{
    const char *name;
    size_t len = word(&rest, end, &name);
    if (len == 0)
        return fail(p, at, "'if' wants the name of a flag");
    struct node flag = {.column = -1};
    const struct tpl_entry *e = NULL;
    if (!resolve_field(p, name, len, &flag) && !(e = tpl_entry(p->t, TPL_FLAG, name, len)))
        return fail(p, name, "unknown flag '%.*s'", (int)len, name);
    if (!open_block(p, at, NODE_IF))
        return false;
    struct node *n = &p->node[p->nodes - 1];
    n->list = flag.list;
    n->loop = flag.loop;
    n->column = flag.column;
    n->text = e ? e->value : NULL;
    p->depth++;
    return true;
}

static bool parse_else_or_end(struct parser *p, const char *at, enum node_kind kind)
{
    struct open *o = p->depth ? &p->open[p->depth - 1] : NULL;
    const char *word_text = kind == NODE_ELSE ? "else" : "end";
    if (!o)
        return fail(p, at, "'%s' closes nothing", word_text);
    if (kind == NODE_ELSE && p->node[o->node].kind != NODE_IF)
        return fail(p, at, "'else' without 'if'");
    size_t self = p->nodes;
    struct node *n = push(p, kind, at);
    p->node[o->node].jump = self;
    if (kind == NODE_ELSE) {
        o->node = self;
        return true;
    }
    n->list = o->list; /* of a for: run() goes back to it */
    n->jump = o->list ? o->node : 0;
    p->depth--;
    return true;
}

/* The directive text behind //@ or #@ if the line is one, else NULL. */
static const char *directive(const char *line, const char *end)
{
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (end - line >= 3 && memcmp(line, "//@", 3) == 0)
        return line + 3;
    if (end - line >= 2 && memcmp(line, "#@", 2) == 0)
        return line + 2;
    return NULL;
}

static bool parse_directive(struct parser *p, const char *at, const char *end)
{
    const char *w, *rest = at;
    size_t len = word(&rest, end, &w);
    if (is(w, len, "note"))
        return true;
    if (is(w, len, "for"))
        return parse_for(p, w, rest, end);
    if (is(w, len, "if"))
        return parse_if(p, w, rest, end);
    if (is(w, len, "else"))
        return parse_else_or_end(p, w, NODE_ELSE);
    if (is(w, len, "end"))
        return parse_else_or_end(p, w, NODE_END);
    return fail(p, w, "unknown directive '%.*s'; known are for, if, else, end, note", (int)len, w);
}

static bool parse(struct parser *p)
{
    for (const char *line = p->text, *end; *line; line = end) {
        const char *newline = strchr(line, '\n');
        end = newline ? newline + 1 : line + strlen(line);
        const char *d = directive(line, end);
        if (d ? !parse_directive(p, d, end) : !parse_line(p, line, end))
            return false;
    }
    if (p->depth) {
        const struct node *n = &p->node[p->open[p->depth - 1].node];
        return fail(p, n->at, "'%.*s' has no 'end'", (int)strcspn(n->at, " \t\r\n"), n->at);
    }
    return true;
}

/* The value of a field in the current row; NULL after an error. */
static const char *field_value(const struct parser *p, const struct node *n, const size_t *row)
{
    const char *v = n->list->cell[row[n->loop]][n->column];
    if (!v)
        fail(p, n->at, "row %zu of list '%s' has no field '%s'", row[n->loop], n->list->name, n->list->field[n->column]);
    return v;
}

static bool run(const struct parser *p, struct buf *out)
{
    size_t row[MAX_DEPTH] = {0};
    int depth = 0;
    for (size_t i = 0; i < p->nodes; i++) {
        const struct node *n = &p->node[i];
        const char *v;
        switch (n->kind) {
        case NODE_TEXT:
            buf_add(out, n->text, n->len);
            break;
        case NODE_FIELD:
            if (!(v = field_value(p, n, row)))
                return false;
            buf_add(out, v, strlen(v));
            break;
        case NODE_FOR:
            row[depth] = 0;
            if (n->list->rows)
                depth++;
            else
                i = n->jump; /* past the end */
            break;
        case NODE_IF:
            if (!(v = n->column < 0 ? n->text : field_value(p, n, row)))
                return false;
            depth++;
            if (!*v) {
                i = n->jump; /* into the else, or past the end, which must count down */
                depth -= p->node[i].kind == NODE_END;
            }
            break;
        case NODE_ELSE: /* reached from the taken branch */
            i = n->jump;
            depth--;
            break;
        case NODE_END:
            if (n->list && ++row[depth - 1] < n->list->rows)
                i = n->jump; /* on to the node after the for */
            else
                depth--;
            break;
        }
    }
    return true;
}

bool tpl_render(const struct tpl *t, const char *template_name, const char *text, struct diag *diag, struct buf *out)
{
    struct parser p = {.t = t, .file = template_name, .text = text, .diag = diag};
    size_t before = out->len;
    bool ok = parse(&p) && run(&p, out);
    if (!ok && out->len > before) {
        out->len = before;
        out->data[before] = '\0';
    }
    free(p.node);
    return ok;
}
