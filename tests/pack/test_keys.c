/* SPDX-License-Identifier: Apache-2.0 */
/* test_keys.c -- the beats in a file of keys are those of the harness (which the RTL is tested with), for all formats,
 * group sizes and encodings; and read back and run on the golden model they give the product. */
#include <unistd.h>

#include "drive_pack.h"
#include "gemv.h"
#include "golden.h"
#include "keys.h"
#include "lutnet.h"
#include "make.h"

enum { ROWS = 20, COLS = 256 };
static int8_t w[ROWS * COLS];
static char path[64];

/* Writes the keys; returns the beats (to be freed) and their size. */
static uint8_t *write_keys(struct pack_reader *r, const struct arch *a, const struct dims *d, size_t *size)
{
    FILE *f = fopen(path, "w+b");
    uint8_t head[16] = {0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CU_ASSERT_TRUE(keys_write(r, a, d, f));
    CU_ASSERT_EQUAL(fflush(f), 0);
    CU_ASSERT_TRUE(keys_check(r, a, d, path));
    rewind(f);
    CU_ASSERT_EQUAL(fread(head, 1, 16, f), 16);
    long start = head[12] | head[13] << 8;
    CU_ASSERT_EQUAL(memcmp(head, "TLUTKEYS\1\0\0\0", 12), 0);
    CU_ASSERT_EQUAL(start % 64, 0);
    fseek(f, 0, SEEK_END);
    *size = (size_t)(ftell(f) - start);
    uint8_t *beats = malloc(*size + 1);
    fseek(f, start, SEEK_SET);
    CU_ASSERT_EQUAL(fread(beats, 1, *size, f), *size);
    fclose(f);
    return beats;
}

/* The beats as the harness packs them. */
static void compare(const struct gemv *g, const uint8_t *beats, size_t size)
{
    const struct dims *d = g->dims;
    size_t keys = (size_t)d->outputs * (size_t)g->arch->luts, bytes = (size_t)(d->key_tdata_w + 7) / 8, at = 0;
    uint32_t *key = calloc(keys, 4), *word = calloc(bytes / 4 + 2, 4);
    for (int64_t pass = 0; pass < g->passes; pass++)
        for (int64_t tile = 0; tile < g->tiles; tile++)
            for (int r = 0; r < gemv_group(g, pass); r++, at += bytes) {
                gemv_key_beat(g, pass, tile, r, key);
                pack_key(d, g->arch, key, word);
                bool same = at + bytes <= size;
                for (size_t i = 0; same && i < bytes; i++)
                    same = beats[at + i] == (uint8_t)(word[i / 4] >> i % 4 * 8);
                if (!same) {
                    CU_FAIL("another beat");
                    free(key);
                    free(word);
                    return;
                }
            }
    CU_ASSERT_EQUAL(at, size);
    free(key);
    free(word);
}

/* Runs dense keys out of the file on the golden model; y is compared with plain sums. */
static void run_golden(const struct gemv *g, const uint8_t *beats)
{
    const struct dims *d = g->dims;
    static struct lutnet net;
    CU_ASSERT_TRUE_FATAL(lutnet_build(&net, g->arch, d));
    struct golden *model = golden_new(g->arch, d, &net);
    size_t keys = (size_t)d->outputs * (size_t)g->arch->luts, bytes = (size_t)(d->key_tdata_w + 7) / 8;
    uint32_t *key = calloc(keys, 4), *act = calloc((size_t)d->n, 4), *word = calloc(bytes / 4 + 2, 4);
    int64_t *result = calloc((size_t)d->outputs, 8), rows = 0, bad = 0;
    for (int64_t pass = 0; pass < g->passes; pass++)
        for (int64_t tile = 0; tile < g->tiles; tile++) {
            gemv_act_beat(g, tile, act);
            golden_act(model, act, tile == g->tiles - 1);
            int group = gemv_group(g, pass);
            for (int r = 0; r < group; r++, beats += bytes) {
                bool last;
                memset(word, 0, bytes / 4 * 4 + 8);
                memcpy(word, beats, bytes); /* tests run on little-endian machines */
                for (size_t i = 0; i < keys; i++)
                    key[i] = (uint32_t)pack_get(word, (int64_t)i * d->key_w, d->key_w);
                if (!golden_key(model, key, r == group - 1, result, &last))
                    continue;
                for (int k = 0; k < d->outputs; k++) {
                    int64_t row = gemv_row(g, pass, r, k), sum = 0;
                    for (int64_t c = 0; row >= 0 && c < g->n; c++)
                        sum += g->w[row * g->row_stride + c] * (int8_t)g->x[c];
                    bad += result[k] != sum;
                    rows += row >= 0;
                }
            }
        }
    CU_ASSERT_EQUAL(bad, 0);
    CU_ASSERT_EQUAL(rows, g->m);
    golden_free(model);
    free(key);
    free(act);
    free(word);
    free(result);
}

static void one(const struct buf *b, const struct arch *a, const int8_t *weights, int64_t rows, int64_t cols,
                const uint32_t *x, enum pack_i2s i2s)
{
    struct diag *d = diag_new();
    struct pack_source s;
    struct pack_reader r;
    struct dims dims;
    size_t size;
    dims_derive(&dims, a);
    CU_ASSERT_TRUE_FATAL(pack_open_memory(&s, "file", (const uint8_t *)b->data, b->len, d));
    CU_ASSERT_TRUE_FATAL(pack_reader_init(&r, &s, pack_find(&s, NULL, d), &(struct pack_options){.i2s = i2s}, d));
    uint8_t *beats = write_keys(&r, a, &dims, &size);
    struct gemv g = {
        .arch = a, .dims = &dims, .m = rows, .n = cols, .w = weights, .row_stride = cols, .col_stride = 1, .x = x};
    gemv_init(&g);
    compare(&g, beats, size);
    if (a->encoding == ENCODING_DENSE && a->kind == KIND_LUT)
        run_golden(&g, beats);
    free(beats);
    pack_reader_release(&r);
    pack_close(&s);
    CU_ASSERT_EQUAL(diag_count(d), 0);
    diag_free(d);
}

static void random_data(uint64_t *seed, uint32_t *x)
{
    for (int i = 0; i < ROWS * COLS; i++)
        w[i] = (int8_t)(unit_random(seed) % 3) - 1;
    for (int i = 0; i < COLS; i++)
        x[i] = unit_random(seed) & 0xff;
}

static void every_format(void)
{
    static const uint32_t types[] = {34, 35, 36, 36, 36, 24, 0, 1, 30};
    uint64_t seed = unit_seed();
    uint32_t x[COLS];
    for (int kind = 0; kind < 9; kind++)
        for (int mu = 1; mu <= 6; mu++)
            for (int encoding = ENCODING_DENSE; encoding <= ENCODING_PACK5; encoding++) {
                struct buf b = BUF_INIT;
                struct arch a;
                arch_init(&a);
                a.mu = mu;
                a.luts = 1 + (int)(unit_random(&seed) % 5);
                a.fetchers = 1 + (int)(unit_random(&seed) % 4);
                a.reuse = 1 + (int)(unit_random(&seed) % 3);
                a.cores = 1 + (int)(unit_random(&seed) % 3);
                a.encoding = encoding;
                enum pack_i2s layout = types[kind] == 36 ? (enum pack_i2s)(kind - 1) : PACK_I2S_UNKNOWN;
                random_data(&seed, x);
                gguf_matrix(&b, w, ROWS, COLS, types[kind], layout);
                one(&b, &a, w, ROWS, COLS, x, layout);
                buf_release(&b);
            }
}

/* Shapes that fit nothing, raw interfaces, both baselines. */
static void ragged(void)
{
    uint64_t seed = unit_seed();
    uint32_t x[COLS];
    for (int i = 0; i < 150; i++) {
        struct buf b = BUF_INIT;
        struct arch a;
        int64_t rows = 1 + (int64_t)(unit_random(&seed) % ROWS), cols = 1 + (int64_t)(unit_random(&seed) % COLS);
        arch_init(&a);
        a.kind = (int)(unit_random(&seed) % 3);
        a.weight_bits = (int)(unit_random(&seed) % 2);
        a.mu = 1 + (int)(unit_random(&seed) % 6);
        a.luts = 1 + (int)(unit_random(&seed) % 9);
        a.fetchers = 1 + (int)(unit_random(&seed) % 9);
        a.reuse = 1 + (int)(unit_random(&seed) % 5);
        a.encoding = a.kind == KIND_MULTIPLIER && a.weight_bits == WEIGHT_BITS_B ? ENCODING_DENSE
                                                                                 : (int)(unit_random(&seed) % 3);
        a.iface = (int)(unit_random(&seed) % 2);
        if (a.kind == KIND_MULTIPLIER && i % 2)
            a.act = ACT_FP32;
        random_data(&seed, x);
        npy_int8(&b, w, rows, cols, i % 3 == 0);
        one(&b, &a, w, rows, cols, x, PACK_I2S_UNKNOWN);
        buf_release(&b);
    }
}

/* A matrix that does not fit into the walker's buffer at once. */
static void wide(void)
{
    enum { M = 40, N = 70000 };
    uint64_t seed = unit_seed();
    int8_t *big = malloc((size_t)M * N);
    uint32_t *x = malloc(N * sizeof *x);
    struct buf b = BUF_INIT;
    struct arch a;
    for (int i = 0; i < M * N; i++)
        big[i] = (int8_t)(unit_random(&seed) % 3) - 1;
    for (int i = 0; i < N; i++)
        x[i] = unit_random(&seed) & 0xff;
    arch_init(&a);
    a.mu = 3;
    a.luts = 16;
    a.fetchers = 8;
    a.reuse = 4;
    a.max_n = N;
    npy_int8(&b, big, M, N, false);
    one(&b, &a, big, M, N, x, PACK_I2S_UNKNOWN);
    buf_release(&b);
    free(big);
    free(x);
}

/* Every bit of a file of keys counts. */
static void check_finds(void)
{
    uint64_t seed = unit_seed();
    uint32_t x[COLS];
    random_data(&seed, x);
    for (int encoding = ENCODING_DENSE; encoding <= ENCODING_PACK5; encoding++) {
        struct buf b = BUF_INIT;
        struct arch a;
        struct dims dims;
        struct diag *d = diag_new();
        struct pack_source s;
        struct pack_reader r;
        size_t size;
        arch_init(&a);
        a.mu = 3;
        a.luts = 3;
        a.fetchers = 3;
        a.encoding = encoding;
        dims_derive(&dims, &a);
        npy_int8(&b, w, 5, 31, false);
        CU_ASSERT_TRUE_FATAL(pack_open_memory(&s, "file", (const uint8_t *)b.data, b.len, d));
        CU_ASSERT_TRUE_FATAL(pack_reader_init(&r, &s, pack_find(&s, NULL, d), &(struct pack_options){0}, d));
        free(write_keys(&r, &a, &dims, &size));
        FILE *f = fopen(path, "r+b");
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        fseek(f, 0, SEEK_END);
        long end = ftell(f);
        int missed = 0;
        for (long at = end - (long)size; at < end; at++)
            for (int bit = 0; bit < 8; bit++) {
                fseek(f, at, SEEK_SET);
                int byte = fgetc(f);
                fseek(f, at, SEEK_SET);
                fputc(byte ^ 1 << bit, f);
                fflush(f);
                missed += keys_check(&r, &a, &dims, path);
                fseek(f, at, SEEK_SET);
                fputc(byte, f);
                fflush(f);
            }
        fclose(f);
        CU_ASSERT_EQUAL(missed, 0);
        pack_reader_release(&r);
        pack_close(&s);
        diag_free(d);
        buf_release(&b);
    }
}

static void begin(void)
{
    snprintf(path, sizeof path, "test_keys.XXXXXX");
    int fd = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(fd >= 0);
    close(fd);
}

static void end(void)
{
    CU_ASSERT_EQUAL(unlink(path), 0);
}

UNIT_MAIN("pack keys", {"(temporary file)", begin}, {"every format", every_format}, {"ragged", ragged}, {"wide", wide},
          {"check finds every bit", check_finds}, {"(removed)", end})
