/* SPDX-License-Identifier: Apache-2.0 */
/* edits.h -- every edit of one place that a file's code offers. */
#ifndef TLUT_MUTATION_EDITS_H
#define TLUT_MUTATION_EDITS_H

#include "scan.h"

enum edit_kind {
    EDIT_OPERATOR,  /* another operator */
    EDIT_CONSTANT,  /* a number one more or less, a bit of a literal */
    EDIT_SIGN,      /* + and -, a minus or a sign extension lost */
    EDIT_WIDTH,     /* a range or a part one bit narrower, a cast to a narrower type */
    EDIT_INDEX,     /* another element: what stands in an index */
    EDIT_CONDITION, /* a condition negated */
    EDIT_RESET,     /* a reset never happens, or leaves something out */
    EDIT_STATEMENT, /* an assignment or a call dropped */
    EDIT_KINDS
};
extern const char *const edit_kind_name[EDIT_KINDS];

struct edit {
    enum edit_kind kind;
    size_t at, length; /* of the text that is replaced */
    char *text;        /* by this; owned by the list */
};

struct edit_list {
    struct edit *edit;
    int count;
};

/* In the order of the file. */
void edits_find(const struct source *s, struct edit_list *list);
void edits_free(struct edit_list *list);

#endif
