/* SPDX-License-Identifier: Apache-2.0 */
/* source.c -- opens files of all formats; what their lists of tensors have in common. */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "pack.h"

struct pack_tensor *pack_add(struct pack_source *s, const char *name, size_t length)
{
    if ((s->count & (s->count - 1)) == 0) /* room for the next power of two */
        s->tensor = buf_realloc(s->tensor, s->count ? 2 * s->count : 1, sizeof *s->tensor);
    struct pack_tensor *t = &s->tensor[s->count++];
    *t = (struct pack_tensor){.type = PACK_OTHER, .type_name = "?"};
    t->name = buf_realloc(NULL, length + 1, 1);
    memcpy(t->name, name, length);
    t->name[length] = 0;
    return t;
}

bool pack_elements(const struct pack_tensor *t, uint64_t *count)
{
    *count = 1;
    for (int i = 0; i < t->dims; i++) {
        if (t->shape[i] == 0 || t->shape[i] > (UINT64_C(1) << 62) / *count)
            return false;
        *count *= t->shape[i];
    }
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct pack_tensor *const *)a)->name, (*(const struct pack_tensor *const *)b)->name);
}

static int by_offset(const void *a, const void *b)
{
    const struct pack_tensor *x = *(const struct pack_tensor *const *)a, *y = *(const struct pack_tensor *const *)b;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->bytes != y->bytes ? (x->bytes < y->bytes ? -1 : 1) : 0;
}

static bool check_sorted(const struct pack_source *s, const struct pack_tensor **list, uint64_t start, uint64_t align,
                         struct diag *d)
{
    qsort(list, s->count, sizeof *list, by_name);
    for (size_t i = 1; i < s->count; i++)
        if (strcmp(list[i - 1]->name, list[i]->name) == 0) {
            diag_error(d, DIAG_PACK_FORM, loc_file(s->file.name),
                       "two tensors have the name '%s', with data at bytes %llu and %llu", diag_quote(list[i]->name).s,
                       (unsigned long long)list[i - 1]->at, (unsigned long long)list[i]->at);
            return false;
        }
    qsort(list, s->count, sizeof *list, by_offset);
    uint64_t expected = start; /* no wrap: start, at and bytes are below the file's size + 2^21 */
    for (size_t i = 0; i < s->count; i++) {
        const struct pack_tensor *t = list[i];
        if (t->at != expected) {
            diag_error(d, DIAG_PACK_OFFSETS, loc_file(s->file.name),
                       "the data of tensor '%s' are said to begin at byte %llu, those before it end so that they begin "
                       "at byte %llu",
                       diag_quote(t->name).s, (unsigned long long)t->at, (unsigned long long)expected);
            diag_help(d, "the file was damaged, or written with another block size for one of its types");
            return false;
        }
        if (t->bytes > s->file.size || t->at > s->file.size - t->bytes) {
            diag_error(d, DIAG_PACK_TRUNCATED, loc_file(s->file.name),
                       "tensor '%s' takes %llu bytes from byte %llu on, the file has %llu", diag_quote(t->name).s,
                       (unsigned long long)t->bytes, (unsigned long long)t->at, (unsigned long long)s->file.size);
            diag_help(d, "the file is truncated: copy or download it again");
            return false;
        }
        expected = start + (t->at + t->bytes - start + align - 1) / align * align;
    }
    if (s->file.size > expected && s->count > 0) {
        diag_error(d, DIAG_PACK_OFFSETS, loc_file(s->file.name),
                   "the tensors end at byte %llu, the file has %llu bytes", (unsigned long long)expected,
                   (unsigned long long)s->file.size);
        diag_help(d, "the file was damaged, or written with another block size for one of its types");
        return false;
    }
    return true;
}

bool pack_check_tensors(const struct pack_source *s, uint64_t start, uint64_t align, struct diag *d)
{
    const struct pack_tensor **list = buf_realloc(NULL, s->count + 1, sizeof *list);
    for (size_t i = 0; i < s->count; i++)
        list[i] = &s->tensor[i];
    bool ok = check_sorted(s, list, start, align, d);
    free(list);
    return ok;
}

static bool open_header(struct pack_source *s, struct diag *d)
{
    uint8_t head[9] = {0};
    size_t size = s->file.size < sizeof head ? (size_t)s->file.size : sizeof head;
    if (!pack_file_read(&s->file, 0, head, size, NULL, d))
        return false;
    if (memcmp(head, "GGUF", 4) == 0) {
        s->format = PACK_GGUF;
        return pack_gguf(s, d);
    }
    if (memcmp(head, "\x93NUMPY", 6) == 0) {
        s->format = PACK_NPY;
        return pack_npy(s, d);
    }
    if (head[8] == '{') {
        s->format = PACK_SAFETENSORS;
        return pack_safetensors(s, d);
    }
    diag_error(d, DIAG_PACK_FORM, loc_file(s->file.name), "neither GGUF nor safetensors nor .npy, at byte 0");
    diag_help(d, "convert the model to one of these formats");
    return false;
}

bool pack_open(struct pack_source *s, const char *path, struct diag *d)
{
    *s = (struct pack_source){.rule = PACK_RULE_UNKNOWN};
    return pack_file_open(&s->file, path, d) && open_header(s, d);
}

bool pack_open_memory(struct pack_source *s, const char *name, const uint8_t *data, size_t size, struct diag *d)
{
    *s = (struct pack_source){.file = {-1, data, size, name}, .rule = PACK_RULE_UNKNOWN};
    return open_header(s, d);
}

void pack_close(struct pack_source *s)
{
    for (size_t i = 0; i < s->count; i++)
        free(s->tensor[i].name);
    free(s->tensor);
    s->tensor = NULL;
    s->count = 0;
    pack_file_close(&s->file);
}

const struct pack_tensor *pack_find(const struct pack_source *s, const char *name, struct diag *d)
{
    for (size_t i = 0; i < s->count && name; i++)
        if (strcmp(s->tensor[i].name, name) == 0)
            return &s->tensor[i];
    if (!name && s->count == 1)
        return &s->tensor[0];
    if (!name)
        diag_error(d, DIAG_PACK_NO_TENSOR, loc_file(s->file.name), "the file holds %zu tensors, which one is not said",
                   s->count);
    else
        diag_error(d, DIAG_PACK_NO_TENSOR, loc_file(s->file.name), "the file holds no tensor '%s'", diag_quote(name).s);
    const char **words = buf_realloc(NULL, s->count + 1, sizeof *words);
    for (size_t i = 0; i < s->count; i++)
        words[i] = s->tensor[i].name;
    words[s->count] = NULL;
    const char *near = name ? diag_nearest(name, words) : NULL;
    if (near)
        diag_help(d, "did you mean --tensor '%s'?", diag_quote(near).s);
    else
        diag_help(d, "tlut-pack info lists the tensors: name one with --tensor");
    free(words);
    return NULL;
}
