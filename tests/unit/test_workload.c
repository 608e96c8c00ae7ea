/* SPDX-License-Identifier: Apache-2.0 */
#include "workload.h"

#include <string.h>

#include "unit.h"

/* Parses a text; if `word` is given it must fail with a diagnostic that holds it. */
static void check(const char *xml, const char *word)
{
    struct diag *d = diag_new();
    struct src *src = src_from_text("w.xml", xml, strlen(xml));
    struct workload w;
    char *text = NULL;
    size_t size = 0;
    bool ok = workload_parse(&w, src, d);
    FILE *f = open_memstream(&text, &size);
    diag_print(d, f);
    fclose(f);
    CU_ASSERT_EQUAL(ok, word == NULL);
    if (word && !strstr(text, word)) {
        CU_FAIL("another diagnostic");
        fprintf(stderr, "expected '%s' in: %s", word, text);
    }
    workload_release(&w);
    src_free(src);
    diag_free(d);
    free(text);
}

static void forms(void)
{
    check("<workload name='a'><layer name='x' m='1' n='2'/></workload>", NULL);
    check("<!-- a --><workload name='a' source='b'>\n<layer name='x' m='1' n='2' count='3'/><!-- c --></workload>",
          NULL);
    check("<workload name='a'/>", "no layers");
    check("<workload><layer name='x' m='1' n='2'/></workload>", "has no name");
    check("<tlut name='a'/>", "w.xml:1:1: error[E411]: the root element is 'tlut'");
    check("<workload name='a'>\n  <layer name='x' m='1'/></workload>",
          "w.xml:2:3: error[E411]: element 'layer' has no n");
    check("<workload name='a'>\n  <layer name='x' n='2'\n m='0'/></workload>", "w.xml:3:2: error[E411]: m '0'");
    check("<workload name='a'><layer name='x' m='1e3' n='2'/></workload>", "m '1e3'");
    check("<workload name='a'><layer name='x' m='99999999999999999999' n='2'/></workload>", "1 to 16777216");
    check("<workload name='a'><layer name='x' m='1' n='2' coun='3'/></workload>", "did you mean 'count'?");
    check("<workload name='a'><leyer/></workload>", "did you mean 'layer'?");
    check("<workload name='a'><layer name='x' m='1' n='2'/><layer name='x' m='1' n='2'/></workload>", "1:56");
    check("<workload name='a'>text<layer name='x' m='1' n='2'/></workload>", "text between");
    check("<!DOCTYPE workload [<!ENTITY e 'x'>]><workload name='&e;'/>", "E002");
    check("<!DOCTYPE workload SYSTEM 'file:///etc/passwd'><workload name='a'/>", "E002");
    check("<workload name='a'>", "E001");
    check("", "E001");
    check("<workload name='\xff'/>", "E003");
}

static void example(void)
{
    struct diag *d = diag_new();
    struct workload w;
    CU_ASSERT_TRUE_FATAL(workload_read(&w, "examples/workloads/bitnet-b1.58-2B-4T.xml", d));
    const struct workload_layer *l = workload_find(&w, "ffn_down", "w.xml", d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
    CU_ASSERT_EQUAL(l->m, 2560);
    CU_ASSERT_EQUAL(l->n, 6912);
    int64_t weights = 0;
    for (int i = 0; i < w.layers; i++)
        weights += w.layer[i].m * w.layer[i].n * w.layer[i].count;
    CU_ASSERT_EQUAL(weights, INT64_C(30) * (2 * 2560 * 2560 + 2 * 640 * 2560 + 3 * 2560 * 6912)); /* 2.08e9 */
    CU_ASSERT_PTR_NULL(workload_find(&w, "fnn_down", "w.xml", d));
    CU_ASSERT_EQUAL(diag_count(d), 1);
    workload_release(&w);
    CU_ASSERT_FALSE(workload_read(&w, "examples/workloads/missing.xml", d));
    diag_free(d);
}

UNIT_MAIN("workload", {"forms", forms}, {"the example", example})
