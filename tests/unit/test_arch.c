/* SPDX-License-Identifier: Apache-2.0 */
/* Reading, writing, naming and resolving architectures. The messages are tested in tests/errors. */
#include <string.h>

#include "arch_load.h"
#include "unit.h"

static bool read_text(const char *text, struct arch *a)
{
    struct diag *d = diag_new();
    struct arch_src where = {0};
    where.xml = src_from_text("test.xml", text, strlen(text));
    arch_init(a);
    bool ok = arch_read_xml(a, &where, where.xml, d);
    CU_ASSERT_EQUAL(ok, diag_count(d) == 0);
    arch_src_release(&where);
    diag_free(d);
    return ok;
}

/* A random architecture; most break some rule. Small values are likely. */
static void random_arch(struct arch *a, uint64_t *seed)
{
    arch_init(a);
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        if (unit_random(seed) % 3 == 0)
            continue;
        uint64_t span = (uint64_t)(info->max - info->min) + 1;
        if (unit_random(seed) % 2 && span > 4)
            span = 4;
        arch_set(a, (enum param)p, info->min + (int)(unit_random(seed) % span));
    }
}

static bool same(const struct arch *a, const struct arch *b)
{
    for (int p = 0; p < PARAM_COUNT; p++)
        if (arch_get(a, (enum param)p) != arch_get(b, (enum param)p))
            return false;
    return strcmp(a->name, b->name) == 0;
}

static void test_empty(void)
{
    struct arch a, defaults;
    arch_init(&defaults);
    CU_ASSERT(read_text("<tlut/>", &a));
    CU_ASSERT(same(&a, &defaults));
    CU_ASSERT(arch_check(&a, NULL, NULL));
    CU_ASSERT(read_text("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- c --><?editor x?><tlut\n></tlut>\n<!-- d -->", &a));
    CU_ASSERT(read_text("<tlut xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
                        "xsi:noNamespaceSchemaLocation='tlut_arch.xsd' version='1'/>",
                        &a));
}

static void test_values(void)
{
    struct arch a;
    CU_ASSERT(read_text("<tlut name='x_1'><table group-size='2' luts='007'><!-- in here too --></table>"
                        "<core fetchers='&#49;2'/><arithmetic top='-3' window='exact'/><weights/></tlut>",
                        &a));
    CU_ASSERT_STRING_EQUAL(a.name, "x_1");
    CU_ASSERT_EQUAL(a.mu, 2);
    CU_ASSERT_EQUAL(a.luts, 7);
    CU_ASSERT_EQUAL(a.fetchers, 12);
    CU_ASSERT_EQUAL(a.top, -3);
    CU_ASSERT_EQUAL(a.window, PARAM_SPECIAL);
    CU_ASSERT_EQUAL(a.build, BUILD_PARALLEL);
}

/* Every parameter at each end of its range, and beyond. */
static void test_ranges(void)
{
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        if (info->names)
            continue;
        for (int v = info->min - 1; v <= info->min; v++)
            for (int end = 0; end < 2; end++) {
                int value = end ? info->max + info->min - v : v; /* min-1, min; max+1, max */
                char text[160];
                struct arch a;
                snprintf(text, sizeof text, "<tlut><%s %s='%d'/></tlut>", info->element, info->attribute, value);
                CU_ASSERT_EQUAL(read_text(text, &a), v == info->min);
                if (v == info->min)
                    CU_ASSERT_EQUAL(arch_get(&a, (enum param)p), value);
            }
    }
}

static void test_round_trip(void)
{
    uint64_t seed = unit_seed();
    for (int round = 0; round < 1000; round++) {
        struct arch a, b;
        struct buf xml = BUF_INIT;
        random_arch(&a, &seed);
        if (round % 2)
            strcpy(a.name, "some_name");
        arch_write(&xml, &a);
        CU_ASSERT(read_text(xml.data, &b));
        CU_ASSERT(same(&a, &b));
        buf_release(&xml);
    }
}

/* What is legal stays legal and the same when it is resolved, written out in full and read again. */
static void test_resolve(void)
{
    uint64_t seed = unit_seed();
    int legal = 0;
    for (int round = 0; round < 300000 && legal < 300; round++) {
        struct arch a;
        random_arch(&a, &seed);
        if (!arch_check(&a, NULL, NULL))
            continue;
        legal++;
        arch_resolve(&a);
        struct arch again = a;
        arch_resolve(&again);
        CU_ASSERT(same(&a, &again));
        CU_ASSERT(a.arith != ARITH_AUTO);

        struct buf xml = BUF_INIT;
        struct diag *d = diag_new();
        struct arch_src where = {0};
        struct arch b;
        arch_write(&xml, &a);
        where.xml = src_from_text("effective.xml", xml.data, xml.len);
        arch_init(&b);
        CU_ASSERT(arch_read_xml(&b, &where, where.xml, d));
        CU_ASSERT(same(&a, &b));
        CU_ASSERT(arch_check(&b, &where, d));
        diag_print(d, stdout);
        arch_src_release(&where);
        diag_free(d);
        buf_release(&xml);
    }
    CU_ASSERT(legal >= 100);
}

static void test_names(void)
{
    char name[ARCH_NAME_MAX + 1];
    struct arch a;
    arch_init(&a);
    arch_default_name(&a, name);
    CU_ASSERT_STRING_EQUAL(name, "mu3_l8_k16_r8_int8");
    a.network = NETWORK_CHAIN;
    a.act = ACT_FP8_E4M3;
    a.top = -4;
    a.mhz = 600;
    arch_default_name(&a, name);
    CU_ASSERT_STRING_EQUAL(name, "mu3_l8_k16_r8_fp8_e4m3_chain_topm4_mhz600");
    arch_init(&a);
    a.kind = KIND_SIGNFLIP;
    arch_default_name(&a, name);
    CU_ASSERT_STRING_EQUAL(name, "signflip_l8_k16_r8_int8");
    arch_init(&a); /* what auto and exact stand for is no other architecture */
    a.act = ACT_FP16, a.arith = ARITH_ALIGNED;
    for (int said = 0; said < 8; said++) {
        a.window = said & 1 ? 41 : PARAM_SPECIAL;
        a.top = said & 2 ? 15 : PARAM_SPECIAL;
        a.acc = said & 4 ? ACC_INT2 + 55 - 2 : ACC_AUTO; /* 41 + 14 */
        arch_default_name(&a, name);
        CU_ASSERT_STRING_EQUAL(name, "mu3_l8_k16_r8_fp16_aligned");
        struct arch resolved = a;
        arch_resolve(&resolved);
        CU_ASSERT(resolved.window == 41 && resolved.top == 15 && resolved.acc == ACC_INT2 + 55 - 2);
    }
    a.window = 40;
    arch_default_name(&a, name);
    CU_ASSERT_STRING_EQUAL(name, "mu3_l8_k16_r8_fp16_aligned_win40_accint55");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Each value of each parameter alone, and many random ones: no two architectures share a name, and all are good names.
 * Auto and what it stands for are one architecture: those values are left out. */
static void test_names_differ(void)
{
    enum { MANY = 5000 };
    static char names[MANY][ARCH_NAME_MAX + 1];
    uint64_t seed = unit_seed();
    int n = 0;
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        int last = info->max - info->min > 400 ? info->min + 400 : info->max;
        for (int v = info->min; v <= last && n < MANY; v++) {
            struct arch a;
            arch_init(&a);
            arch_set(&a, (enum param)p, v);
            struct arch resolved = a, defaults;
            arch_init(&defaults);
            arch_resolve(&resolved);
            arch_resolve(&defaults);
            if (v != info->def && !same(&resolved, &defaults))
                arch_default_name(&a, names[n++]);
        }
    }
    CU_ASSERT(n > 1000);
    while (n < MANY) {
        struct arch a;
        random_arch(&a, &seed);
        a.kind = KIND_LUT;
        a.arith = arch_arith(&a);
        a.acc = ACC_INT2 + 5 + (int)(unit_random(&seed) % 8); /* never what auto stands for: max-n is large */
        a.max_n = 1000000 + n;
        arch_default_name(&a, names[n++]);
    }
    for (int i = 0; i < n; i++) {
        size_t len = strlen(names[i]);
        CU_ASSERT(len > 0 && len <= ARCH_NAME_MAX && names[i][0] >= 'a' && names[i][0] <= 'z');
        CU_ASSERT_EQUAL(strspn(names[i], "abcdefghijklmnopqrstuvwxyz0123456789_"), len);
    }
    qsort(names, (size_t)n, sizeof names[0], compare_names);
    for (int i = 1; i < n; i++) {
        if (strcmp(names[i - 1], names[i]) == 0)
            printf("\n    %s twice", names[i]);
        CU_ASSERT(strcmp(names[i - 1], names[i]) != 0);
    }
}

static void test_legal_words(void)
{
    static const struct {
        enum param p;
        const char *text;
    } cases[] = {
        {PARAM_mu, "1..6"},
        {PARAM_window, "4..48 or exact"},
        {PARAM_act, "int2..int16, fp8_e4m3, fp8_e5m2, fp16, bf16, fp32"},
        {PARAM_acc, "auto, fp16, bf16, fp32, int2..int64"},
        {PARAM_half, "false, true"},
    };
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buf_reset(&b);
        param_legal(&b, cases[i].p);
        CU_ASSERT_STRING_EQUAL(b.data, cases[i].text);
    }
    buf_release(&b);
}

/* Random damage to a good file: an answer, never a crash. */
static void test_damaged(void)
{
    uint64_t seed = unit_seed();
    struct arch a;
    struct buf xml = BUF_INIT;
    arch_init(&a);
    arch_write(&xml, &a);
    for (int round = 0; round < 3000; round++) {
        char *text = buf_strdup(xml.data);
        for (uint64_t k = 1 + unit_random(&seed) % 4; k > 0; k--)
            text[unit_random(&seed) % xml.len] = "<>/=\"'& \nx7!-[]\x80\0"[unit_random(&seed) % 17];
        struct arch b;
        read_text(text, &b);
        free(text);
    }
    buf_release(&xml);
}

UNIT_MAIN("arch", {"empty architectures", test_empty}, {"values", test_values}, {"ranges", test_ranges},
          {"write and read", test_round_trip}, {"resolve", test_resolve}, {"default names", test_names},
          {"names differ", test_names_differ}, {"legal words", test_legal_words}, {"damaged files", test_damaged})
