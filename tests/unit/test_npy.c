/* SPDX-License-Identifier: Apache-2.0 */
#include "npy.h"

#include <string.h>
#include <unistd.h>

#include "unit.h"

static uint8_t file[4096];

/* A version 1 (or 2) file of that header, followed by `bytes` bytes 0, 1, 2, ... Returns its size. */
static size_t make(int version, const char *header, size_t bytes)
{
    size_t length = strlen(header), prefix = version == 1 ? 10 : 12;
    memset(file, 0, sizeof file);
    memcpy(file, "\x93NUMPY", 6);
    file[6] = (uint8_t)version;
    file[8] = (uint8_t)length;
    file[9] = (uint8_t)(length >> 8);
    memcpy(file + prefix, header, length);
    for (size_t i = 0; i < bytes; i++)
        file[prefix + length + i] = (uint8_t)i;
    return prefix + length + bytes;
}

/* Parses; if it fails there is exactly one diagnostic, which holds `word`. */
static bool parse(struct npy *n, size_t size, const char *word)
{
    struct diag *d = diag_new();
    char *text = NULL;
    size_t length = 0;
    bool ok = npy_parse(n, "w.npy", file, size, d);
    FILE *f = open_memstream(&text, &length);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_EQUAL(diag_count(d), !ok);
    CU_ASSERT_EQUAL(ok, word == NULL);
    if (word && !strstr(text, word)) {
        CU_FAIL("another diagnostic");
        fprintf(stderr, "expected '%s' in: %s", word, text);
    }
    diag_free(d);
    free(text);
    return ok;
}

static void good_files(void)
{
    struct npy n;
    CU_ASSERT_TRUE(parse(&n, make(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }   \n", 6), NULL));
    CU_ASSERT_EQUAL(n.dims, 2);
    CU_ASSERT_EQUAL(npy_at(&n, 1, 0), 3);
    CU_ASSERT_TRUE(parse(&n, make(2, "{'shape': (2, 3), 'fortran_order': True, 'descr': \"<i1\"}\n", 6), NULL));
    CU_ASSERT_EQUAL(npy_at(&n, 1, 0), 1);
    CU_ASSERT_EQUAL(npy_at(&n, 0, 1), 2);
    CU_ASSERT_TRUE(parse(&n, make(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }\n", 6), NULL));
    CU_ASSERT_EQUAL(n.dims, 1);
    CU_ASSERT_EQUAL(n.shape[0], 1);
    CU_ASSERT_EQUAL(n.shape[1], 3);
    CU_ASSERT_EQUAL(npy_at(&n, 0, 2), 0x0504);
    size_t size = make(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 1)}\n", 1);
    file[size - 1] = 0xff;
    CU_ASSERT_TRUE(parse(&n, size, NULL));
    CU_ASSERT_EQUAL(npy_at(&n, 0, 0), -1);
}

static void bad_files(void)
{
    struct npy n;
    static const struct {
        const char *header;
        size_t bytes;
        const char *word;
    } cases[] = {
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", 24, "E402"},
        {"{'descr': '>i2', 'fortran_order': False, 'shape': (3,), }", 6, "newbyteorder"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", 24, "'|O'"},
        {"{'descr': [('a', '<i2')], 'fortran_order': False, 'shape': (3,), }", 6, "records"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (), }", 2, "0 dimensions"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (1, 2, 3), }", 12, "3 dimensions"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (0, 2), }", 0, "empty"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (4, 2), }", 15, "truncated"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (4, 2), }", 17, "something follows"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (4294967295, 4294967295), }", 8, "E404"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (2147483648, 4294967295), }", 0, "E404"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (99999999999999999999, 2), }", 8, "far too large"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (-1, 2), }", 8, "list of numbers"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (1 2), }", 8, "list of numbers"},
        {"{'descr': '<i2', 'fortran_order': maybe, 'shape': (1, 2), }", 8, "neither True nor False"},
        {"{'descr': '<i2', 'fortran_order': False}", 8, "no 'shape'"},
        {"{'descr': '<i2', 'descr': '<i2', 'fortran_order': False, 'shape': (1,)}", 2, "unexpected key 'descr'"},
        {"{'descr': '<i2', 'other': 1, 'fortran_order': False, 'shape': (1,)}", 2, "unexpected key 'other'"},
        {"{'descr': '<i2', 'fortran_order': False, 'shape': (1,)} ; import os", 2, "text behind"},
        {"{'descr': '<i2, 'fortran_order': False, 'shape': (1,)}", 2, "E4"},
        {"{'descr': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'shape': (1,)}", 2, "not closed or too long"},
        {"", 4, "no '{'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        parse(&n, make(1, cases[i].header, cases[i].bytes), cases[i].word);
    parse(&n, 0, "empty");
    make(3, "{}", 0);
    parse(&n, 20, "version 3.0");
    make(1, "{}", 0);
    file[0] = 'P';
    parse(&n, 20, "no magic");
    make(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,)}", 2);
    file[9] = 0xff;
    parse(&n, 60, "is said to have");
    make(2, "{}", 0);
    file[11] = 0xff;
    parse(&n, 60, "is said to have");
    parse(&n, 10, "is said to have"); /* a version 2 file that ends in the length */
}

/* Every prefix, and every byte changed: no crash, at most one diagnostic. */
static void hostile_files(void)
{
    struct npy n;
    size_t size = make(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }\n", 6);
    uint64_t state = unit_seed();
    uint8_t good[128];
    memcpy(good, file, size);
    for (size_t length = 0; length < size; length++) {
        uint8_t *exact = malloc(length + !length); /* so that a sanitizer sees the first byte read past the end */
        struct diag *d = diag_new();
        memcpy(exact, good, length);
        CU_ASSERT_FALSE(npy_parse(&n, "w.npy", exact, length, d));
        CU_ASSERT_EQUAL(diag_count(d), 1);
        diag_free(d);
        free(exact);
    }
    for (int i = 0; i < 20000; i++) {
        struct diag *d = diag_new();
        uint8_t *exact = malloc(size);
        memcpy(exact, good, size);
        for (int k = 0; k < 2; k++)
            exact[unit_random(&state) % size] = (uint8_t)unit_random(&state);
        bool ok = npy_parse(&n, "w.npy", exact, size, d);
        CU_ASSERT_EQUAL(diag_count(d), !ok);
        for (int64_t r = 0; ok && r < n.shape[0]; r++)
            for (int64_t c = 0; c < n.shape[1]; c++)
                npy_at(&n, r, c);
        diag_free(d);
        free(exact);
    }
}

static void meaning(void)
{
    struct npy n;
    struct arch a;
    struct dims dims;
    struct diag *d = diag_new();
    int64_t count, length;
    parse(&n, make(1, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }\n", 6), NULL);
    CU_ASSERT_FALSE(npy_check_weights(&n, d)); /* 2 at row 0, column 1 */
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "row 0, column 1 is 2"));
    free(text);
    arch_init(&a);
    a.act = ACT_INT2 + 2; /* int4: -8..7 */
    dims_derive(&dims, &a);
    uint32_t *x = npy_activations(&n, &a, &dims, &count, &length, d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(x);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(length, 3);
    CU_ASSERT_EQUAL(x[1], 2);
    free(x);
    a.act = ACT_INT2 + 1; /* int3: -4..3 */
    dims_derive(&dims, &a);
    CU_ASSERT_PTR_NULL(npy_activations(&n, &a, &dims, &count, &length, d));
    a.act = ACT_FP16;
    dims_derive(&dims, &a);
    CU_ASSERT_PTR_NULL(npy_activations(&n, &a, &dims, &count, &length, d));
    diag_free(d);
}

/* Floats: as NumPy has them, or as bit patterns of the right width; nothing else. */
static void floats(void)
{
    static const struct {
        int act;
        const char *descr;
        int bytes;
    } types[] = {{ACT_FP8_E4M3, "|u1", 1}, {ACT_FP8_E5M2, "|u1", 1}, {ACT_FP16, "<f2", 2}, {ACT_BF16, "<u2", 2},
                 {ACT_FP32, "<f4", 4},     {ACT_INT8, "|i1", 1},     {ACT_INT8, "<i2", 2}};
    for (int t = 0; t < 7; t++)
        for (int f = 0; f < 7; f++) {
            struct diag *d = diag_new();
            struct npy n;
            struct arch a;
            struct dims dims;
            char header[80];
            int64_t count, length;
            arch_init(&a);
            a.act = types[t].act;
            dims_derive(&dims, &a);
            snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (2, 3), }",
                     types[f].descr);
            parse(&n, make(1, header, 6 * (size_t)types[f].bytes), NULL);
            if (types[f].bytes == 2 && types[f].act == ACT_INT8)
                for (int i = 1; i < 12; i += 2)
                    ((uint8_t *)n.data)[i] = 0; /* within int8 */
            bool fits =
                strcmp(types[t].descr, types[f].descr) == 0 || (types[t].act == ACT_INT8 && types[f].act == ACT_INT8);
            uint32_t *x = npy_activations(&n, &a, &dims, &count, &length, d);
            CU_ASSERT_EQUAL(x != NULL, fits);
            CU_ASSERT_EQUAL(diag_count(d), !fits);
            for (int i = 0; x && i < 6; i++)
                CU_ASSERT_EQUAL(x[i], (uint32_t)npy_at(&n, i / 3, i % 3));
            free(x);
            diag_free(d);
        }
}

static void float_results(void)
{
    static const struct {
        int act, arith, acc;
        enum npy_type type;
    } cases[] = {{ACT_FP16, ARITH_IEEE, ACC_AUTO, NPY_FLOAT32},        {ACT_FP16, ARITH_IEEE, ACC_FP16, NPY_UINT16},
                 {ACT_FP32, ARITH_IEEE, ACC_BF16, NPY_UINT16},         {ACT_FP16, ARITH_ALIGNED, ACC_AUTO, NPY_FLOAT32},
                 {ACT_FP8_E4M3, ARITH_ALIGNED, ACC_AUTO, NPY_FLOAT32}, {ACT_INT8, ARITH_INTEGER, ACC_AUTO, NPY_INT32},
                 {ACT_INT8, ARITH_INTEGER, ACC_INT2 + 38, NPY_INT64}};
    static const int64_t y[3] = {0x7fc0, 0x1234, 0x8001};
    char path[] = "tlut-npy-XXXXXX";
    int fd = mkstemp(path);
    for (int i = 0; i < 7; i++) {
        struct diag *d = diag_new();
        struct arch a;
        struct dims dims;
        struct npy n;
        arch_init(&a);
        a.act = cases[i].act, a.arith = cases[i].arith, a.acc = cases[i].acc;
        dims_derive(&dims, &a);
        CU_ASSERT_TRUE(npy_write(path, y, 3, 1, false, &dims, d) && npy_read(&n, path, d));
        CU_ASSERT_EQUAL(n.type, cases[i].type);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(npy_at(&n, k, 0), y[k]);
        npy_release(&n);
        diag_free(d);
    }
    close(fd);
    unlink(path);
}

static void writing(void)
{
    char path[] = "tlut-npy-XXXXXX";
    struct diag *d = diag_new();
    struct arch a;
    struct dims dims;
    struct npy n;
    static const int64_t y[6] = {1, -2, 3, -4, 5, -2147483647};
    arch_init(&a);
    dims_derive(&dims, &a);
    int fd = mkstemp(path);
    CU_ASSERT_TRUE(fd >= 0 && npy_write(path, y, 2, 3, false, &dims, d) && npy_read(&n, path, d));
    CU_ASSERT_EQUAL(n.type, NPY_INT32);
    CU_ASSERT_EQUAL(npy_at(&n, 1, 2), -2147483647);
    CU_ASSERT_EQUAL(npy_at(&n, 0, 1), -2);
    npy_release(&n);
    CU_ASSERT_TRUE(npy_write(path, y, 1, 6, true, &dims, d) && npy_read(&n, path, d));
    CU_ASSERT_EQUAL(n.dims, 1);
    CU_ASSERT_EQUAL(n.shape[1], 6);
    npy_release(&n);
    CU_ASSERT_FALSE(npy_write("no/such/folder/y.npy", y, 2, 3, false, &dims, d));
    CU_ASSERT_EQUAL(diag_exit_status(d), 3);
    close(fd);
    unlink(path);
    diag_free(d);
}

UNIT_MAIN("npy", {"good files", good_files}, {"bad files", bad_files}, {"hostile files", hostile_files},
          {"weights and activations", meaning}, {"activations of every type", floats}, {"writing", writing},
          {"results of every type", float_results})
