/* SPDX-License-Identifier: Apache-2.0 */
/* npyfile.c -- a .npy file as a source of one tensor, named "array". The elements stay in the file. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "npy.h"
#include "pack.h"

static bool add_array(struct pack_source *s, const uint8_t *file, struct diag *d)
{
    struct npy n;
    if (!npy_parse(&n, s->file.name, file, (size_t)s->file.size, d)) /* reads the header alone */
        return false;
    struct pack_tensor *t = pack_add(s, "array", strlen("array"));
    t->type_name = npy_type_name(n.type);
    t->type = n.type == NPY_INT8      ? PACK_INT8
              : n.type == NPY_FLOAT16 ? PACK_F16
              : n.type == NPY_FLOAT32 ? PACK_F32
                                      : PACK_OTHER;
    t->dims = n.dims;
    for (int i = 0; i < n.dims; i++)
        t->shape[i] = (uint64_t)n.shape[2 - n.dims + i];
    t->rows = n.shape[0];
    t->cols = n.shape[1];
    t->fortran = n.fortran;
    t->at = (uint64_t)(n.data - file);
    t->bytes = s->file.size - t->at;
    return true;
}

bool pack_npy(struct pack_source *s, struct diag *d)
{
    if (s->file.fd < 0)
        return add_array(s, s->file.memory, d);
    void *map = mmap(NULL, (size_t)s->file.size, PROT_READ, MAP_PRIVATE, s->file.fd, 0);
    if (map == MAP_FAILED) {
        diag_error(d, DIAG_FILE_READ, loc_file(s->file.name), "cannot read '%s': %s", diag_quote(s->file.name).s,
                   strerror(errno));
        return false;
    }
    bool ok = add_array(s, map, d);
    munmap(map, (size_t)s->file.size);
    return ok;
}
