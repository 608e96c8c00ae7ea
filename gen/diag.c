/* SPDX-License-Identifier: Apache-2.0 */
#include "diag.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MAX_ERRORS 20
#define MAX_STORED 1000 /* more are only counted: a hostile file must not fill the memory */
#define MAX_TEXT 1200   /* bytes of one line of text */
#define MAX_WORD 63     /* longest word that diag_nearest looks at */

const struct diag_info diag_table[] = {
#define D(name, number, heading, long_text) {.code = number, .title = heading, .text = long_text},
#include "diag.def"
    {0, NULL, NULL}};

/* One error, with all of its text ready, so that it does not depend on the source any more. */
struct item {
    int code, order;
    int group;           /* sort: 0 in a source, 1 with a name only, 2 nowhere */
    char *file;          /* or NULL */
    size_t line, column; /* group 0 */
    unsigned long age;
    char *message, *excerpt;
    struct buf remarks; /* notes and help, whole lines */
};

struct diag {
    struct item *items;
    size_t count, cap;
    unsigned long total, unstored; /* all ever reported; those not kept since the last print */
    bool output_failed;
    bool last_stored; /* whether notes have something to attach to */
    int max_errors;
};

struct diag *diag_new(void)
{
    struct diag *d = buf_realloc(NULL, 1, sizeof *d);
    *d = (struct diag){.max_errors = DEFAULT_MAX_ERRORS};
    return d;
}

static void forget_items(struct diag *d)
{
    for (size_t i = 0; i < d->count; i++) {
        free(d->items[i].file);
        free(d->items[i].message);
        free(d->items[i].excerpt);
        buf_release(&d->items[i].remarks);
    }
    d->count = 0;
    d->unstored = 0;
    d->last_stored = false;
}

void diag_free(struct diag *d)
{
    if (!d)
        return;
    forget_items(d);
    free(d->items);
    free(d);
}

void diag_set_max_errors(struct diag *d, int max_errors)
{
    d->max_errors = max_errors;
}

/* Appends text without characters that a terminal would obey, cut at MAX_TEXT. */
static void add_harmless(struct buf *out, const char *text)
{
    size_t len = strlen(text), kept = len > MAX_TEXT ? MAX_TEXT : len;
    for (size_t i = 0; i < kept; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_addch(out, text[i]);
    }
    if (kept < len)
        buf_addstr(out, "...");
}

static char *harmless(const char *format, va_list args)
{
    struct buf raw = BUF_INIT, out = BUF_INIT;
    buf_vprintf(&raw, format, args);
    add_harmless(&out, raw.data);
    buf_release(&raw);
    return buf_detach(&out);
}

static void locate(struct item *item, struct loc loc)
{
    if (loc.src) {
        struct buf excerpt = BUF_INIT;
        src_position(loc.src, loc.off, &item->line, &item->column);
        src_excerpt(&excerpt, loc.src, loc.off, loc.len);
        item->excerpt = buf_detach(&excerpt);
    }
    item->group = loc.src ? 0 : loc.name ? 1 : 2;
    item->order = loc.order;
    if (loc.src || loc.name) {
        struct buf name = BUF_INIT;
        add_harmless(&name, loc.src ? src_name(loc.src) : loc.name);
        item->file = buf_detach(&name);
    }
}

static void report(struct diag *d, enum diag_code code, struct loc loc, const char *format, va_list args)
{
    d->total++;
    d->output_failed = d->output_failed || code / 100 == 2;
    d->last_stored = d->count < MAX_STORED;
    if (!d->last_stored) {
        d->unstored++;
        return;
    }
    if (d->count == d->cap) {
        d->cap = d->cap ? 2 * d->cap : 8;
        d->items = buf_realloc(d->items, d->cap, sizeof *d->items);
    }
    struct item *item = &d->items[d->count++];
    *item = (struct item){.code = (int)code, .age = d->total, .remarks = BUF_INIT};
    item->message = harmless(format, args);
    locate(item, loc);
}

void diag_error(struct diag *d, enum diag_code code, struct loc loc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(d, code, loc, format, args);
    va_end(args);
}

static void remark(struct diag *d, const char *kind, const char *format, va_list args)
{
    if (!d->last_stored)
        return;
    char *text = harmless(format, args);
    buf_printf(&d->items[d->count - 1].remarks, "  %s: %s\n", kind, text);
    free(text);
}

void diag_note(struct diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    remark(d, "note", format, args);
    va_end(args);
}

void diag_help(struct diag *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    remark(d, "help", format, args);
    va_end(args);
}

void diag_report(struct diag *d, enum diag_code code, const char *help, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(d, code, LOC_NONE, format, args);
    va_end(args);
    if (help)
        diag_help(d, "%s", help);
}

int diag_count(const struct diag *d)
{
    return d->total > INT32_MAX ? INT32_MAX : (int)d->total;
}

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_items(const void *pa, const void *pb)
{
    const struct item *a = pa, *b = pb;
    int c = a->group - b->group;
    if (c == 0 && a->group == 0)
        c = strcmp(a->file, b->file);
    if (c == 0)
        c = compare_sizes(a->line, b->line);
    if (c == 0)
        c = compare_sizes(a->column, b->column);
    if (c == 0)
        c = (a->order > b->order) - (a->order < b->order);
    return c ? c : (a->age > b->age) - (a->age < b->age);
}

static void print_item(const struct item *item, FILE *out)
{
    fputs(item->file ? item->file : program_invocation_short_name, out);
    if (item->group == 0)
        fprintf(out, ":%zu:%zu", item->line, item->column);
    fprintf(out, ": error[E%03d]: %s\n%s%s", item->code, item->message, item->excerpt ? item->excerpt : "",
            item->remarks.data);
}

void diag_print(struct diag *d, FILE *out)
{
    if (d->count)
        qsort(d->items, d->count, sizeof *d->items, compare_items);
    size_t shown = d->max_errors > 0 && d->count > (size_t)d->max_errors ? (size_t)d->max_errors : d->count;
    for (size_t i = 0; i < shown; i++)
        print_item(&d->items[i], out);
    unsigned long hidden = d->count - shown + d->unstored;
    if (hidden)
        fprintf(out, "%s: %lu more error%s not shown%s\n", program_invocation_short_name, hidden,
                hidden == 1 ? "" : "s", d->count > shown ? ", see --max-errors" : "");
    forget_items(d);
}

int diag_exit_status(const struct diag *d)
{
    return d->output_failed ? 3 : d->total ? 1 : 0;
}

int diag_finish(struct diag *d)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        diag_report(d, DIAG_OUT_WRITE, NULL, "cannot write to standard output");
    diag_print(d, stderr);
    int status = diag_exit_status(d);
    diag_free(d);
    return status;
}

bool diag_explain(const char *code, FILE *out)
{
    const char *digits = code + (*code == 'E' || *code == 'e');
    size_t len = strspn(digits, "0123456789");
    if (len == 0 || len > 4 || digits[len] != '\0')
        return false;
    long number = strtol(digits, NULL, 10);
    for (const struct diag_info *info = diag_table; info->code; info++)
        if (info->code == number) {
            fprintf(out, "E%03d: %s\n\n%s\n", info->code, info->title, info->text);
            return true;
        }
    return false;
}

struct diag_quoted diag_quote(const char *text)
{
    struct diag_quoted q;
    size_t len = strlen(text), room = sizeof q.s - 4;
    size_t kept = len > room ? room : len;
    while (kept < len && kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80)
        kept--; /* do not cut a character in two */
    memcpy(q.s, text, kept);
    strcpy(q.s + kept, kept < len ? "..." : "");
    return q;
}

/* Lower case, and one kind of dash: such slips cost nothing. */
static char fold(char c)
{
    return c == '_' ? '-' : (char)tolower((unsigned char)c);
}

/* Edit distance, a swap of neighbours counting one. Both words have at most MAX_WORD characters. */
static int distance(const char *a, const char *b)
{
    int rows[3][MAX_WORD + 1]; /* rotating: of a's prefixes i - 2, i - 1, i */
    int la = (int)strlen(a), lb = (int)strlen(b);
    for (int j = 0; j <= lb; j++)
        rows[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= lb; j++) {
            int best = above[j - 1] + (fold(a[i - 1]) != fold(b[j - 1]));
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]);
            if (swapped && above2[j - 2] + 1 < best)
                best = above2[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[la % 3][lb];
}

const char *diag_nearest(const char *text, const char *const *words)
{
    size_t len = strlen(text);
    if (len == 0 || len > MAX_WORD)
        return NULL;
    int limit = len / 2 < 2 ? (int)(len / 2) : 2;
    const char *best = NULL;
    for (; *words; words++) {
        if (strlen(*words) > MAX_WORD)
            continue;
        int dist = distance(text, *words);
        if (dist <= limit) {
            best = *words;
            limit = dist - 1;
        }
    }
    return best;
}

void diag_bug(const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: internal error: ", file, line);
    vfprintf(stderr, format, args);
    fputs("\nThis is a defect of tlut, whatever your input is. Please report it with the command that you ran.\n",
          stderr);
    va_end(args);
    abort();
}
