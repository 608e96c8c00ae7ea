/* SPDX-License-Identifier: Apache-2.0 */
/* src.h -- the text of an input file, and places in it.
 *
 * A struct src holds one whole file in memory with an index of its lines. A struct loc names a place that a diagnostic
 * points to: a stretch of a src, a file as a whole, or an argument of the command line.
 */
#ifndef TLUT_SRC_H
#define TLUT_SRC_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

struct diag;
struct src;

struct loc {
    const struct src *src; /* not NULL: bytes off .. off + len - 1 of this text */
    size_t off, len;
    const char *name; /* src NULL: a file's name, or an argument such as "--set table/@luts=0"; or NULL, nowhere */
    int order;        /* src NULL: diagnostics with a name are sorted by this, then by age */
};

/* No place at all: the message starts with the program's name. */
#define LOC_NONE ((struct loc){0})

/* Reads a file of at most limit bytes; "-" is standard input, shown as "<stdin>". NULL after a diagnostic (E101, E102).
 */
struct src *src_read(const char *path, size_t limit, struct diag *d);

/* A src of a text in memory, which is copied. */
struct src *src_from_text(const char *name, const char *text, size_t size);

void src_free(struct src *s);

const char *src_name(const struct src *s);
const char *src_text(const struct src *s); /* NUL-terminated */
size_t src_size(const struct src *s);

/* Offset of the first byte that is not part of valid UTF-8 text (NUL counts as invalid), or src_size(). */
size_t src_check_utf8(const struct src *s);

/* Line and column of an offset, from 1. Columns count characters. */
void src_position(const struct src *s, size_t off, size_t *line, size_t *column);

/* The two lines "   12 | text" and "      |   ^~~~" that show a place. Long lines are cut around it, characters that a
 * terminal would obey are replaced. */
void src_excerpt(struct buf *out, const struct src *s, size_t off, size_t len);

/* A place in a text, in a file as a whole, or an argument of the command line. */
struct loc loc_at(const struct src *s, size_t off, size_t len);
struct loc loc_file(const char *name);
struct loc loc_arg(const char *argument, int order);

#endif
