/* SPDX-License-Identifier: Apache-2.0 */
/* tpl_data.h -- inside of struct tpl, shared by tpl.c and tpl_render.c alone. */
#ifndef TLUT_TPL_DATA_H
#define TLUT_TPL_DATA_H

#include <stddef.h>

#define TPL_MAX_FIELDS 16

enum tpl_kind { TPL_VAR, TPL_FLAG };

struct tpl_entry {
    const char *name;  /* NULL: empty slot */
    const char *value; /* flags: "1" or "" */
};

/* Open-addressing hash table; size is a power of two. */
struct tpl_scope {
    struct tpl_entry *entry;
    size_t size, used;
};

struct tpl_list {
    const char *name;
    const char *field[TPL_MAX_FIELDS]; /* names, in the order of first use */
    int fields;
    const char *(*cell)[TPL_MAX_FIELDS]; /* rows; NULL: not set in this row */
    size_t rows, room;
    int next; /* field that tpl_item_set() tries first */
};

struct tpl_chunk;

struct tpl {
    struct tpl_scope scope[2]; /* by enum tpl_kind */
    struct tpl_list *list;
    int lists;
    struct tpl_chunk *chunks; /* arena of all strings */
    char *chunk_at;
    size_t chunk_left;
};

const struct tpl_entry *tpl_entry(const struct tpl *t, enum tpl_kind kind, const char *name, size_t len);
struct tpl_list *tpl_find_list(const struct tpl *t, const char *name, size_t len);

#endif
