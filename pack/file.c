/* SPDX-License-Identifier: Apache-2.0 */
/* file.c -- files read at offsets: memory stays small whatever their size is. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pack.h"

bool pack_file_open(struct pack_file *f, const char *path, struct diag *d)
{
    struct stat st;
    *f = (struct pack_file){.fd = open(path, O_RDONLY | O_CLOEXEC), .name = path};
    if (f->fd < 0 || fstat(f->fd, &st) != 0) {
        diag_error(d, DIAG_FILE_READ, loc_file(path), "cannot read '%s': %s", diag_quote(path).s, strerror(errno));
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        diag_error(d, DIAG_FILE_READ, loc_file(path), "cannot read '%s': it is no regular file", diag_quote(path).s);
        diag_help(d, "tensors are read at their offsets: save a stream as a file first");
        return false;
    }
    f->size = (uint64_t)st.st_size;
    return true;
}

void pack_file_close(struct pack_file *f)
{
    if (f->fd >= 0)
        close(f->fd);
    f->fd = -1;
}

bool pack_file_read(const struct pack_file *f, uint64_t at, void *data, size_t size, const char *what, struct diag *d)
{
    size_t done = 0;
    int error = 0;
    if (at <= f->size && size <= f->size - at) {
        if (f->fd < 0) {
            if (size > 0)
                memcpy(data, f->memory + at, size);
            return true;
        }
        while (done < size) {
            ssize_t n = pread(f->fd, (char *)data + done, size - done, (off_t)(at + done));
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0) {
                error = n < 0 ? errno : 0;
                break;
            }
            done += (size_t)n;
        }
        if (done == size)
            return true;
    }
    if (error)
        diag_error(d, DIAG_FILE_READ, loc_file(f->name), "cannot read '%s': %s", diag_quote(f->name).s,
                   strerror(error));
    else {
        diag_error(d, DIAG_PACK_TRUNCATED, loc_file(f->name), "%s%s%s needs %zu bytes at byte %llu, the file has %llu",
                   what ? "tensor '" : "the header", what ? diag_quote(what).s : "", what ? "'" : "", size,
                   (unsigned long long)at, (unsigned long long)f->size);
        diag_help(d, "the file is truncated: copy or download it again");
    }
    return false;
}
