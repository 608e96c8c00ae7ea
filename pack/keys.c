/* SPDX-License-Identifier: Apache-2.0 */
/* keys.c -- walks a matrix in the order of the key beats, and writes them. */
#include "keys.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "digest.h"

enum { BUFFER = 1 << 21, HEAD = 16, SLACK = 16 }; /* bytes */

bool keys_walk_init(struct keys_walk *w, struct pack_reader *reader, const struct arch *a, const struct dims *d)
{
    const struct pack_tensor *t = reader->tensor;
    *w = (struct keys_walk){.reader = reader, .arch = a, .dims = d, .pass = -1};
    w->gemv = (struct gemv){.arch = a, .dims = d, .m = t->rows, .n = t->cols};
    gemv_init(&w->gemv);
    w->pass_rows = (int64_t)d->outputs * a->reuse;
    w->pass_rows = w->pass_rows < t->rows ? w->pass_rows : t->rows;
    /* So many tiles that the buffer stays in a cache, but rows are read in pieces of some size. */
    int64_t cols = BUFFER / w->pass_rows > 1024 ? BUFFER / w->pass_rows : 1024;
    w->span = cols / d->n > 1 ? cols / d->n : 1;
    w->span = w->span < w->gemv.tiles ? w->span : w->gemv.tiles;
    w->stride = w->span * d->n;
    if (w->stride > INT64_C(1) << 36 || w->pass_rows > (INT64_C(1) << 36) / w->stride) {
        diag_error(reader->diag, DIAG_PACK_SHAPE, loc_file(reader->src->file.name),
                   "a pass over tensor '%s' has %lld rows, which is too many to hold", diag_quote(t->name).s,
                   (long long)w->pass_rows);
        diag_help(reader->diag, "take an architecture with a smaller reuse");
        return false;
    }
    w->codes = buf_realloc(NULL, (size_t)(w->pass_rows * w->stride), 1);
    w->beat_bytes = (size_t)((d->key_tdata_w + 7) / 8);
    return true;
}

void keys_walk_release(struct keys_walk *w)
{
    free(w->codes);
    w->codes = NULL;
}

static bool fill(struct keys_walk *w, int64_t pass, int64_t tile)
{
    int64_t first = pass * (int64_t)w->dims->outputs * w->arch->reuse, col = tile * w->dims->n;
    int64_t rows = w->gemv.m - first < w->pass_rows ? w->gemv.m - first : w->pass_rows;
    int64_t cols = w->gemv.n - col < w->stride ? w->gemv.n - col : w->stride;
    w->pass = pass;
    w->tile = tile;
    if (cols < w->stride)
        memset(w->codes, 1, (size_t)(w->pass_rows * w->stride));
    return pack_reader_block(w->reader, first, rows, col, cols, w->codes, (size_t)w->stride);
}

/* Not memcpy(): most tiles are short. Copies up to 15 bytes too many. */
static inline void copy_codes(uint8_t *to, const uint8_t *from, int64_t n, int64_t left)
{
    if (left < n + 15) {
        memcpy(to, from, (size_t)n);
        return;
    }
    for (int64_t i = 0; i < n; i += 16)
        memcpy(to + i, from + i, 16);
}

/* In the order of the beats: groups of a span of tiles, tile by tile. */
bool keys_walk_beat(struct keys_walk *w, int64_t pass, int64_t tile, int r, uint8_t *codes)
{
    const int64_t n = w->dims->n, outputs = w->dims->outputs;
    if ((pass != w->pass || tile < w->tile || tile >= w->tile + w->span) && !fill(w, pass, tile))
        return false;
    int64_t row = r * outputs, have = w->gemv.m - pass * outputs * w->arch->reuse - row;
    have = have < outputs ? have : outputs;
    const uint8_t *from = w->codes + row * w->stride + (tile - w->tile) * n, *end = w->codes + w->pass_rows * w->stride;
    for (int64_t k = 0; k < have; k++, from += w->stride)
        copy_codes(codes + k * n, from, n, end - from);
    memset(codes + have * n, 1, (size_t)((outputs - have) * n + SLACK));
    return true;
}

static const char *rule_word(const struct pack_reader *r)
{
    static const char *const words[] = {"none", "multiply", "divide", "unknown"};
    return r->scales_differ ? "per-block" : words[r->rule];
}

/* The scale of blocks is known only after they were read: the header is written again at the end, in the same room. */
static void header(const struct keys_walk *w, struct buf *out)
{
    const struct pack_reader *r = w->reader;
    const struct pack_tensor *t = r->tensor;
    const struct dims *d = w->dims;
    char digest[DIGEST_HEX], number[16];
    int64_t beats = 0;
    json_t *arch = json_object();
    digest_arch(w->arch, digest);
    for (int p = 0; p < PARAM_COUNT; p++) {
        struct buf key = BUF_INIT;
        buf_printf(&key, "%s/@%s", param_table[p].element, param_table[p].attribute);
        json_object_set_new(arch, key.data,
                            json_string(param_value_text((enum param)p, arch_get(w->arch, (enum param)p), number)));
        buf_release(&key);
    }
    for (int64_t p = 0; p < w->gemv.passes; p++)
        beats += w->gemv.tiles * gemv_group(&w->gemv, p);
    json_t *name = json_string(t->name), *root = json_object();
    json_object_set_new(root, "tensor", name ? name : json_null());
    json_object_set_new(root, "type", json_string(t->type_name));
    json_object_set_new(root, "rows", json_integer(t->rows));
    json_object_set_new(root, "cols", json_integer(t->cols));
    bool scaled = r->rule != PACK_UNSCALED && !r->scales_differ;
    json_object_set_new(root, "scale", scaled ? json_real(r->scale) : json_null());
    json_object_set_new(root, "scale_rule", json_string(rule_word(r)));
    json_object_set_new(root, "beats", json_integer(beats));
    json_object_set_new(root, "beat_bits", json_integer(d->key_beat_bits));
    json_object_set_new(root, "beat_bytes", json_integer((json_int_t)w->beat_bytes));
    json_object_set_new(root, "passes", json_integer(w->gemv.passes));
    json_object_set_new(root, "tiles", json_integer(w->gemv.tiles));
    json_object_set_new(root, "group", json_integer(gemv_group(&w->gemv, 0)));
    json_object_set_new(root, "last_group", json_integer(gemv_group(&w->gemv, w->gemv.passes - 1)));
    json_object_set_new(root, "digest", json_string(digest));
    json_object_set_new(root, "arch", arch);
    char *text = json_dumps(root, JSON_REAL_PRECISION(17));
    buf_addstr(out, text ? text : "{}");
    free(text);
    json_decref(root);
}

static void put_header(const struct keys_walk *w, uint32_t *room, FILE *f)
{
    struct buf text = BUF_INIT;
    uint8_t head[HEAD] = "TLUTKEYS";
    header(w, &text);
    if (*room == 0) /* with some more, for the scale */
        *room = (uint32_t)(HEAD + text.len + 48 + 63) / 64 * 64;
    head[8] = 1;
    for (int i = 0; i < 4; i++)
        head[12 + i] = (uint8_t)(*room >> 8 * i);
    buf_fill(&text, ' ', *room - HEAD - 1 - text.len);
    buf_addch(&text, '\n');
    fwrite(head, 1, HEAD, f);
    fwrite(text.data, 1, text.len, f);
    buf_release(&text);
}

static bool put_beats(struct keys_walk *w, const struct keys_coder *coder, FILE *f)
{
    int64_t keys = (int64_t)w->dims->outputs * w->arch->luts;
    uint8_t *codes = buf_realloc(NULL, (size_t)w->dims->outputs * (size_t)w->dims->n + 2 * SLACK, 1);
    uint8_t *beat = buf_realloc(NULL, w->beat_bytes + SLACK, 1);
    bool ok = true;
    memset(beat, 0, w->beat_bytes + SLACK);
    for (int64_t pass = 0; pass < w->gemv.passes && ok; pass++) {
        int group = gemv_group(&w->gemv, pass);
        for (int64_t tile = 0; tile < w->gemv.tiles && ok; tile++)
            for (int r = 0; r < group && ok; r++) {
                ok = keys_walk_beat(w, pass, tile, r, codes);
                if (ok) {
                    keys_encode(coder, codes, keys, beat);
                    fwrite(beat, 1, w->beat_bytes, f);
                    ok = !ferror(f);
                }
            }
    }
    free(codes);
    free(beat);
    return ok;
}

bool keys_write(struct pack_reader *reader, const struct arch *a, const struct dims *d, FILE *f)
{
    struct keys_walk w;
    struct keys_coder coder;
    uint32_t room = 0;
    keys_coder_init(&coder, a, d);
    bool ok = keys_walk_init(&w, reader, a, d);
    if (ok) {
        put_header(&w, &room, f);
        ok = put_beats(&w, &coder, f);
    }
    if (ok && fseek(f, 0, SEEK_SET) == 0)
        put_header(&w, &room, f);
    keys_walk_release(&w);
    return ok;
}
