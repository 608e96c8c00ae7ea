/* SPDX-License-Identifier: Apache-2.0 */
#include "keyfile.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "drive_pack.h"
#include "gemv.h"

enum { HEAD = 16, HEADER_MAX = 1 << 20 };

/* The parameters that say how keys look and in which order they come. */
static const enum param shaping[] = {PARAM_kind,  PARAM_mu,    PARAM_luts,     PARAM_fetchers,
                                     PARAM_cores, PARAM_reuse, PARAM_encoding, PARAM_weight_bits};

static bool refuse(const char *path, struct diag *d, const char *help, const char *why)
{
    diag_error(d, DIAG_KEY_FILE, loc_file(path), "%s", why);
    diag_help(d, "%s", help);
    return false;
}

static const char again[] = "write the keys with tlut-pack keys, for this matrix and this architecture";

/* The JSON object of the header. NULL after a diagnostic. */
static json_t *read_header(struct keyfile *k, const char *path, struct diag *d)
{
    uint8_t head[HEAD];
    uint32_t at = 0;
    if (fread(head, 1, HEAD, k->f) == HEAD && memcmp(head, "TLUTKEYS\1\0\0\0", 12) == 0)
        at = (uint32_t)head[12] | (uint32_t)head[13] << 8 | (uint32_t)head[14] << 16 | (uint32_t)head[15] << 24;
    if (at <= HEAD || at % 64 != 0 || at > HEADER_MAX) {
        refuse(path, d, again, "this is no file of keys of version 1");
        return NULL;
    }
    char *text = buf_realloc(NULL, at - HEAD, 1);
    bool whole = fread(text, 1, at - HEAD, k->f) == at - HEAD;
    json_t *root = whole ? json_loadb(text, at - HEAD, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    k->first = at;
    if (!json_is_object(root)) {
        json_decref(root);
        root = NULL;
        refuse(path, d, again, "the header of this file of keys is damaged");
    }
    return root;
}

static bool same_parameter(const json_t *arch, enum param p, const struct arch *a, const char *path, struct diag *d)
{
    char number[16];
    const char *want = param_value_text(p, arch_get(a, p), number);
    struct buf name = BUF_INIT;
    buf_printf(&name, "%s/@%s", param_table[p].element, param_table[p].attribute);
    const char *got = json_string_value(json_object_get(arch, name.data));
    bool same = got && strcmp(got, want) == 0;
    if (!same) {
        diag_error(d, DIAG_KEY_FILE, loc_file(path), "the keys are of an architecture with %s=%s, not %s", name.data,
                   got ? diag_quote(got).s : "?", want);
        diag_help(d, "%s", again);
    }
    buf_release(&name);
    return same;
}

static bool same_shape(const json_t *root, int64_t m, int64_t n, const char *path, struct diag *d)
{
    int64_t rows = json_integer_value(json_object_get(root, "rows"));
    int64_t cols = json_integer_value(json_object_get(root, "cols"));
    if (rows == m && cols == n)
        return true;
    diag_error(d, DIAG_KEY_FILE, loc_file(path), "the keys are of a matrix of %lld x %lld, the weights are %lld x %lld",
               (long long)rows, (long long)cols, (long long)m, (long long)n);
    diag_help(d, "%s", again);
    return false;
}

static bool right_length(struct keyfile *k, const char *path, struct diag *d)
{
    int64_t want = k->first + k->beats * (int64_t)k->beat_bytes,
            size = fseek(k->f, 0, SEEK_END) == 0 ? ftell(k->f) : -1;
    if (size == want)
        return true;
    diag_error(d, DIAG_KEY_FILE, loc_file(path),
               "the file has %lld bytes; %lld beats of %lld bytes from byte %lld on are %lld", (long long)size,
               (long long)k->beats, (long long)k->beat_bytes, (long long)k->first, (long long)want);
    diag_help(d, "%s", again);
    return false;
}

bool keyfile_open(struct keyfile *k, const char *path, const struct arch *a, const struct dims *dims, int64_t m,
                  int64_t n, struct diag *d)
{
    struct gemv g = {.arch = a, .dims = dims, .m = m, .n = n};
    gemv_init(&g);
    *k = (struct keyfile){
        .next = -1, .beat_bytes = (size_t)((dims->key_tdata_w + 7) / 8), .payload = dims->key_beat_bits};
    for (int64_t p = 0; p < g.passes; p++)
        k->beats += g.tiles * gemv_group(&g, p);
    k->f = fopen(path, "rb");
    if (!k->f) {
        diag_error(d, DIAG_FILE_READ, loc_file(path), "cannot read '%s': %s", diag_quote(path).s, strerror(errno));
        return false;
    }
    json_t *root = read_header(k, path, d);
    if (!root)
        return false;
    const json_t *arch = json_object_get(root, "arch");
    bool ok = same_shape(root, m, n, path, d);
    for (size_t i = 0; ok && i < sizeof shaping / sizeof *shaping; i++)
        ok = same_parameter(arch, shaping[i], a, path, d);
    if (ok && a->kind == KIND_MULTIPLIER && a->weight_bits == WEIGHT_BITS_B)
        ok = same_parameter(arch, PARAM_act, a, path, d); /* weights are written as numbers of that type */
    ok = ok && right_length(k, path, d);
    json_decref(root);
    k->bytes = buf_realloc(NULL, k->beat_bytes, 1);
    return ok;
}

void keyfile_close(struct keyfile *k)
{
    if (k->f)
        fclose(k->f);
    free(k->bytes);
    *k = (struct keyfile){0};
}

void keyfile_bits(void *keyfile, int64_t i, uint32_t *word)
{
    struct keyfile *k = keyfile;
    memset(k->bytes, 0, k->beat_bytes);
    if (i == k->next || fseek(k->f, (long)(k->first + i * (int64_t)k->beat_bytes), SEEK_SET) == 0) {
        size_t got = fread(k->bytes, 1, k->beat_bytes, k->f);
        k->next = got == k->beat_bytes ? i + 1 : -1;
    }
    for (int64_t at = 0; at < k->payload; at += 8)
        pack_put(word, at, k->payload - at < 8 ? (int)(k->payload - at) : 8, k->bytes[at / 8]);
}
