/* SPDX-License-Identifier: Apache-2.0 */
/* tpl.c -- variables and lists of the template engine. tpl_render.c turns templates into text. */
#include "tpl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "tpl_data.h"

enum { ARENA_CHUNK = 64 * 1024 };

struct tpl_chunk {
    struct tpl_chunk *next;
    char data[];
};

struct tpl *tpl_new(void)
{
    struct tpl *t = buf_realloc(NULL, 1, sizeof *t);
    *t = (struct tpl){0};
    return t;
}

void tpl_free(struct tpl *t)
{
    if (!t)
        return;
    for (struct tpl_chunk *c = t->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    for (int i = 0; i < t->lists; i++)
        free(t->list[i].cell);
    free(t->list);
    for (int i = 0; i < 2; i++)
        free(t->scope[i].entry);
    free(t);
}

/* A copy of len bytes and a NUL that lives as long as the tpl. */
static char *keep(struct tpl *t, const char *s, size_t len)
{
    if (t->chunk_left < len + 1) {
        size_t size = len + 1 > ARENA_CHUNK ? len + 1 : ARENA_CHUNK;
        struct tpl_chunk *c = buf_realloc(NULL, 1, sizeof *c + size);
        c->next = t->chunks;
        t->chunks = c;
        t->chunk_at = c->data;
        t->chunk_left = size;
    }
    char *p = t->chunk_at;
    memcpy(p, s, len);
    p[len] = '\0';
    t->chunk_at += len + 1;
    t->chunk_left -= len + 1;
    return p;
}

static const char *keep_va(struct tpl *t, const char *fmt, va_list args)
{
    char small[256];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, fmt, args);
    if (n < 0)
        n = 0, small[0] = '\0';
    char *s;
    if ((size_t)n < sizeof small) {
        s = keep(t, small, (size_t)n);
    } else {
        char *big = buf_realloc(NULL, (size_t)n + 1, 1);
        vsnprintf(big, (size_t)n + 1, fmt, again);
        s = keep(t, big, (size_t)n);
        free(big);
    }
    va_end(again);
    return s;
}

/* FNV-1a. */
static size_t hash(const char *name, size_t len)
{
    size_t h = 2166136261u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h;
}

/* The slot of that name, or the empty slot where it would go. The table is never full. */
static struct tpl_entry *slot(const struct tpl_scope *s, const char *name, size_t len)
{
    for (size_t i = hash(name, len);; i++) {
        struct tpl_entry *e = &s->entry[i & (s->size - 1)];
        if (!e->name || (strlen(e->name) == len && memcmp(e->name, name, len) == 0))
            return e;
    }
}

static void grow(struct tpl_scope *s)
{
    struct tpl_scope old = *s;
    s->size = old.size ? old.size * 2 : 64;
    s->entry = buf_realloc(NULL, s->size, sizeof *s->entry);
    memset(s->entry, 0, s->size * sizeof *s->entry);
    for (size_t i = 0; i < old.size; i++)
        if (old.entry[i].name)
            *slot(s, old.entry[i].name, strlen(old.entry[i].name)) = old.entry[i];
    free(old.entry);
}

static struct tpl_entry *entry(struct tpl *t, enum tpl_kind kind, const char *name)
{
    struct tpl_scope *s = &t->scope[kind];
    if (2 * (s->used + 1) > s->size)
        grow(s);
    size_t len = strlen(name);
    struct tpl_entry *e = slot(s, name, len);
    if (!e->name) {
        e->name = keep(t, name, len);
        s->used++;
    }
    return e;
}

const struct tpl_entry *tpl_entry(const struct tpl *t, enum tpl_kind kind, const char *name, size_t len)
{
    const struct tpl_scope *s = &t->scope[kind];
    const struct tpl_entry *e = s->size ? slot(s, name, len) : NULL;
    return e && e->name ? e : NULL;
}

void tpl_set(struct tpl *t, const char *name, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *value = keep_va(t, fmt, args);
    va_end(args);
    entry(t, TPL_VAR, name)->value = value;
}

const char *tpl_get(const struct tpl *t, const char *name)
{
    const struct tpl_entry *e = tpl_entry(t, TPL_VAR, name, strlen(name));
    return e ? e->value : NULL;
}

void tpl_flag(struct tpl *t, const char *name, bool value)
{
    entry(t, TPL_FLAG, name)->value = value ? "1" : "";
}

struct tpl_list *tpl_find_list(const struct tpl *t, const char *name, size_t len)
{
    for (int i = 0; i < t->lists; i++) /* a handful of lists */
        if (strlen(t->list[i].name) == len && memcmp(t->list[i].name, name, len) == 0)
            return &t->list[i];
    return NULL;
}

static struct tpl_list *need_list(struct tpl *t, const char *name)
{
    struct tpl_list *l = tpl_find_list(t, name, strlen(name));
    if (l)
        return l;
    t->list = buf_realloc(t->list, (size_t)t->lists + 1, sizeof *t->list);
    l = &t->list[t->lists++];
    *l = (struct tpl_list){.name = keep(t, name, strlen(name))};
    return l;
}

void tpl_list(struct tpl *t, const char *list)
{
    need_list(t, list);
}

void tpl_list_add(struct tpl *t, const char *list)
{
    struct tpl_list *l = need_list(t, list);
    if (l->rows == l->room) {
        l->room = l->room ? l->room * 2 : 16;
        l->cell = buf_realloc(l->cell, l->room, sizeof *l->cell);
    }
    memset(l->cell[l->rows++], 0, sizeof *l->cell);
    l->next = 0;
}

/* The cell of a field in the last row. */
static const char **cell(struct tpl *t, const char *list, const char *field)
{
    struct tpl_list *l = need_list(t, list);
    if (l->rows == 0)
        tpl_list_add(t, list);
    int c = l->next; /* rows are mostly filled in the same order */
    if (c >= l->fields || strcmp(l->field[c], field) != 0)
        for (c = 0; c < l->fields && strcmp(l->field[c], field) != 0;)
            c++;
    if (c == l->fields) {
        if (c == TPL_MAX_FIELDS) {
            fprintf(stderr, "tlut: bug: list %s has more than %d fields\n", list, TPL_MAX_FIELDS);
            abort();
        }
        l->field[l->fields++] = keep(t, field, strlen(field));
    }
    l->next = c + 1;
    return &l->cell[l->rows - 1][c];
}

void tpl_item_set(struct tpl *t, const char *list, const char *field, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *value = keep_va(t, fmt, args);
    va_end(args);
    *cell(t, list, field) = value;
}

void tpl_item_flag(struct tpl *t, const char *list, const char *field, bool value)
{
    *cell(t, list, field) = value ? "1" : "";
}
