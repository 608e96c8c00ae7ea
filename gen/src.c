/* SPDX-License-Identifier: Apache-2.0 */
#include "src.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"

#define EXCERPT_WIDTH 100 /* characters of a source line that are shown */

struct src {
    char *name;
    struct buf text;
    size_t *line_start; /* offsets */
    size_t lines;
};

struct src *src_from_text(const char *name, const char *text, size_t size)
{
    struct src *s = buf_realloc(NULL, 1, sizeof *s);
    *s = (struct src){.name = buf_strdup(name), .text = BUF_INIT};
    buf_add(&s->text, text, size);
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    s->line_start = buf_realloc(NULL, lines, sizeof *s->line_start);
    s->line_start[s->lines++] = 0;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n')
            s->line_start[s->lines++] = i + 1;
    return s;
}

void src_free(struct src *s)
{
    if (!s)
        return;
    free(s->name);
    free(s->line_start);
    buf_release(&s->text);
    free(s);
}

/* Reads until the end or until more than limit bytes are there. False: errno tells why. */
static bool read_all(int fd, size_t limit, struct buf *out)
{
    char chunk[16384];
    while (out->len <= limit) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        buf_add(out, chunk, (size_t)got);
    }
    return true;
}

struct src *src_read(const char *path, size_t limit, struct diag *d)
{
    bool is_stdin = strcmp(path, "-") == 0;
    const char *name = is_stdin ? "<stdin>" : path;
    struct src *s = NULL;
    struct buf text = BUF_INIT;
    struct stat st;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 || fstat(fd, &st) != 0) {
        diag_error(d, DIAG_FILE_READ, LOC_NONE, "cannot read '%s': %s", name, strerror(errno));
        diag_help(d, "check the path; '-' reads standard input");
    } else if (S_ISDIR(st.st_mode)) {
        diag_error(d, DIAG_FILE_READ, LOC_NONE, "cannot read '%s': it is a folder", name);
        diag_help(d, "name the file itself");
    } else if (!read_all(fd, limit, &text)) {
        diag_error(d, DIAG_FILE_READ, LOC_NONE, "cannot read '%s': %s", name, strerror(errno));
    } else if (text.len > limit) {
        diag_error(d, DIAG_FILE_SIZE, loc_file(name), "the file is larger than %zu bytes", limit);
        diag_help(d, "check that this is the file you mean");
    } else {
        s = src_from_text(name, text.data, text.len);
    }
    if (fd >= 0 && !is_stdin)
        close(fd);
    buf_release(&text);
    return s;
}

const char *src_name(const struct src *s)
{
    return s->name;
}

const char *src_text(const struct src *s)
{
    return s->text.data;
}

size_t src_size(const struct src *s)
{
    return s->text.len;
}

/* Bytes of the UTF-8 character at p, of which left bytes remain; 0 if it is none. */
static size_t utf8_length(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80)
        return p[0] != 0;
    size_t len = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || len > left)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool outside = (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f); /* surrogates, above 10ffff */
    return overlong || outside ? 0 : len;
}

size_t src_check_utf8(const struct src *s)
{
    const unsigned char *p = (const unsigned char *)s->text.data;
    size_t i = 0;
    for (size_t len; i < s->text.len && (len = utf8_length(p + i, s->text.len - i)) != 0;)
        i += len;
    return i;
}

/* Index of the line that holds off. */
static size_t find_line(const struct src *s, size_t off)
{
    size_t lo = 0, hi = s->lines;
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (s->line_start[mid] <= off)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

void src_position(const struct src *s, size_t off, size_t *line, size_t *column)
{
    if (off > s->text.len)
        off = s->text.len;
    size_t l = find_line(s, off);
    *line = l + 1;
    *column = 1;
    for (size_t i = s->line_start[l]; i < off; i++)
        *column += !is_continuation(s->text.data[i]);
}

/* Appends text on one line: tabs become blanks, other control characters and bytes that are no text become '?'. */
static void add_plain(struct buf *out, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    for (size_t i = 0; i < len;) {
        size_t n = utf8_length(p + i, len - i);
        bool control = n == 0 || p[i] < 0x20 || p[i] == 0x7f || (p[i] == 0xc2 && n == 2 && p[i + 1] < 0xa0);
        if (p[i] == '\t')
            buf_addch(out, ' ');
        else if (control)
            buf_addch(out, '?');
        else
            buf_add(out, text + i, n);
        i += n ? n : 1;
    }
}

static size_t count_chars(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += !is_continuation(text[i]);
    return n;
}

void src_excerpt(struct buf *out, const struct src *s, size_t off, size_t len)
{
    if (off > s->text.len)
        off = s->text.len;
    size_t line = find_line(s, off);
    size_t from = s->line_start[line];
    size_t end = from + strcspn(s->text.data + from, "\r\n");
    if (off > end)
        end = off; /* on the line end itself, or behind a NUL byte */
    if (len > end - off)
        len = end - off;
    bool cut_left = off - from > EXCERPT_WIDTH * 2 / 3, cut_right = false;
    if (cut_left) {
        from = off - EXCERPT_WIDTH / 3;
        while (from < off && is_continuation(s->text.data[from]))
            from++;
    }
    if (end - from > EXCERPT_WIDTH) {
        cut_right = true;
        end = from + EXCERPT_WIDTH;
        while (end > off && is_continuation(s->text.data[end]))
            end--;
    }
    if (off + len > end)
        len = end - off;
    buf_printf(out, "%5zu |%s%s", line + 1, end > from ? " " : "", cut_left ? "..." : "");
    add_plain(out, s->text.data + from, end - from);
    buf_printf(out, "%s\n      | ", cut_right ? "..." : "");
    buf_fill(out, ' ', count_chars(s->text.data + from, off - from) + (cut_left ? 3 : 0));
    buf_addch(out, '^');
    size_t chars = count_chars(s->text.data + off, len);
    buf_fill(out, '~', chars > 1 ? chars - 1 : 0);
    buf_addch(out, '\n');
}

struct loc loc_at(const struct src *s, size_t off, size_t len)
{
    return (struct loc){.src = s, .off = off, .len = len};
}

struct loc loc_file(const char *name)
{
    return (struct loc){.name = name};
}

struct loc loc_arg(const char *argument, int order)
{
    return (struct loc){.name = argument, .order = order};
}
