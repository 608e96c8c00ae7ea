/* SPDX-License-Identifier: Apache-2.0 */
/* scan.h -- the tokens of a C or Verilog file that are code: no comments, strings, preprocessor lines, and no lines
 * that only serve a check (BUG(), assert(), wires that tell linters what is not used). */
#ifndef TLUT_MUTATION_SCAN_H
#define TLUT_MUTATION_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_MARK };

struct token {
    enum token_kind kind;
    size_t at, length;
    int match;    /* ( [ {: the token that closes it, and back; otherwise -1 */
    int brackets; /* [ ] around it */
    int parens;   /* ( ) around it */
    bool reset;   /* in what a reset does: behind if (!rst_ni), or in a function named reset */
    bool label;   /* behind `case`, or an array's size in a declaration: no place for an edit */
};

struct source {
    const char *path;
    char *text;
    size_t size;
    bool verilog;
    struct token *token;
    int count;
};

/* Reads and scans; false if the file cannot be read (said on standard error). Owned by the caller. */
bool source_read(struct source *s, const char *path);
void source_free(struct source *s);

/* Whether token i is exactly this text; false outside of the list. */
bool token_is(const struct source *s, int i, const char *text);

/* Line and column of a place, from 1. */
void source_place(const struct source *s, size_t at, int *line, int *column);

#endif
