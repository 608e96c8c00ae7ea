/* SPDX-License-Identifier: Apache-2.0 */
/* tpl.h -- the template engine of the shaped outputs in templates/out.
 *
 * In a line of text:
 *   @NAME@      the variable NAME ([A-Z][A-Z0-9_]*); in a loop over x, @X_FIELD@ is the field FIELD of the current row
 *   @@          one @; an @ that starts no name (as in "always @(posedge" or "$@") stands for itself
 * A line whose first non-blank characters are //@ or #@ is a directive and prints nothing:
 *   for x in LIST ... end             once per row of LIST
 *   if FLAG ... [else ...] end        FLAG is a flag, or X_FLAG of the current row
 *   note TEXT                         a comment of the template, such as its SPDX line
 * No expressions, no arithmetic, no includes: what needs more is computed before. Loops and ifs nest. Every name must be
 * known, even in a branch that is not taken: a misspelled name is an error, never an empty string.
 */
#ifndef TLUT_TPL_H
#define TLUT_TPL_H

#include <stdbool.h>

struct buf;
struct diag;
struct tpl;

struct tpl *tpl_new(void);
void tpl_free(struct tpl *t);

/* Sets a variable (printf form); a second call replaces the first. */
void tpl_set(struct tpl *t, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The text of a variable, or NULL. */
const char *tpl_get(const struct tpl *t, const char *name);

/* Sets a flag for `if`. Flags and variables have separate names. */
void tpl_flag(struct tpl *t, const char *name, bool value);

/* Makes sure that the list exists; a list without rows prints nothing. */
void tpl_list(struct tpl *t, const char *list);

/* Appends a row to the list, which is created on first use. */
void tpl_list_add(struct tpl *t, const char *list);

/* Sets a field of the last row of the list. Setting fields in the same order in each row is fastest. */
void tpl_item_set(struct tpl *t, const char *list, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets a flag of the last row of the list. */
void tpl_item_flag(struct tpl *t, const char *list, const char *field, bool value);

/* Appends the rendered template to `out`. On an error one diagnostic (E280) with template_name:line:col is given, false
 * returned and `out` left as it was. */
bool tpl_render(const struct tpl *t, const char *template_name, const char *text, struct diag *diag, struct buf *out);

#endif
