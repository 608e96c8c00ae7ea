/* SPDX-License-Identifier: Apache-2.0 */
/* The XSD for the users' editors says the same as params.def, and agrees with the reader about files. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>
#include <string.h>

#include "arch_load.h"
#include "embedded.h"
#include "unit.h"

#define XSD "gen/schema/tlut_arch.xsd"

static bool is_xs(const xmlNode *n, const char *name)
{
    return n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, name) == 0;
}

static bool attribute_is(xmlNode *n, const char *attribute, const char *expected)
{
    xmlChar *text = xmlGetProp(n, BAD_CAST attribute);
    bool same = text && strcmp((const char *)text, expected) == 0;
    xmlFree(text);
    return same;
}

/* The next node below root, in the order of the text. */
static xmlNode *next_node(xmlNode *n, const xmlNode *root)
{
    if (n->children)
        return n->children;
    while (n != root && !n->next)
        n = n->parent;
    return n == root ? NULL : n->next;
}

static xmlNode *find(xmlNode *root, const char *kind, const char *name)
{
    for (xmlNode *n = root; n; n = next_node(n, root))
        if (is_xs(n, kind) && (!name || attribute_is(n, "name", name)))
            return n;
    return NULL;
}

static int count(xmlNode *root, const char *kind)
{
    int found = 0;
    for (xmlNode *n = root; n; n = next_node(n, root))
        found += is_xs(n, kind);
    return found;
}

/* All words of an enum, in order, or the special word alone. */
static void check_words(xmlNode *attribute, const struct param_info *info)
{
    const char *const special[] = {info->special, NULL};
    const char *const *word = info->names ? info->names : special;
    for (xmlNode *n = attribute; n; n = next_node(n, attribute))
        if (is_xs(n, "enumeration")) {
            CU_ASSERT_PTR_NOT_NULL_FATAL(*word);
            CU_ASSERT(attribute_is(n, "value", *word));
            word++;
        }
    CU_ASSERT_PTR_NULL(*word);
}

static void check_attribute(xmlNode *attribute, enum param p)
{
    const struct param_info *info = &param_table[p];
    char number[16];
    CU_ASSERT(attribute_is(attribute, "default", param_value_text(p, info->def, number)));
    CU_ASSERT_EQUAL(count(attribute, "documentation"), 1);
    check_words(attribute, info);
    if (info->names)
        return;
    xmlNode *lo = find(attribute, "minInclusive", NULL), *hi = find(attribute, "maxInclusive", NULL);
    CU_ASSERT_FATAL(lo && hi);
    snprintf(number, sizeof number, "%d", info->min);
    CU_ASSERT(attribute_is(lo, "value", number));
    snprintf(number, sizeof number, "%d", info->max);
    CU_ASSERT(attribute_is(hi, "value", number));
}

static void test_same_parameters(void)
{
    const struct embedded_file *f = embedded_find(XSD);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    xmlDocPtr doc = xmlReadMemory((const char *)f->data, (int)f->size, XSD, NULL, XML_PARSE_NONET);
    CU_ASSERT_PTR_NOT_NULL_FATAL(doc);
    xmlNode *all = find(xmlDocGetRootElement(doc), "all", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    int elements = 0;
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        elements += p == 0 || strcmp(info->element, param_table[p - 1].element) != 0;
        xmlNode *element = find(all, "element", info->element);
        xmlNode *attribute = element ? find(element, "attribute", info->attribute) : NULL;
        if (!attribute)
            printf("\n    " XSD " lacks %s/@%s", info->element, info->attribute);
        CU_ASSERT_PTR_NOT_NULL(attribute);
        if (attribute)
            check_attribute(attribute, (enum param)p);
    }
    CU_ASSERT_EQUAL(count(all, "attribute"), PARAM_COUNT); /* and no others */
    CU_ASSERT_EQUAL(count(all, "element"), elements);
    xmlFreeDoc(doc);
}

/* ---- the same files are valid to both ---- */

static void silent(void *user, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void silent(void *user, const char *format, ...)
{
    (void)user, (void)format;
}

struct validator {
    xmlSchemaParserCtxtPtr parser;
    xmlSchemaPtr schema;
    xmlSchemaValidCtxtPtr ctxt;
};

static void validator_init(struct validator *v)
{
    const struct embedded_file *f = embedded_find(XSD);
    v->parser = xmlSchemaNewMemParserCtxt((const char *)f->data, (int)f->size);
    v->schema = xmlSchemaParse(v->parser);
    CU_ASSERT_PTR_NOT_NULL_FATAL(v->schema);
    v->ctxt = xmlSchemaNewValidCtxt(v->schema);
    xmlSchemaSetValidErrors(v->ctxt, silent, silent, NULL);
}

static void validator_release(struct validator *v)
{
    xmlSchemaFreeValidCtxt(v->ctxt);
    xmlSchemaFree(v->schema);
    xmlSchemaFreeParserCtxt(v->parser);
}

static bool schema_accepts(const struct validator *v, const char *text)
{
    xmlDocPtr doc = xmlReadMemory(text, (int)strlen(text), "t.xml", NULL, XML_PARSE_NONET);
    CU_ASSERT_PTR_NOT_NULL_FATAL(doc);
    bool ok = xmlSchemaValidateDoc(v->ctxt, doc) == 0;
    xmlFreeDoc(doc);
    return ok;
}

static bool reader_accepts(const char *text)
{
    struct arch a;
    struct arch_src where = {0};
    struct diag *d = diag_new();
    where.xml = src_from_text("t.xml", text, strlen(text));
    arch_init(&a);
    bool ok = arch_read_xml(&a, &where, where.xml, d);
    arch_src_release(&where);
    diag_free(d);
    return ok;
}

static void test_same_files(void)
{
    static const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"<tlut/>", true},
        {"<tlut name='a_1' version='1'><clock mhz='1'/><table/></tlut>", true},
        {"<tlut name='A'/>", false},
        {"<tlut name='a23456789012345678901234567890123456789012345678901234567890abcd'/>", true},
        {"<tlut name='a23456789012345678901234567890123456789012345678901234567890abcde'/>", false},
        {"<tlut version='2'/>", false},
        {"<tlut><table/><table/></tlut>", false},
        {"<tlut><tables/></tlut>", false},
        {"<tlut><table mu='3'/></tlut>", false},
        {"<tlut><table><core/></table></tlut>", false},
        {"<tlut><table luts='x'/></tlut>", false},
        {"<tlut>text</tlut>", false},
        {"<tlut><table>text</table></tlut>", false},
        {"<tlut><arithmetic window='exact' top='auto'/></tlut>", true},
        {"<tlut><arithmetic window='auto'/></tlut>", false},
        {"<tlut xmlns='urn:x'/>", false},
        {"<technology/>", false},
    };
    struct validator v;
    validator_init(&v);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CU_ASSERT_EQUAL(reader_accepts(cases[i].text), cases[i].good);
        CU_ASSERT_EQUAL(schema_accepts(&v, cases[i].text), cases[i].good);
    }
    for (int p = 0; p < PARAM_COUNT; p++) /* each word, and the ends of each range */
        for (int k = -2; k <= 70; k++) {
            const struct param_info *info = &param_table[p];
            int value = k < 0 ? info->max - info->min - k - 1 : k - 1; /* max + 1, max; min - 1, min, ... */
            char text[160], number[16];
            if (info->names && (value < 0 || value > info->max))
                continue;
            snprintf(text, sizeof text, "<tlut><%s %s='%s'/></tlut>", info->element, info->attribute,
                     param_value_text((enum param)p, info->min + value, number));
            CU_ASSERT_EQUAL(reader_accepts(text), schema_accepts(&v, text));
        }
    validator_release(&v);
}

static void test_examples(void)
{
    struct diag *d = diag_new();
    struct src *s = src_read("examples/annotated.xml", ARCH_XML_LIMIT, d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    struct validator v;
    struct arch a, defaults;
    struct arch_src where = {0};
    validator_init(&v);
    CU_ASSERT(schema_accepts(&v, src_text(s)));
    arch_init(&a);
    arch_init(&defaults);
    CU_ASSERT(arch_read_xml(&a, &where, s, d));
    CU_ASSERT(arch_check(&a, &where, d));
    for (int p = 0; p < PARAM_COUNT; p++) { /* the format manual mentions every parameter, with its default */
        if (!where.given[p])
            printf("\n    examples/annotated.xml lacks %s/@%s", param_table[p].element, param_table[p].attribute);
        CU_ASSERT(where.given[p]);
        CU_ASSERT_EQUAL(arch_get(&a, (enum param)p), arch_get(&defaults, (enum param)p));
    }
    struct buf xml = BUF_INIT;
    arch_resolve(&a);
    arch_write(&xml, &a);
    CU_ASSERT(schema_accepts(&v, xml.data));
    buf_release(&xml);
    diag_print(d, stdout);
    validator_release(&v);
    src_free(s);
    diag_free(d);
}

UNIT_MAIN("arch_xsd", {"same parameters as params.def", test_same_parameters},
          {"same files as the reader", test_same_files}, {"examples", test_examples})
