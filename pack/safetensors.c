/* SPDX-License-Identifier: Apache-2.0 */
/* safetensors.c -- 8 bytes with the length of a header in JSON, the header, then data without gaps. Packed checkpoints
 * store four output rows in one byte, a quarter of all rows apart: uint8 {M/4, N} is a matrix of M rows.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "pack.h"

enum { HEADER_LIMIT = 100000000 }; /* bytes, as the format has it */

static const struct kind {
    const char *name;
    uint64_t bytes;
    enum pack_type type;
} kinds[] = {
    {"U8", 1, PACK_U8},     {"I8", 1, PACK_INT8},       {"F16", 2, PACK_F16},       {"BF16", 2, PACK_BF16},
    {"F32", 4, PACK_F32},   {"BOOL", 1, PACK_OTHER},    {"I16", 2, PACK_OTHER},     {"U16", 2, PACK_OTHER},
    {"I32", 4, PACK_OTHER}, {"U32", 4, PACK_OTHER},     {"F64", 8, PACK_OTHER},     {"I64", 8, PACK_OTHER},
    {"U64", 8, PACK_OTHER}, {"F8_E4M3", 1, PACK_OTHER}, {"F8_E5M2", 1, PACK_OTHER},
};

static bool fail(const struct pack_source *s, struct diag *d, const char *name, const char *what)
{
    diag_error(d, DIAG_PACK_FORM, loc_file(s->file.name), "tensor '%s' in the header from byte 8 on: %s",
               diag_quote(name).s, what);
    diag_help(d, "the file is damaged or no safetensors file: copy or download it again");
    return false;
}

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; name && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

/* A whole number of at least 0. */
static bool whole(const json_t *v, uint64_t *out)
{
    if (!json_is_integer(v) || json_integer_value(v) < 0)
        return false;
    *out = (uint64_t)json_integer_value(v);
    return true;
}

static bool shape(struct pack_tensor *t, const json_t *list)
{
    if (!json_is_array(list) || json_array_size(list) > PACK_MAX_DIMS)
        return false;
    t->dims = (int)json_array_size(list);
    for (int i = 0; i < t->dims; i++)
        if (!whole(json_array_get(list, (size_t)i), &t->shape[i]))
            return false;
    return true;
}

static bool add(struct pack_source *s, const char *name, const json_t *entry, uint64_t start, struct diag *d)
{
    const char *dtype = json_string_value(json_object_get(entry, "dtype"));
    const json_t *offsets = json_object_get(entry, "data_offsets");
    const struct kind *k = find_kind(dtype);
    uint64_t begin, end, count;
    if (strlen(name) == 0 || strlen(name) > PACK_MAX_NAME)
        return fail(s, d, name, "its name is empty or longer than 255 bytes");
    if (!dtype || !json_is_array(offsets) || json_array_size(offsets) != 2 ||
        !whole(json_array_get(offsets, 0), &begin) || !whole(json_array_get(offsets, 1), &end) || begin > end)
        return fail(s, d, name, "dtype, shape or data_offsets are missing or no proper values");
    if (!k) {
        diag_error(d, DIAG_PACK_TYPE, loc_file(s->file.name),
                   "tensor '%s' has the unknown type '%s', its data begin at byte %llu", diag_quote(name).s,
                   diag_quote(dtype).s, (unsigned long long)(start + begin));
        diag_help(d, "convert it to int8, bfloat16, float16 or float32");
        return false;
    }
    struct pack_tensor *t = pack_add(s, name, strlen(name));
    t->type_name = k->name;
    t->type = k->type;
    if (!shape(t, json_object_get(entry, "shape")))
        return fail(s, d, name, "its shape is no list of up to 8 numbers");
    if (!pack_elements(t, &count))
        return fail(s, d, name, "it is empty or larger than 2^62 elements");
    if (begin > s->file.size || end > s->file.size - start) {
        diag_error(d, DIAG_PACK_TRUNCATED, loc_file(s->file.name),
                   "tensor '%s' ends at byte %llu of the data, the file has %llu behind the header at byte %llu",
                   diag_quote(name).s, (unsigned long long)end, (unsigned long long)(s->file.size - start),
                   (unsigned long long)start);
        diag_help(d, "the file is truncated: copy or download it again");
        return false;
    }
    if (count > s->file.size || end - begin != count * k->bytes) {
        diag_error(d, DIAG_PACK_OFFSETS, loc_file(s->file.name),
                   "tensor '%s' at byte %llu has %llu bytes, its shape takes %llu elements of %llu", diag_quote(name).s,
                   (unsigned long long)(start + begin), (unsigned long long)(end - begin), (unsigned long long)count,
                   (unsigned long long)k->bytes);
        return false;
    }
    t->at = start + begin;
    t->bytes = end - begin;
    if (t->dims == 2) {
        t->rows = (int64_t)t->shape[0] * (t->type == PACK_U8 ? 4 : 1);
        t->cols = (int64_t)t->shape[1];
    }
    return true;
}

/* The model's configuration beside the file says whether weights are multiplied by the scale (its linear layers are of
 * class autobitlinear) or divided (another class, or none). */
static enum pack_rule config_rule(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buf name = BUF_INIT;
    buf_add(&name, path, slash ? (size_t)(slash - path) + 1 : 0);
    buf_addstr(&name, "config.json");
    json_t *root = json_load_file(name.data, JSON_REJECT_DUPLICATES, NULL);
    const json_t *q = json_object_get(root, "quantization_config");
    const char *method = json_string_value(json_object_get(q, "quant_method"));
    const char *class = json_string_value(json_object_get(q, "linear_class"));
    enum pack_rule rule = PACK_RULE_UNKNOWN;
    if (method && strcmp(method, "bitnet") == 0)
        rule = class && strcmp(class, "autobitlinear") == 0 ? PACK_MULTIPLIED : PACK_DIVIDED;
    json_decref(root);
    buf_release(&name);
    return rule;
}

static bool read_list(struct pack_source *s, const char *text, size_t size, struct diag *d)
{
    json_error_t error;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error), *entry;
    const char *name;
    bool ok = json_is_object(root);
    if (!ok) {
        diag_error(d, DIAG_PACK_FORM, loc_file(s->file.name), "the header is no proper JSON object: %s, at byte %llu",
                   root ? "something else" : diag_quote(error.text).s, 8 + (unsigned long long)error.position);
        diag_help(d, "the file is damaged or no safetensors file: copy or download it again");
    }
    if (ok)
        json_object_foreach(root, name, entry)
        {
            if (strcmp(name, "__metadata__") != 0 && !add(s, name, entry, 8 + size, d)) {
                ok = false;
                break;
            }
        }
    json_decref(root);
    return ok;
}

bool pack_safetensors(struct pack_source *s, struct diag *d)
{
    uint8_t head[8];
    uint64_t size = 0;
    if (!pack_file_read(&s->file, 0, head, sizeof head, NULL, d))
        return false;
    for (int i = 0; i < 8; i++)
        size |= (uint64_t)head[i] << 8 * i;
    if (size > s->file.size - 8 || size > HEADER_LIMIT) {
        diag_error(d, DIAG_PACK_TRUNCATED, loc_file(s->file.name),
                   "the header is said to have %llu bytes from byte 8 on, the file has %llu", (unsigned long long)size,
                   (unsigned long long)(s->file.size - 8));
        diag_help(d, "the file is truncated or no safetensors file: copy or download it again");
        return false;
    }
    char *text = buf_realloc(NULL, (size_t)size + 1, 1);
    bool ok = pack_file_read(&s->file, 8, text, (size_t)size, NULL, d) && read_list(s, text, (size_t)size, d) &&
              pack_check_tensors(s, 8 + size, 1, d);
    free(text);
    if (ok && s->file.fd >= 0)
        s->rule = config_rule(s->file.name);
    return ok;
}
