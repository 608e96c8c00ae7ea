/* SPDX-License-Identifier: Apache-2.0 */
#include "journal.h"
#include "outdir_fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "buf.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "journals and points files are written as they lie in memory");

#define RECORD_MAGIC 0x4b4c4254u /* "TBLK" */

struct record {
    uint32_t magic, crc;    /* of what follows, up to the end of the body */
    uint64_t block, length; /* of the body, which starts behind this */
};

/* The body: this, then the front, the best, and the points' offsets and columns. */
struct body {
    struct space_counts counts;
    uint32_t front, best, points, columns;
};

static uint32_t checksum(const struct record *r, const void *body)
{
    uLong crc = crc32_z(0, (const Bytef *)&r->block, sizeof r->block + sizeof r->length);
    return (uint32_t)crc32_z(crc, body, r->length);
}

static bool get(int fd, void *data, size_t size, uint64_t at)
{
    char *p = data;
    while (size > 0) {
        ssize_t n = pread(fd, p, size, (off_t)at);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        if (n > 0) {
            p += n;
            size -= (size_t)n;
            at += (uint64_t)n;
        }
    }
    return true;
}

/* Finds the records from the head to the first bad one. */
static void scan(struct journal *j, uint64_t size)
{
    struct record r;
    struct buf body = BUF_INIT;
    j->end = sizeof j->head;
    while (j->end + sizeof r <= size && get(j->fd, &r, sizeof r, j->end) && r.magic == RECORD_MAGIC &&
           r.block < j->head.blocks && r.length <= size - j->end - sizeof r) {
        buf_reset(&body);
        buf_fill(&body, 0, r.length);
        if (!get(j->fd, body.data, r.length, j->end + sizeof r) || checksum(&r, body.data) != r.crc)
            break;
        j->done += j->at[r.block] == 0;
        j->at[r.block] = j->end;
        j->end += sizeof r + r.length;
    }
    buf_release(&body);
}

int journal_open(struct journal *j, const char *path, const struct journal_head *head, bool read_only, bool *other)
{
    struct stat st;
    *j = (struct journal){.fd = open(path, read_only ? O_RDONLY | O_CLOEXEC : O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
    *other = false;
    if (j->fd < 0 || fstat(j->fd, &st) != 0)
        return errno;
    int error = 0;
    uint64_t size = (uint64_t)st.st_size;
    if (size < sizeof j->head && !read_only) { /* new, or torn before the first record */
        j->head = *head;
        error = ftruncate(j->fd, 0) == 0 ? fs_put(j->fd, head, sizeof *head, 0) : errno;
        size = sizeof j->head;
    } else if (!get(j->fd, &j->head, sizeof j->head, 0) || memcmp(j->head.magic, JOURNAL_MAGIC, 8) != 0 ||
               (head && memcmp(&j->head, head, sizeof *head) != 0) || j->head.blocks > UINT64_C(1) << 32) {
        *other = true;
        error = EEXIST;
    }
    if (error) {
        close(j->fd);
        j->fd = -1;
        return error;
    }
    j->path = buf_strdup(path);
    j->at = calloc(j->head.blocks + 1, sizeof *j->at);
    if (!j->at)
        abort();
    scan(j, size);
    if (!read_only && j->end < size && ftruncate(j->fd, (off_t)j->end) != 0)
        return errno;
    return 0;
}

void journal_close(struct journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    free(j->at);
    *j = (struct journal){.fd = -1};
}

bool journal_lock(const struct journal *j)
{
    return flock(j->fd, LOCK_EX | LOCK_NB) == 0;
}

int journal_append(struct journal *j, const struct block *b)
{
    enum metric column[METRIC_COUNT];
    int columns = block_columns(b->front.sweep, column);
    const struct block_points *p = &b->points;
    struct body body = {.counts = b->counts,
                        .front = (uint32_t)b->front.count,
                        .best = (uint32_t)b->best.count,
                        .points = p->count,
                        .columns = (uint32_t)columns};
    struct record r = {.magic = RECORD_MAGIC, .block = b->number};
    struct buf out = BUF_INIT;
    buf_add(&out, &r, sizeof r);
    buf_add(&out, &body, sizeof body);
    if (b->front.count)
        buf_add(&out, b->front.point, b->front.count * sizeof *b->front.point);
    if (b->best.count)
        buf_add(&out, b->best.point, b->best.count * sizeof *b->best.point);
    if (p->count)
        buf_add(&out, p->offset, p->count * sizeof *p->offset);
    for (int i = 0; i < columns && p->count; i++)
        buf_add(&out, p->column[column[i]], p->count * sizeof **p->column);
    r.length = out.len - sizeof r;
    r.crc = checksum(&r, out.data + sizeof r);
    memcpy(out.data, &r, sizeof r);
    int error = fs_put(j->fd, out.data, out.len, j->end);
    if (error) {
        if (ftruncate(j->fd, (off_t)j->end) != 0)
            error = errno; /* the torn end is cut off by the next run */
    } else {
        j->at[b->number] = j->end;
        j->done++;
        j->end += out.len;
    }
    buf_release(&out);
    return error;
}

/* Takes size bytes from the body. */
static bool take(const char **at, const char *end, void *to, size_t size)
{
    if ((size_t)(end - *at) < size)
        return false;
    if (size)
        memcpy(to, *at, size);
    *at += size;
    return true;
}

static bool unpack(struct block *b, const char *at, const char *end)
{
    enum metric column[METRIC_COUNT];
    struct body body;
    struct space_point p;
    struct block_points *q = &b->points;
    int columns = block_columns(b->front.sweep, column);
    if (!take(&at, end, &body, sizeof body) || body.columns != (uint32_t)columns)
        return false;
    b->counts = body.counts;
    for (uint32_t i = 0; i < body.front; i++) {
        if (!take(&at, end, &p, sizeof p))
            return false;
        front_append(&b->front, &p);
    }
    for (uint32_t i = 0; i < body.best; i++) {
        if (!take(&at, end, &p, sizeof p))
            return false;
        best_add(&b->best, &p);
    }
    if (body.points > (size_t)(end - at) / sizeof(float))
        return false;
    block_reserve(b, body.points);
    q->count = body.points;
    bool ok = take(&at, end, q->offset, body.points * sizeof *q->offset);
    for (int i = 0; i < columns; i++)
        ok = ok && take(&at, end, q->column[column[i]], body.points * sizeof **q->column);
    return ok && at == end;
}

bool journal_read(const struct journal *j, uint64_t number, struct block *b)
{
    struct record r;
    struct buf body = BUF_INIT;
    if (number >= j->head.blocks || !j->at[number] || !get(j->fd, &r, sizeof r, j->at[number]))
        return false;
    block_clear(b, number);
    buf_fill(&body, 0, r.length);
    bool ok = get(j->fd, body.data, r.length, j->at[number] + sizeof r) && checksum(&r, body.data) == r.crc &&
              unpack(b, body.data, body.data + body.len);
    buf_release(&body);
    return ok;
}
