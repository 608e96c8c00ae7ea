/* SPDX-License-Identifier: Apache-2.0 */
/* test_formats.c -- what writers of each format put in comes out again; and the illegal codes. */
#include "make.h"

enum { ROWS = 12, COLS = 512 };
static int8_t w[ROWS * COLS];

static void random_weights(uint64_t *seed)
{
    for (int i = 0; i < ROWS * COLS; i++)
        w[i] = (int8_t)(unit_random(seed) % 3) - 1;
}

static void expect_weights(const struct buf *b, struct pack_options opt, double scale, enum pack_rule rule)
{
    uint8_t *codes;
    struct pack_reader r;
    char *text = read_codes(b, NULL, &opt, &codes, &r);
    CU_ASSERT_PTR_NULL(text);
    for (int i = 0; codes && i < ROWS * COLS; i++)
        if (codes[i] != w[i] + 1) {
            CU_FAIL("another weight");
            break;
        }
    CU_ASSERT_EQUAL(r.scale, scale);
    CU_ASSERT_EQUAL(r.rule, rule);
    if (text)
        fputs(text, stderr);
    free(text);
    free(codes);
}

static void gguf_types(void)
{
    static const uint32_t types[] = {34, 35, 24, 0, 1, 30};
    uint64_t seed = unit_seed();
    random_weights(&seed);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct buf b = BUF_INIT;
        gguf_matrix(&b, w, ROWS, COLS, types[i], PACK_I2S_UNKNOWN);
        expect_weights(&b, (struct pack_options){.rule = PACK_RULE_UNKNOWN}, types[i] == 24 ? 0 : 1.5,
                       types[i] == 24 ? PACK_UNSCALED : PACK_MULTIPLIED);
        buf_release(&b);
    }
}

static void i2s_layouts(void)
{
    uint64_t seed = unit_seed();
    random_weights(&seed);
    for (enum pack_i2s layout = PACK_I2S_X86; layout <= PACK_I2S_ROWS4; layout++) {
        struct buf b = BUF_INIT;
        gguf_matrix(&b, w, ROWS, COLS, 36, layout);
        expect_weights(&b, (struct pack_options){.i2s = layout, .rule = PACK_RULE_UNKNOWN}, 1.5, PACK_MULTIPLIED);
        buf_release(&b);
    }
}

static void safetensors_types(void)
{
    uint64_t seed = unit_seed();
    struct buf data = BUF_INIT, b = BUF_INIT;
    uint8_t *codes;
    struct pack_reader r;
    random_weights(&seed);
    put_hf(&data, w, ROWS, COLS);
    put(&data, BF16_1_5, 2);
    safetensors(
        &b,
        "{\"__metadata__\":{\"format\":\"pt\"},\"w\":{\"dtype\":\"U8\",\"shape\":[3,512],\"data_offsets\":[0,1536]},"
        "\"w_scale\":{\"dtype\":\"BF16\",\"shape\":[1],\"data_offsets\":[1536,1538]}}",
        data.data, data.len);
    for (int rule = PACK_MULTIPLIED; rule <= PACK_RULE_UNKNOWN; rule++) {
        char *text = read_codes(&b, "w", &(struct pack_options){.rule = (enum pack_rule)rule}, &codes, &r);
        CU_ASSERT_PTR_NULL(text);
        for (int i = 0; codes && i < ROWS * COLS; i++)
            CU_ASSERT_EQUAL(codes[i], w[i] + 1);
        CU_ASSERT_EQUAL(r.scale, 1.5);
        CU_ASSERT_EQUAL(r.rule, (enum pack_rule)rule);
        free(codes);
        free(text);
    }
    buf_reset(&b);
    safetensors(&b, "{\"w\":{\"dtype\":\"I8\",\"shape\":[12,512],\"data_offsets\":[0,6144]}}  ", w, sizeof w);
    expect_weights(&b, (struct pack_options){.rule = PACK_RULE_UNKNOWN}, 0, PACK_UNSCALED);
    for (int type = PACK_F16; type <= PACK_F32; type++) {
        static const char *const names[] = {"F16", "BF16", "F32"};
        char header[200];
        buf_reset(&data);
        buf_reset(&b);
        put_floats(&data, w, ROWS * COLS, (enum pack_type)type);
        snprintf(header, sizeof header, "{\"w\":{\"dtype\":\"%s\",\"shape\":[12,512],\"data_offsets\":[0,%zu]}}",
                 names[type - PACK_F16], data.len);
        safetensors(&b, header, data.data, data.len);
        expect_weights(&b, (struct pack_options){.rule = PACK_RULE_UNKNOWN}, 1.5, PACK_MULTIPLIED);
    }
    buf_release(&data);
    buf_release(&b);
}

static void npy_orders(void)
{
    uint64_t seed = unit_seed();
    random_weights(&seed);
    for (int fortran = 0; fortran < 2; fortran++) {
        struct buf b = BUF_INIT;
        npy_int8(&b, w, ROWS, COLS, fortran);
        expect_weights(&b, (struct pack_options){.rule = PACK_RULE_UNKNOWN}, 0, PACK_UNSCALED);
        buf_release(&b);
    }
}

/* Any part of a matrix, blocks or not. */
static void pieces(void)
{
    uint64_t seed = unit_seed();
    static const uint32_t types[] = {34, 35, 36, 24};
    random_weights(&seed);
    for (int kind = 0; kind < 6; kind++) {
        struct buf b = BUF_INIT;
        struct diag *d = diag_new();
        struct pack_source s;
        struct pack_reader r;
        enum pack_i2s layout = kind < 3 ? PACK_I2S_X86 : kind == 4 ? PACK_I2S_ARM : PACK_I2S_ROWS4;
        gguf_matrix(&b, w, ROWS, COLS, types[kind < 4 ? kind : 2], layout);
        CU_ASSERT_TRUE_FATAL(pack_open_memory(&s, "file", (const uint8_t *)b.data, b.len, d));
        CU_ASSERT_TRUE(pack_reader_init(&r, &s, pack_find(&s, "w", d), &(struct pack_options){.i2s = layout}, d));
        for (int i = 0; i < 200; i++) {
            int64_t row = (int64_t)(unit_random(&seed) % ROWS), col = (int64_t)(unit_random(&seed) % COLS);
            int64_t cols = 1 + (int64_t)(unit_random(&seed) % (uint64_t)(COLS - col));
            uint8_t codes[COLS];
            CU_ASSERT_TRUE(pack_reader_block(&r, row, 1, col, cols, codes, COLS));
            for (int64_t k = 0; k < cols; k++)
                if (codes[k] != w[row * COLS + col + k] + 1) {
                    CU_FAIL("another weight");
                    break;
                }
        }
        pack_reader_release(&r);
        pack_close(&s);
        diag_free(d);
        buf_release(&b);
    }
}

/* The absmean rule on numbers whose mean is a power of two: mean 2, limit 1, a tie at 1. */
static void absmean(void)
{
    static const float v[8] = {1.0f, -1.0f, 1.0000001f, -1.0000001f, 0, 3.5f, -3.5f, 4.9999998f};
    static const uint8_t want[8] = {1, 1, 2, 0, 1, 2, 0, 2};
    struct buf b = BUF_INIT;
    uint8_t *codes;
    struct pack_reader r;
    safetensors(&b, "{\"w\":{\"dtype\":\"F32\",\"shape\":[2,4],\"data_offsets\":[0,32]}}", v, sizeof v);
    char *text = read_codes(&b, NULL, &(struct pack_options){.absmean = true, .rule = PACK_RULE_UNKNOWN}, &codes, &r);
    CU_ASSERT_PTR_NULL_FATAL(text);
    CU_ASSERT_TRUE(r.scale > 1.9999 && r.scale < 2.0001);
    for (int i = 2; i < 8; i++)
        CU_ASSERT_EQUAL(codes[i], want[i]);
    CU_ASSERT_EQUAL(r.clipped, 3);
    free(codes);
    text = read_codes(&b, NULL, &(struct pack_options){.absmean = false}, &codes, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "E465"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "at byte"));
    free(text);
    buf_release(&b);
    static const float tie[4] = {1, -1, 3, -3}; /* mean exactly 2 */
    safetensors(&b, "{\"w\":{\"dtype\":\"F32\",\"shape\":[1,4],\"data_offsets\":[0,16]}}", tie, sizeof tie);
    text = read_codes(&b, NULL, &(struct pack_options){.absmean = true}, &codes, NULL);
    CU_ASSERT_PTR_NULL_FATAL(text);
    CU_ASSERT_EQUAL(memcmp(codes, "\1\1\2\0", 4), 0);
    free(codes);
    buf_release(&b);
}

/* All half-precision numbers against their definition. */
static void halves(void)
{
    for (unsigned bits = 0; bits < 65536; bits++) {
        uint8_t p[2] = {(uint8_t)bits, (uint8_t)(bits >> 8)};
        int e = (int)(bits >> 10 & 31), f = (int)(bits & 1023);
        double v = e == 31 ? (f ? NAN : INFINITY) : e == 0 ? ldexp(f, -24) : ldexp(f + 1024, e - 25);
        double got = pack_float(PACK_F16, p);
        CU_ASSERT_TRUE(isnan(v) ? isnan(got) : got == (bits >> 15 ? -v : v));
    }
}

/* Puts each byte into a place of the data: it is read if and only if the writer can write it; the message names the
 * place. */
static void try_bytes(uint32_t type, size_t at, const bool *legal)
{
    struct buf b = BUF_INIT;
    char where[40];
    memset(w, 0, sizeof w);
    gguf_matrix(&b, w, ROWS, COLS, type, PACK_I2S_X86);
    struct buf head = BUF_INIT;
    gguf_head(&head, 3, 1, 1);
    gguf_key_u32(&head, "general.file_type", 1);
    gguf_entry(&head, "w", ROWS, COLS, type, 0);
    pad(&head, 32);
    size_t start = head.len;
    snprintf(where, sizeof where, "at byte %zu", start + at);
    for (int byte = 0; byte < 256; byte++) {
        uint8_t *codes;
        b.data[start + at] = (char)byte;
        char *text = read_codes(&b, NULL, &(struct pack_options){.i2s = PACK_I2S_X86}, &codes, NULL);
        CU_ASSERT_EQUAL(text == NULL, legal[byte]);
        if (text) {
            CU_ASSERT_PTR_NOT_NULL(strstr(text, "E466"));
            CU_ASSERT_PTR_NOT_NULL(strstr(text, where));
            CU_ASSERT_PTR_NOT_NULL(strstr(text, "'w'"));
        }
        free(text);
        free(codes);
    }
    buf_release(&b);
    buf_release(&head);
}

static void illegal_codes(void)
{
    bool five[256] = {false}, four[256] = {false}, two_bits[256];
    int count = 0;
    for (unsigned q = 0; q < 243; q++) {
        five[(q * 256 + 242) / 243] = true;
        if (q % 3 == 0)
            four[(q * 256 + 242) / 243] = true;
    }
    for (int i = 0; i < 256; i++) {
        count += five[i];
        two_bits[i] = (i & 3) != 3 && (i >> 2 & 3) != 3 && (i >> 4 & 3) != 3 && i >> 6 != 3;
    }
    CU_ASSERT_EQUAL(count, 243);
    /* zero blocks have a scale too, here: another weight in one is no fault of the scale */
    try_bytes(34, 0, five);
    try_bytes(34, 54 * 5 + 47, five);
    try_bytes(34, 54 * 5 + 51, four);
    try_bytes(35, 0, two_bits);
    try_bytes(35, 66 * 23 + 63, two_bits);
    try_bytes(36, 77, two_bits);
}

static void block_scales(void)
{
    struct buf b = BUF_INIT;
    uint8_t *codes;
    struct pack_reader r;
    memset(w, 1, sizeof w);
    gguf_matrix(&b, w, ROWS, COLS, 35, PACK_I2S_UNKNOWN); /* 16 bytes of padding at the end */
    b.data[b.len - 17] = 0x40;                            /* 2.25 */
    char *text = read_codes(&b, NULL, &(struct pack_options){0}, &codes, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "E469"));
    free(text);
    free(codes);
    text = read_codes(&b, NULL, &(struct pack_options){.any_scale = true}, &codes, &r);
    CU_ASSERT_PTR_NULL(text);
    CU_ASSERT_TRUE(r.scales_differ);
    free(codes);
    b.data[b.len - 17] = (char)0xfe; /* NaN, whatever is asked for */
    text = read_codes(&b, NULL, &(struct pack_options){.any_scale = true}, &codes, NULL);
    CU_ASSERT_PTR_NOT_NULL(text);
    free(text);
    free(codes);
    buf_release(&b);
}

UNIT_MAIN("pack formats", {"gguf types", gguf_types}, {"i2s layouts", i2s_layouts},
          {"safetensors types", safetensors_types}, {"npy orders", npy_orders}, {"pieces", pieces},
          {"absmean", absmean}, {"halves", halves}, {"illegal codes", illegal_codes}, {"block scales", block_scales})
