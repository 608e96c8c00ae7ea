/* SPDX-License-Identifier: Apache-2.0 */
#include "toggles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

#define MAX_BITS (1 << 24)  /* of one variable */
#define MAX_TOTAL (1 << 28) /* of all */
#define MAX_ID 8            /* characters of an identifier code: it goes into one number */

/* One identifier code: several names may share it. */
struct slot {
    uint64_t id;    /* its characters; 0: no slot */
    uint32_t width; /* bits; 0: a variable that is no bits */
    uint32_t first; /* its bits in the arrays, most significant first */
    bool touched;   /* in this time step */
};

struct variable {
    char *name;
    uint64_t id;
    uint32_t width;
    long left, right; /* the declared range */
    bool ranged;
};

struct counter {
    FILE *in;
    const char *path;
    struct diag *d;
    struct buf token;
    long line;
    bool failed;
    struct buf scope; /* path of the open scope, "a.b" */
    char *base;       /* of the first scope with variables, or NULL */
    struct variable *variable;
    int variables;
    struct slot *slot; /* hash table */
    uint32_t slots, used;
    uint32_t *touched; /* slots */
    uint32_t touches;
    char *now, *settled; /* bits: '0', '1', 'x', 'z', at this moment and at the end of the last time step */
    int64_t *count;
    uint32_t bits;
    int64_t start, end; /* time steps; -1: none yet */
};

static bool fail(struct counter *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct counter *c, const char *format, ...)
{
    struct buf text = BUF_INIT;
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    if (!c->failed) {
        diag_error(c->d, DIAG_SIM_RUN, loc_file(c->path), "line %ld of the value change dump: %s", c->line, text.data);
        diag_help(c->d,
                  "perhaps the disk is full ($TMPDIR), or the simulator has another version than those supported");
    }
    c->failed = true;
    buf_release(&text);
    return false;
}

/* The next word, into c->token; false at the end of the file. */
static bool next(struct counter *c)
{
    int ch;
    buf_reset(&c->token);
    while ((ch = getc_unlocked(c->in)) == ' ' || ch == '\n' || ch == '\t' || ch == '\r')
        c->line += ch == '\n';
    for (; ch != EOF && ch != ' ' && ch != '\n' && ch != '\t' && ch != '\r'; ch = getc_unlocked(c->in))
        buf_addch(&c->token, (char)ch);
    c->line += ch == '\n';
    return c->token.len > 0;
}

static bool is(const struct counter *c, const char *text)
{
    return strcmp(c->token.data, text) == 0;
}

static bool skip_to_end(struct counter *c)
{
    while (next(c))
        if (is(c, "$end"))
            return true;
    return fail(c, "the file ends before $end");
}

static bool need(struct counter *c)
{
    return (next(c) && !is(c, "$end")) || fail(c, "a declaration is cut short");
}

/* ---- declarations ---- */

/* The identifier code as a number, never 0; 0 if it is none that we take. */
static uint64_t id_number(const char *text)
{
    uint64_t id = 0;
    size_t length = strlen(text);
    if (length == 0 || length > MAX_ID)
        return 0;
    for (size_t i = 0; i < length; i++)
        id = id << 8 | (unsigned char)text[i];
    return id;
}

static struct slot *slot_of(const struct counter *c, uint64_t id)
{
    uint32_t i = (uint32_t)((id * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (c->slots - 1);
    while (c->slot[i].id && c->slot[i].id != id)
        i = (i + 1) & (c->slots - 1);
    return &c->slot[i];
}

static void grow_slots(struct counter *c)
{
    struct slot *old = c->slot;
    uint32_t count = c->slots;
    c->slots = count ? 2 * count : 1024;
    c->slot = buf_realloc(NULL, c->slots, sizeof *c->slot);
    memset(c->slot, 0, c->slots * sizeof *c->slot);
    for (uint32_t i = 0; i < count; i++)
        if (old[i].id)
            *slot_of(c, old[i].id) = old[i];
    free(old);
}

static bool add_slot(struct counter *c, uint64_t id, uint32_t width)
{
    if (2 * c->used >= c->slots)
        grow_slots(c);
    struct slot *s = slot_of(c, id);
    if (s->id)
        return s->width == width || fail(c, "two widths for one identifier code");
    if (width > MAX_TOTAL - c->bits)
        return fail(c, "more than %d bits", MAX_TOTAL);
    *s = (struct slot){.id = id, .width = width, .first = c->bits};
    c->bits += width;
    c->used++;
    return true;
}

static bool scope_open(struct counter *c)
{
    if (!need(c) || !need(c)) /* kind, name */
        return false;
    if (c->scope.len)
        buf_addch(&c->scope, '\n'); /* names may have dots */
    buf_addstr(&c->scope, c->token.data);
    return skip_to_end(c);
}

static bool scope_close(struct counter *c)
{
    if (!c->scope.len)
        return fail(c, "$upscope without a $scope");
    const char *last = strrchr(c->scope.data, '\n');
    c->scope.len = last ? (size_t)(last - c->scope.data) : 0;
    c->scope.data[c->scope.len] = '\0';
    return skip_to_end(c);
}

/* The name within the first scope that has variables. */
static char *full_name(struct counter *c, const char *name)
{
    struct buf out = BUF_INIT;
    if (!c->base)
        c->base = buf_strdup(c->scope.data);
    size_t n = strlen(c->base);
    const char *rest = c->scope.data;
    if (strncmp(rest, c->base, n) == 0 && (!n || !rest[n] || rest[n] == '\n'))
        rest += rest[n] == '\n' ? n + 1 : n;
    for (; *rest; rest++)
        buf_addch(&out, *rest == '\n' ? '.' : *rest);
    if (out.len)
        buf_addch(&out, '.');
    buf_addstr(&out, *name == '\\' ? name + 1 : name);
    return buf_detach(&out);
}

/* "[7:0]" behind a name. "[3]" alone names one bit, and stays part of the name. */
static bool range(struct counter *c, const char *text, struct variable *v)
{
    char *end;
    v->left = strtol(text + 1, &end, 10);
    if (*end == ':') {
        v->right = strtol(end + 1, &end, 10);
        v->ranged = true;
    }
    if (*end != ']' || end[1])
        return fail(c, "a range that is none: %s", diag_quote(text).s);
    if (!v->ranged) {
        char *name = v->name;
        struct buf joined = BUF_INIT;
        buf_printf(&joined, "%s%s", name, text);
        v->name = buf_detach(&joined);
        free(name);
        return true;
    }
    long span = v->left > v->right ? v->left - v->right : v->right - v->left;
    return span + 1 == (long)v->width || fail(c, "a range of another width: %s", diag_quote(text).s);
}

/* $var kind width code name [range] $end */
static bool declare(struct counter *c)
{
    struct variable v = {0};
    char *end;
    if (!need(c))
        return false;
    bool number = is(c, "real") || is(c, "realtime") || is(c, "event") || is(c, "parameter") || is(c, "string");
    if (!need(c))
        return false;
    long width = strtol(c->token.data, &end, 10);
    if (*end || width < (number ? 0 : 1) || width > MAX_BITS)
        return fail(c, "a width that is none: %s", diag_quote(c->token.data).s);
    v.width = number ? 0 : (uint32_t)width;
    if (!need(c))
        return false;
    v.id = id_number(c->token.data);
    if (!v.id)
        return fail(c, "an identifier code of more than %d characters", MAX_ID);
    if (!add_slot(c, v.id, v.width) || !need(c))
        return false;
    if (number)
        return skip_to_end(c);
    bool escaped = c->token.data[0] == '\\';
    char *bracket = escaped ? NULL : strchr(c->token.data, '['), *joined = bracket ? buf_strdup(bracket) : NULL;
    if (bracket) /* name[7:0] in one word */
        *bracket = '\0';
    v.name = full_name(c, c->token.data);
    bool ok = (!joined || range(c, joined, &v)) && (next(c) || fail(c, "the file ends in a declaration"));
    if (ok && c->token.data[0] == '[')
        ok = range(c, c->token.data, &v) && (next(c) || fail(c, "the file ends in a declaration"));
    if (ok && !is(c, "$end"))
        ok = fail(c, "more words in a declaration than it can have");
    free(joined);
    if (!(c->variables & (c->variables - 1)))
        c->variable = buf_realloc(c->variable, c->variables ? 2 * (size_t)c->variables : 1, sizeof *c->variable);
    c->variable[c->variables++] = v;
    return ok;
}

static bool header(struct counter *c)
{
    while (next(c)) {
        if (is(c, "$enddefinitions")) {
            c->touched = buf_realloc(NULL, (size_t)c->used + 1, sizeof *c->touched);
            c->now = buf_realloc(NULL, (size_t)c->bits + 1, 1);
            c->settled = buf_realloc(NULL, (size_t)c->bits + 1, 1);
            c->count = buf_realloc(NULL, (size_t)c->bits + 1, sizeof *c->count);
            memset(c->now, 'x', c->bits);
            memset(c->settled, 'x', c->bits);
            memset(c->count, 0, c->bits * sizeof *c->count);
            return skip_to_end(c);
        }
        if (c->token.data[0] != '$')
            return fail(c, "this is no value change dump: %s", diag_quote(c->token.data).s);
        bool ok = is(c, "$var")       ? declare(c)
                  : is(c, "$scope")   ? scope_open(c)
                  : is(c, "$upscope") ? scope_close(c)
                                      : skip_to_end(c);
        if (!ok)
            return false;
    }
    return fail(c, "the file ends before $enddefinitions");
}

/* ---- value changes ---- */

/* A time step is over: what its changes come to. */
static void settle(struct counter *c)
{
    for (uint32_t t = 0; t < c->touches; t++) {
        struct slot *s = &c->slot[c->touched[t]];
        s->touched = false;
        for (uint32_t i = s->first; i < s->first + s->width; i++) {
            c->count[i] += (c->settled[i] ^ c->now[i]) == ('0' ^ '1'); /* of 0, 1, x, z no other pair gives that */
            c->settled[i] = c->now[i];
        }
    }
    c->touches = 0;
}

static bool change(struct counter *c, const char *code, const char *value, size_t length)
{
    uint64_t id = id_number(code);
    struct slot *s = id && c->slots ? slot_of(c, id) : NULL;
    if (!s || !s->id)
        return fail(c, "a value of an identifier code that was not declared: %s", diag_quote(code).s);
    if (s->width == 0)
        return true;
    if (length == 0 || length > s->width)
        return fail(c, "a value of another width than declared: %s", diag_quote(value).s);
    char *bit = c->now + s->first, fill = value[0] == '1' ? '0' : value[0];
    size_t missing = s->width - length; /* short values are extended: 1 by 0, the others by themselves */
    for (size_t i = 0; i < s->width; i++) {
        char v = i < missing ? fill : value[i - missing];
        v = v == 'X' ? 'x' : v == 'Z' ? 'z' : v;
        if (v != '0' && v != '1' && v != 'x' && v != 'z')
            return fail(c, "a bit that is none of 0, 1, x and z: %s", diag_quote(value).s);
        bit[i] = v;
    }
    if (!s->touched) {
        s->touched = true;
        c->touched[c->touches++] = (uint32_t)(s - c->slot);
    }
    return true;
}

static bool vector_change(struct counter *c)
{
    char *value = buf_detach(&c->token);
    bool ok =
        (next(c) || fail(c, "the file ends in a value")) && change(c, c->token.data, value + 1, strlen(value + 1));
    free(value);
    return ok;
}

/* "#120" */
static bool time_step(struct counter *c)
{
    char *rest;
    long long time = strtoll(c->token.data + 1, &rest, 10);
    if (rest == c->token.data + 1 || *rest || time < 0 || time < c->end)
        return fail(c, "a time that is none, or before the last one: %s", diag_quote(c->token.data).s);
    c->start = c->start < 0 ? time : c->start;
    c->end = time;
    return true;
}

static bool changes(struct counter *c)
{
    bool ok = true;
    while (ok && next(c)) {
        char first = c->token.data[0];
        switch (first) {
        case '#':
            settle(c);
            ok = time_step(c);
            break;
        case 'b':
        case 'B':
            ok = vector_change(c);
            break;
        case 'r':
        case 'R':
        case 's':
        case 'S':
            ok = next(c) || fail(c, "the file ends in a value");
            break;
        case '$': /* $dumpvars, $dumpoff, ... hold values up to $end; comments do not */
            if (is(c, "$comment"))
                ok = skip_to_end(c);
            break;
        default: {
            char value[2] = {first, '\0'};
            ok = change(c, c->token.data + 1, value, 1);
            break;
        }
        }
    }
    settle(c);
    return ok;
}

/* ---- results ---- */

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct toggle *)a)->name, ((const struct toggle *)b)->name);
}

static bool collect(struct counter *c, struct toggles *t)
{
    size_t total = 0;
    for (int i = 0; i < c->variables; i++)
        total += c->variable[i].width;
    if (total > MAX_TOTAL)
        return fail(c, "more than %d bits", MAX_TOTAL);
    t->item = buf_realloc(NULL, total + 1, sizeof *t->item);
    for (int i = 0; i < c->variables; i++) {
        const struct variable *v = &c->variable[i];
        const struct slot *s = slot_of(c, v->id);
        for (uint32_t b = 0; b < v->width; b++) {
            struct buf name = BUF_INIT;
            buf_addstr(&name, v->name);
            if (v->ranged || v->width > 1) {
                long index =
                    !v->ranged ? (long)(v->width - 1 - b) : v->left + (v->left > v->right ? -(long)b : (long)b);
                buf_printf(&name, "[%ld]", index);
            }
            t->item[t->count++] = (struct toggle){buf_detach(&name), c->count[s->first + b]};
        }
    }
    qsort(t->item, (size_t)t->count, sizeof *t->item, compare);
    for (int i = 1; i < t->count; i++)
        if (strcmp(t->item[i - 1].name, t->item[i].name) == 0)
            return fail(c, "two nets are named %s", diag_quote(t->item[i].name).s);
    return true;
}

static void counter_release(struct counter *c)
{
    for (int i = 0; i < c->variables; i++)
        free(c->variable[i].name);
    free(c->variable);
    free(c->base);
    free(c->slot);
    free(c->touched);
    free(c->now);
    free(c->settled);
    free(c->count);
    buf_release(&c->token);
    buf_release(&c->scope);
}

bool toggles_count(const char *vcd, struct toggles *t, struct diag *d)
{
    struct counter c = {.path = vcd, .d = d, .token = BUF_INIT, .scope = BUF_INIT, .line = 1, .start = -1, .end = -1};
    *t = (struct toggles){0};
    c.in = fopen(vcd, "r");
    if (!c.in) {
        diag_error(d, DIAG_SIM_RUN, loc_file(vcd), "cannot read the value change dump: %s", strerror(errno));
        return false;
    }
    bool ok = header(&c) && changes(&c);
    if (ferror(c.in))
        ok = fail(&c, "%s", strerror(errno));
    fclose(c.in);
    ok = ok && collect(&c, t);
    t->start = c.start < 0 ? 0 : c.start;
    t->end = c.start < 0 ? 0 : c.end;
    counter_release(&c);
    return ok;
}

int64_t toggles_find(const struct toggles *t, const char *name)
{
    struct toggle key = {.name = (char *)(uintptr_t)name};
    const struct toggle *found = t->count ? bsearch(&key, t->item, (size_t)t->count, sizeof *t->item, compare) : NULL;
    return found ? found->count : -1;
}

bool toggles_write(const struct toggles *t, const char *path, struct diag *d)
{
    struct buf part = BUF_INIT;
    buf_printf(&part, "%s.XXXXXX", path);
    int fd = mkstemp(part.data), error = fd < 0 ? errno : 0;
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (f) {
        mode_t mask = umask(0);
        umask(mask);
        fprintf(f, "cycles %lld\n", (long long)t->cycles);
        for (int i = 0; i < t->count; i++)
            fprintf(f, "%s %lld\n", t->item[i].name, (long long)t->item[i].count);
        if (ferror(f) || fflush(f) != 0 || fchmod(fd, 0666 & ~mask) != 0)
            error = errno ? errno : EIO;
        if (fclose(f) != 0 && !error)
            error = errno;
        if (!error && rename(part.data, path) != 0)
            error = errno;
    }
    if (error && fd >= 0)
        unlink(part.data);
    if (error) {
        diag_error(d, DIAG_OUT_WRITE, loc_file(path), "cannot write '%s': %s", diag_quote(path).s, strerror(error));
        diag_help(d, "choose another file, or make room");
    }
    buf_release(&part);
    return error == 0;
}

void toggles_release(struct toggles *t)
{
    for (int i = 0; i < t->count; i++)
        free(t->item[i].name);
    free(t->item);
    *t = (struct toggles){0};
}
