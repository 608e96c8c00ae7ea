/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <jansson.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"
#include "diag.h"
#include "digest.h"
#include "emit.h"
#include "outdir.h"

/* A random architecture that this version can build. */
static struct arch some_arch(uint64_t *state)
{
    for (;;) {
        struct arch a;
        arch_init(&a);
        a.mu = 1 + (int)(unit_random(state) % 4);
        a.luts = 1 + (int)(unit_random(state) % 9);
        a.fetchers = 1 + (int)(unit_random(state) % 9);
        a.reuse = 1 + (int)(unit_random(state) % 4);
        a.act = ACT_INT2 + (int)(unit_random(state) % 15);
        a.network = (int)(unit_random(state) % 3);
        a.half = (int)(unit_random(state) % 2);
        a.widths = (int)(unit_random(state) % 2);
        a.negate = (int)(unit_random(state) % 2);
        a.range = (int)(unit_random(state) % 2);
        a.iface = (int)(unit_random(state) % 2);
        a.pipe_fetch = (int)(unit_random(state) % 3);
        a.pipe_reduce = (int)(unit_random(state) % 4);
        if (arch_check(&a, NULL, NULL))
            return a;
    }
}

static struct outdir *emit(const struct arch *a)
{
    struct diag *d = diag_new();
    struct outdir *out = outdir_new();
    CU_ASSERT_TRUE(emit_package(a, out, d));
    CU_ASSERT_EQUAL(diag_count(d), 0);
    diag_print(d, stderr);
    diag_free(d);
    return out;
}

static void digests(void)
{
    struct arch a, b;
    char one[DIGEST_HEX], two[DIGEST_HEX];
    arch_init(&a);
    digest_arch(&a, one);
    b = a;
    arch_resolve(&b); /* spelled out or not: the same architecture */
    digest_arch(&b, two);
    CU_ASSERT_STRING_EQUAL(one, two);
    CU_ASSERT_EQUAL(strlen(one), 64);
    CU_ASSERT_EQUAL(strtoul((char[9]){one[0], one[1], one[2], one[3], one[4], one[5], one[6], one[7], 0}, NULL, 16),
                    digest_id(&a));
    for (int p = 0; p < PARAM_COUNT; p++) { /* every parameter counts (the baselines' group size follows from kind) */
        b = a;
        const struct param_info *i = &param_table[p];
        int v = arch_get(&a, (enum param)p), max = i->max;
        arch_set(&b, (enum param)p, v == max ? max - 1 : max);
        digest_arch(&b, two);
        CU_ASSERT_STRING_NOT_EQUAL(one, two);
    }
    b = a;
    strcpy(b.name, "other");
    digest_arch(&b, two);
    CU_ASSERT_STRING_NOT_EQUAL(one, two);
    digest_bytes("abc", 3, one); /* FIPS 180-2, appendix B.1 */
    CU_ASSERT_STRING_EQUAL(one, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

/* Every file of every package: named in the manifest with its hash; plain ASCII; no template marks left. */
static void packages(void)
{
    uint64_t seed = unit_seed();
    for (int round = 0; round < 40; round++) {
        struct arch a = some_arch(&seed);
        struct outdir *out = emit(&a);
        json_t *root = json_loads(outdir_find(out, "manifest.json")->data, 0, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(root);
        const json_t *files = json_object_get(root, "files");
        char hex[DIGEST_HEX];
        digest_arch(&a, hex);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(root, "digest")), hex);
        CU_ASSERT_EQUAL(json_object_size(files) + 1, outdir_count(out));
        for (size_t i = 0; i < outdir_count(out); i++) {
            const struct outdir_file *f = outdir_file(out, i);
            digest_bytes(f->data, f->size, hex);
            const char *listed = json_string_value(json_object_get(files, f->path));
            CU_ASSERT_TRUE(listed ? strcmp(listed, hex) == 0 : strcmp(f->path, "manifest.json") == 0);
            CU_ASSERT_EQUAL(strlen(f->data), f->size);
            CU_ASSERT_EQUAL(f->size ? f->data[f->size - 1] : '\n', '\n');
            for (size_t c = 0; c < f->size; c++)
                if ((unsigned char)f->data[c] > 126) {
                    CU_FAIL("not ASCII");
                    break;
                }
        }
        json_decref(root);
        outdir_free(out);
    }
}

/* The digest stands in all rendered files, as the package's `make` expects. */
static void digest_everywhere(void)
{
    struct arch a;
    arch_init(&a);
    strcpy(a.name, "x");
    char hex[DIGEST_HEX];
    digest_arch(&a, hex);
    struct outdir *out = emit(&a);
    static const char *const files[] = {"tlut_x.v", "tlut_x_core.v", "tlut_x_build.v", "tlut_x.h", "tlut_x_tb.c",
                                        "Makefile", "files.f", "constraints.sdc", "component.xml", "tlut_x.core", "manifest.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const struct outdir_file *f = outdir_find(out, files[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        CU_ASSERT_PTR_NOT_NULL(strstr(f->data, hex));
    }
    char constant[32];
    snprintf(constant, sizeof constant, "32'h%08x", digest_id(&a));
    CU_ASSERT_PTR_NOT_NULL(strstr(outdir_find(out, "tlut_x.v")->data, constant));
    outdir_free(out);
}

/* effective.xml gives the same package again. */
static void round_trip(void)
{
    uint64_t seed = unit_seed();
    for (int round = 0; round < 20; round++) {
        struct arch a = some_arch(&seed), b;
        struct outdir *out = emit(&a);
        const struct outdir_file *xml = outdir_find(out, "effective.xml");
        struct diag *d = diag_new();
        struct src *s = src_from_text("effective.xml", xml->data, xml->size);
        struct arch_src where = {0};
        arch_init(&b);
        CU_ASSERT_TRUE(arch_read_xml(&b, &where, s, d));
        CU_ASSERT_TRUE(arch_check(&b, &where, d));
        diag_print(d, stderr);
        struct outdir *again = emit(&b);
        CU_ASSERT_STRING_EQUAL(outdir_find(out, "manifest.json")->data, outdir_find(again, "manifest.json")->data);
        outdir_free(again);
        outdir_free(out);
        arch_src_release(&where);
        src_free(s);
        diag_free(d);
    }
}

/* Whatever a number is called in dims, header and manifest spell it alike, and once. */
static void numbers(void)
{
    struct arch a;
    arch_init(&a);
    struct dims d;
    dims_derive(&d, &a);
    static struct lutnet net;
    CU_ASSERT_TRUE(lutnet_build(&net, &a, &d));
    struct emit_number n[EMIT_MAX_NUMBERS];
    int count = emit_numbers(n, EMIT_MAX_NUMBERS, &d, &net);
    CU_ASSERT_TRUE(count > 20 && count < EMIT_MAX_NUMBERS);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CU_ASSERT_STRING_NOT_EQUAL(n[i].name, n[j].name);
    CU_ASSERT_EQUAL(emit_numbers(n, 3, &d, &net), 3);
}

UNIT_MAIN("emit", {"digests", digests}, {"packages", packages}, {"digest_everywhere", digest_everywhere},
          {"round_trip", round_trip}, {"numbers", numbers})
