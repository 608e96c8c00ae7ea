/* SPDX-License-Identifier: Apache-2.0 */
/* diag.h -- collects what is wrong with the user's input, and prints it in one go.
 *
 *   arch.xml:3:10: error[E012]: group-size '9' is out of range
 *       3 |   <table group-size="9"/>
 *         |          ^~~~~~~~~~~~~~
 *     note: table/@group-size takes 1..6 (activations)
 *     help: use 6 or less
 *
 * The first line has gcc's form, so that editors jump to it. Codes, titles and the text of --explain stand in diag.def:
 * E0xx architecture, E1xx command line and files, E2xx output (exit status 3), E3xx simulation and tools, E4xx data
 * files, E5xx cost tools. All text is copied; control characters and overlong words in it are made harmless. Messages:
 * lower case, no full stop, the user's words in single quotes.
 */
#ifndef TLUT_DIAG_H
#define TLUT_DIAG_H

#include <stdbool.h>
#include <stdio.h>

#include "src.h"

enum diag_code {
#define D(name, code, title, text) DIAG_##name = code,
#include "diag.def"
};

struct diag_info {
    int code;          /* 12 for E012 */
    const char *title; /* one line */
    const char *text;  /* the text of --explain: why, an example, what to do */
};
extern const struct diag_info diag_table[]; /* ascending codes, ends with code 0 */

struct diag;

/* An empty collection. max_errors: how many are printed, 0 = all (command line: --max-errors). */
struct diag *diag_new(void);
void diag_free(struct diag *d);
void diag_set_max_errors(struct diag *d, int max_errors);

/* Reports an error at a place (LOC_NONE: none). */
void diag_error(struct diag *d, enum diag_code code, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Attach one line more to the error reported last: a fact that explains it; what the user can do. */
void diag_note(struct diag *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_help(struct diag *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* All in one, without a place: help may be NULL. */
void diag_report(struct diag *d, enum diag_code code, const char *help, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Number of errors reported so far, printed or not. */
int diag_count(const struct diag *d);

/* Prints what was reported since the last call, sorted by position, and forgets it (not the count). */
void diag_print(struct diag *d, FILE *out);

/* What main() returns: 0 without errors, 3 if one was E2xx (output), else 1. Prints nothing. */
int diag_exit_status(const struct diag *d);

/* The end of a program: standard output that could not be written is an error (E203), what was reported goes to standard
 * error, *d is freed; returns diag_exit_status(). Files that locations point into must still be there. */
int diag_finish(struct diag *d);

/* Prints the long text of a code ("E012", "e12" or "12"). False if there is no such code. */
bool diag_explain(const char *code, FILE *out);

/* Copy of a user's text, short and printable, as an argument for the functions above: "... '%s'", diag_quote(t).s */
struct diag_quoted {
    char s[72];
};
struct diag_quoted diag_quote(const char *text);

/* The word of the NULL-terminated list that text most likely means (at most 2 edits, at most half of its letters), or
 * NULL. */
const char *diag_nearest(const char *text, const char *const *words);

/* Something that cannot happen, whatever the input is: prints file and line and aborts. */
#define BUG(...) diag_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void diag_bug(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
