/* SPDX-License-Identifier: Apache-2.0 */
/* liberty_lex.h -- Liberty files as a sequence of statements.
 *
 *   name : value ;          a simple attribute      name (arg, arg) ;      a complex attribute
 *   name (arg, arg) {       opens a group           }                      closes one
 *
 * Tolerant where real files are: the semicolon may be missing at the end of a line, and may stand behind a brace;
 * values may be quoted or not; quoted strings may run over several lines, with or without a backslash.
 */
#ifndef TLUT_LIBERTY_LEX_H
#define TLUT_LIBERTY_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "src.h"

#define LIBERTY_ARGS 8   /* arguments of a statement that are kept; the others are counted */
#define LIBERTY_DEPTH 64 /* groups in one another */

/* A stretch of the text: a word, or what stands between quotes. */
struct liberty_word {
    size_t off, len;
};

enum liberty_kind { LIBERTY_ATTRIBUTE, LIBERTY_COMPLEX, LIBERTY_OPEN, LIBERTY_CLOSE, LIBERTY_END, LIBERTY_BAD };

struct liberty_statement {
    enum liberty_kind kind;
    struct liberty_word name;              /* of a closing brace: the brace itself */
    struct liberty_word arg[LIBERTY_ARGS]; /* an attribute: arg[0] is its value, from the first word to the last */
    int args;
    size_t end; /* offset behind the statement */
};

struct liberty_lexer {
    const struct src *src;
    const char *text;
    size_t size, pos;
    struct liberty_word open[LIBERTY_DEPTH]; /* the groups that are open, by their names' places */
    int depth;
    struct diag *d;
};

void liberty_lex_init(struct liberty_lexer *x, const struct src *src, struct diag *d);

/* The next statement. LIBERTY_END: the text ends, all groups closed. LIBERTY_BAD: not Liberty, after a diagnostic. */
void liberty_next(struct liberty_lexer *x, struct liberty_statement *s);

/* Does the word read so? */
bool liberty_is(const struct liberty_lexer *x, struct liberty_word w, const char *text);

/* A copy of a word without backslashes at line ends and blanks around it; the caller frees it. */
char *liberty_copy(const struct liberty_lexer *x, struct liberty_word w);

/* The word as a number, whatever the locale; a diagnostic and false if it is none. */
bool liberty_number(const struct liberty_lexer *x, const struct liberty_statement *s, double *value);

/* Where a word stands, for a diagnostic. */
struct loc liberty_loc(const struct liberty_lexer *x, struct liberty_word w);

#endif
