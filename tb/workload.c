/* SPDX-License-Identifier: Apache-2.0 */
#include "workload.h"

#include "xml_tree.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const struct src *src;
    struct diag *d;
};

static bool allowed(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static void say_unknown(struct reader *r, struct loc loc, const char *what, const char *word, const char *const *list)
{
    diag_error(r->d, DIAG_WORKLOAD_FORM, loc, "unknown %s '%s'", what, diag_quote(word).s);
    const char *near = diag_nearest(word, list);
    if (near)
        diag_help(r->d, "did you mean '%s'?", near);
    else
        diag_help(r->d, "see examples/workloads/ for the format");
}

static void check_attributes(struct reader *r, const xmlNode *node, struct loc tag, const char *const *list)
{
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        if (a->ns && strcmp((const char *)a->ns->href, "http://www.w3.org/2001/XMLSchema-instance") == 0)
            continue;
        const char *name = (const char *)a->name;
        if (!allowed(name, list))
            say_unknown(r, xml_loc_attribute(r->src, tag, name), "attribute", name, list);
    }
}

/* A copy of an attribute, or NULL after a diagnostic if it is missing or empty and `need` is set. */
static char *text_of(struct reader *r, xmlNode *node, struct loc tag, const char *name, bool need)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);
    char *copy = value && (*value || !need) ? buf_strdup((const char *)value) : NULL;
    if (!copy && need) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, value ? xml_loc_attribute(r->src, tag, name) : tag, "element '%s' has no %s",
                   (const char *)node->name, name);
        diag_help(r->d, "add %s=\"...\"", name);
    }
    xmlFree(value);
    return copy;
}

static int64_t number_of(struct reader *r, xmlNode *node, struct loc tag, const char *name, int64_t max,
                         int64_t missing)
{
    char *text = text_of(r, node, tag, name, missing < 0);
    size_t digits = text ? strspn(text, "0123456789") : 0;
    int64_t v = text ? 0 : missing;
    for (size_t i = 0; i < digits && v <= max; i++)
        v = 10 * v + (text[i] - '0');
    if (text && (digits == 0 || text[digits] || v < 1 || v > max)) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, xml_loc_attribute(r->src, tag, name), "%s '%s' is not a number from 1 to %lld",
                   name, diag_quote(text).s, (long long)max);
        diag_help(r->d, "write it in plain decimal digits");
    }
    free(text);
    return v;
}

static void read_layer(struct reader *r, struct workload *w, xmlNode *node)
{
    static const char *const attributes[] = {"name", "m", "n", "count", NULL};
    struct loc tag = xml_loc_node(r->src, node);
    check_attributes(r, node, tag, attributes);
    struct workload_layer l = {0};
    l.name = text_of(r, node, tag, "name", true);
    l.m = number_of(r, node, tag, "m", WORKLOAD_MAX_SIZE, -1);
    l.n = number_of(r, node, tag, "n", WORKLOAD_MAX_SIZE, -1);
    l.count = number_of(r, node, tag, "count", WORKLOAD_MAX_COUNT, 1);
    for (int i = 0; i < w->layers && l.name; i++) {
        if (strcmp(w->layer[i].name, l.name) != 0)
            continue;
        diag_error(r->d, DIAG_WORKLOAD_FORM, xml_loc_attribute(r->src, tag, "name"), "layer '%s' stands there twice",
                   diag_quote(l.name).s);
        diag_help(r->d, "give each layer a name of its own; count says how many there are of a shape");
        break;
    }
    if (!l.name)
        l.name = buf_strdup("");
    w->layer = buf_realloc(w->layer, (size_t)w->layers + 1, sizeof *w->layer);
    w->layer[w->layers++] = l;
}

static void read_root(struct reader *r, struct workload *w, xmlNode *root)
{
    static const char *const attributes[] = {"name", "source", NULL}, *const elements[] = {"layer", NULL};
    struct loc tag = xml_loc_node(r->src, root);
    if (strcmp((const char *)root->name, "workload") != 0 || root->ns) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, tag, "the root element is '%s', not 'workload'",
                   diag_quote((const char *)root->name).s);
        diag_help(
            r->d,
            "a workload looks like <workload name=\"...\"> <layer name=\"...\" m=\"...\" n=\"...\"/> </workload>");
        return;
    }
    check_attributes(r, root, tag, attributes);
    w->name = text_of(r, root, tag, "name", true);
    w->source = text_of(r, root, tag, "source", false);
    for (xmlNode *n = root->children; n; n = n->next) {
        bool text = n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE;
        if (text && !xmlIsBlankNode(n)) {
            diag_error(r->d, DIAG_WORKLOAD_FORM, xml_loc_line(r->src, xmlGetLineNo(n), " "), "text between the elements");
            diag_help(r->d, "write values as attributes, and remarks as <!-- comments -->");
        } else if (n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, "layer") != 0) {
            say_unknown(r, xml_loc_node(r->src, n), "element", (const char *)n->name, elements);
        } else if (n->type == XML_ELEMENT_NODE) {
            read_layer(r, w, n);
        }
    }
    if (w->layers == 0 && diag_count(r->d) == 0) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, tag, "the workload has no layers");
        diag_help(r->d, "add <layer name=\"...\" m=\"...\" n=\"...\"/>");
    }
}

bool workload_parse(struct workload *w, const struct src *xml, struct diag *d)
{
    struct reader r = {.src = xml, .d = d};
    int before = diag_count(d);
    memset(w, 0, sizeof *w);
    xmlDocPtr doc = xml_parse(xml, "a workload", d);
    if (doc)
        read_root(&r, w, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    if (diag_count(d) == before)
        return true;
    workload_release(w);
    return false;
}

bool workload_read(struct workload *w, const char *path, struct diag *d)
{
    memset(w, 0, sizeof *w);
    struct src *xml = src_read(path, WORKLOAD_LIMIT, d);
    bool ok = xml && workload_parse(w, xml, d);
    if (!ok && xml)
        diag_print(d, stderr); /* they point into the text, which goes now */
    src_free(xml);
    return ok;
}

void workload_release(struct workload *w)
{
    for (int i = 0; i < w->layers; i++)
        free(w->layer[i].name);
    free(w->layer);
    free(w->name);
    free(w->source);
    memset(w, 0, sizeof *w);
}

const struct workload_layer *workload_find(const struct workload *w, const char *name, const char *path, struct diag *d)
{
    const char **names = buf_realloc(NULL, (size_t)w->layers + 1, sizeof *names);
    const struct workload_layer *found = NULL;
    struct buf list = BUF_INIT;
    for (int i = 0; i < w->layers; i++) {
        names[i] = w->layer[i].name;
        buf_printf(&list, "%s%s", i ? ", " : "", names[i]);
        if (strcmp(names[i], name) == 0)
            found = &w->layer[i];
    }
    names[w->layers] = NULL;
    if (!found) {
        diag_error(d, DIAG_WORKLOAD_LAYER, loc_file(path), "there is no layer '%s'", diag_quote(name).s);
        diag_note(d, "its layers are %s", list.data);
        const char *near = diag_nearest(name, names);
        if (near)
            diag_help(d, "did you mean '%s'?", near);
        else
            diag_help(d, "give one of them with --layer");
    }
    free(names);
    buf_release(&list);
    return found;
}
