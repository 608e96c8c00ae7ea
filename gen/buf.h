/* SPDX-License-Identifier: Apache-2.0 */
/* buf.h -- a string that grows.
 *
 * data is never NULL and always NUL-terminated, so it can be handed to any function that takes a string; it may also
 * hold NUL bytes of its own, len counts. Running out of memory ends the program with a message: no call can fail.
 */
#ifndef TLUT_BUF_H
#define TLUT_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct buf {
    char *data;
    size_t len, cap; /* cap 0: data is the shared empty string, nothing to free */
};

extern char buf_empty[1];
#define BUF_INIT                                                                                                       \
    {                                                                                                                  \
        buf_empty, 0, 0                                                                                                \
    }

/* An empty string in the caller's storage; needs no release until something is added. */
void buf_init(struct buf *b);

/* Frees the string and leaves an empty one. */
void buf_release(struct buf *b);

/* Forgets the text, keeps the memory. */
void buf_reset(struct buf *b);

/* Appends len bytes. */
void buf_add(struct buf *b, const void *data, size_t len);

/* Appends a string, a character, or count copies of one. */
void buf_addstr(struct buf *b, const char *text);
void buf_addch(struct buf *b, char c);
void buf_fill(struct buf *b, char c, size_t count);

/* Appends text as it stands in XML and HTML, in elements and in quoted attributes. */
void buf_add_xml(struct buf *b, const char *text);

/* Appends formatted text. */
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Hands the string over to the caller, who frees it with free(); the buf is empty afterwards. Never NULL. */
char *buf_detach(struct buf *b);

/* A copy of text, to be freed with free(). Never NULL; ends the program like the others when memory is out. */
char *buf_strdup(const char *text);

/* Makes the memory at data (NULL: none yet) hold count items of size bytes, for arrays that grow. Never NULL. */
void *buf_realloc(void *data, size_t count, size_t size);

#endif
