/* SPDX-License-Identifier: Apache-2.0 */
#include "buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char buf_empty[1] = ""; /* never written: cap 0 makes every append allocate first */

static _Noreturn void out_of_memory(void)
{
    fputs("out of memory\n", stderr);
    abort();
}

void *buf_realloc(void *data, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory();
    void *p = realloc(data, count && size ? count * size : 1);
    if (!p)
        out_of_memory();
    return p;
}

char *buf_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(buf_realloc(NULL, size, 1), text, size);
}

void buf_init(struct buf *b)
{
    *b = (struct buf)BUF_INIT;
}

void buf_release(struct buf *b)
{
    if (b->cap)
        free(b->data);
    buf_init(b);
}

void buf_reset(struct buf *b)
{
    b->len = 0;
    if (b->cap)
        b->data[0] = '\0';
}

/* Room for len more bytes and the final NUL. */
static void grow(struct buf *b, size_t len)
{
    if (len >= SIZE_MAX / 2 - b->len)
        out_of_memory();
    size_t need = b->len + len + 1;
    if (need <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap < need)
        cap *= 2;
    b->data = buf_realloc(b->cap ? b->data : NULL, cap, 1);
    b->cap = cap;
}

void buf_add(struct buf *b, const void *data, size_t len)
{
    if (len == 0)
        return;
    grow(b, len);
    memcpy(b->data + b->len, data, len);
    b->len += len;
    b->data[b->len] = '\0';
}

void buf_addstr(struct buf *b, const char *text)
{
    buf_add(b, text, strlen(text));
}

void buf_addch(struct buf *b, char c)
{
    buf_add(b, &c, 1);
}

void buf_fill(struct buf *b, char c, size_t count)
{
    if (count == 0)
        return;
    grow(b, count);
    memset(b->data + b->len, c, count);
    b->len += count;
    b->data[b->len] = '\0';
}

void buf_add_xml(struct buf *b, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': buf_addstr(b, "&amp;"); break;
        case '<': buf_addstr(b, "&lt;"); break;
        case '>': buf_addstr(b, "&gt;"); break;
        case '"': buf_addstr(b, "&quot;"); break;
        case '\'': buf_addstr(b, "&#39;"); break;
        default: buf_addch(b, *text);
        }
}

void buf_vprintf(struct buf *b, const char *format, va_list args)
{
    va_list again;
    if (!format) /* never; gcc -fsanitize=undefined warns that it might be */
        return;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (len <= 0)
        return;
    grow(b, (size_t)len);
    vsnprintf(b->data + b->len, (size_t)len + 1, format, args);
    b->len += (size_t)len;
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(b, format, args);
    va_end(args);
}

char *buf_detach(struct buf *b)
{
    char *text = b->cap ? b->data : buf_strdup("");
    buf_init(b);
    return text;
}
