/* SPDX-License-Identifier: Apache-2.0 */
/* keys_check.c -- reads a file of keys back. It divides and shifts where coder.c has tables, so that a mistake in one
 * of them shows.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "keys.h"

enum { HEAD = 16, SLACK = 16 };

static uint32_t bits(const uint8_t *beat, int64_t at, int width)
{
    uint32_t v = 0;
    for (int i = 0; i < width; i++)
        v |= (uint32_t)(beat[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return v;
}

/* A key of mu weights as codes; 3 if it names none. */
static void key_codes(const struct keys_walk *w, uint32_t key, uint8_t *codes)
{
    const struct dims *d = w->dims;
    if (w->arch->kind == KIND_MULTIPLIER && w->arch->weight_bits == WEIGHT_BITS_B) {
        uint32_t minus = d->act_float ? 1u << (d->act_w - 1) : 0;
        uint32_t one = d->act_float ? (1u << (d->exp_w - 1)) - 1 : 1;
        one = d->act_float ? one << d->man_w : one;
        minus = d->act_float ? minus | one : (uint32_t)((UINT64_C(1) << d->act_w) - 1);
        *codes = key == 0 ? 1 : key == one ? 2 : key == minus ? 0 : 3;
        return;
    }
    int v = d->entries - (int)(key & ((1u << d->idx_w) - 1)); /* magnitude of the weights as a number of base 3 */
    bool legal = v >= 0 && !(v == 0 && key >> d->idx_w);      /* a negative zero is not written */
    v = (key >> d->idx_w ? -v : v) + d->entries;              /* the codes as a number of base 3 */
    for (int i = d->mu - 1; i >= 0; i--, v /= 3)
        codes[i] = (uint8_t)(legal ? v % 3 : 3);
}

/* Unpacks a beat, with the zeros that fill up the last byte of pack5; *used is the number of bits that have a
 * meaning. */
static void unpack(const struct keys_walk *w, const uint8_t *beat, uint8_t *codes, int64_t *used)
{
    const struct dims *d = w->dims;
    int64_t keys = (int64_t)d->outputs * w->arch->luts, trits = keys * d->mu;
    if (w->arch->encoding == ENCODING_DENSE) {
        for (int64_t i = 0; i < keys; i++)
            key_codes(w, bits(beat, i * d->key_w, d->key_w), codes + i * d->mu);
        *used = keys * d->key_w;
        return;
    }
    int64_t all = w->arch->encoding == ENCODING_PACK5 ? (trits + 4) / 5 * 5 : trits;
    for (int64_t i = 0; i < all; i++)
        if (w->arch->encoding == ENCODING_TRIT2)
            codes[i] = (uint8_t)bits(beat, 2 * i, 2);
        else {
            static const int weight[5] = {81, 27, 9, 3, 1};
            int byte = beat[i / 5];
            codes[i] = (uint8_t)(byte < 243 ? byte / weight[i % 5] % 3 : 3);
        }
    *used = w->arch->encoding == ENCODING_TRIT2 ? 2 * trits : all / 5 * 8;
}

static bool differs(const struct keys_walk *w, const char *path, int64_t beat, uint64_t at, const char *what)
{
    diag_error(w->reader->diag, DIAG_PACK_CHECK, loc_file(path), "beat %lld at byte %llu: %s", (long long)beat,
               (unsigned long long)at, what);
    diag_help(w->reader->diag, "write the keys again, from the same tensor and architecture");
    return false;
}

static bool same_beat(const struct keys_walk *w, const uint8_t *beat, const uint8_t *want, uint8_t *got)
{
    int64_t used, count = (int64_t)w->dims->outputs * w->dims->n;
    unpack(w, beat, got, &used);
    if (memcmp(got, want, (size_t)count) != 0)
        return false;
    for (int64_t i = count; i < (count + 4) / 5 * 5 && w->arch->encoding == ENCODING_PACK5; i++)
        if (got[i] != 1)
            return false;
    for (int64_t i = used; i < 8 * (int64_t)w->beat_bytes; i++)
        if (bits(beat, i, 1))
            return false;
    return true;
}

static bool check_beats(struct keys_walk *w, const char *path, FILE *f, uint64_t at)
{
    size_t count = (size_t)w->dims->outputs * (size_t)w->dims->n + 2 * SLACK;
    uint8_t *beat = buf_realloc(NULL, w->beat_bytes, 1), *want = buf_realloc(NULL, count, 1);
    uint8_t *got = buf_realloc(NULL, count, 1);
    int64_t number = 0;
    bool ok = true;
    for (int64_t pass = 0; pass < w->gemv.passes && ok; pass++)
        for (int64_t tile = 0; tile < w->gemv.tiles && ok; tile++)
            for (int r = 0; r < gemv_group(&w->gemv, pass) && ok; r++, number++, at += w->beat_bytes) {
                ok = keys_walk_beat(w, pass, tile, r, want);
                if (ok && fread(beat, 1, w->beat_bytes, f) != w->beat_bytes)
                    ok = differs(w, path, number, at, "the file ends early");
                else if (ok && !same_beat(w, beat, want, got))
                    ok = differs(w, path, number, at, "the keys are not those of the tensor");
            }
    if (ok && fgetc(f) != EOF)
        ok = differs(w, path, number, at, "something follows the last beat");
    free(beat);
    free(want);
    free(got);
    return ok;
}

bool keys_check(struct pack_reader *reader, const struct arch *a, const struct dims *d, const char *path)
{
    uint8_t head[HEAD];
    struct keys_walk w;
    FILE *f = fopen(path, "rb");
    if (!f) {
        diag_error(reader->diag, DIAG_FILE_READ, loc_file(path), "cannot read '%s': %s", diag_quote(path).s,
                   strerror(errno));
        return false;
    }
    bool ok = keys_walk_init(&w, reader, a, d);
    if (ok) {
        bool good = fread(head, 1, HEAD, f) == HEAD && memcmp(head, "TLUTKEYS\1\0\0\0", 12) == 0;
        uint32_t at =
            good ? (uint32_t)head[12] | (uint32_t)head[13] << 8 | (uint32_t)head[14] << 16 | (uint32_t)head[15] << 24
                 : 0;
        if (!good || at % 64 != 0 || fseek(f, (long)at, SEEK_SET) != 0)
            ok = differs(&w, path, 0, 0, "this is no file of keys of version 1");
        else
            ok = check_beats(&w, path, f, at);
    }
    keys_walk_release(&w);
    fclose(f);
    return ok;
}
