/* SPDX-License-Identifier: Apache-2.0 */
#include "workload.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const struct src *src;
    struct diag *d;
    xmlParserCtxtPtr ctxt;
    bool stopped; /* after an error that makes the rest meaningless; it has been reported */
};

static struct loc loc_line(const struct src *src, long line, const char *word)
{
    const char *text = src_text(src), *p = text;
    for (long i = 1; i < line && p; i++)
        p = (p = strchr(p, '\n')) ? p + 1 : NULL;
    if (!p)
        return loc_at(src, 0, 1);
    const char *found = strstr(p, word);
    if (found)
        return loc_at(src, (size_t)(found - text), strlen(word));
    p += strspn(p, " \t");
    return loc_at(src, (size_t)(p - text), 1);
}

/* libxml2 gives a tag the line where it ends; its start is the last '<' + name up to there. */
static struct loc loc_node(const struct src *src, const xmlNode *node)
{
    char tag[40];
    const char *text = src_text(src), *best = NULL, *end = text;
    long line = xmlGetLineNo(node);
    snprintf(tag, sizeof tag, "<%s", (const char *)node->name);
    for (long i = 0; i < line && end; i++)
        end = (end = strchr(end, '\n')) ? end + 1 : NULL;
    const char *limit = end ? end : text + src_size(src);
    int after = 0; /* of several on the line, the one that has as many behind it as the node has siblings there */
    for (const xmlNode *n = node->next; n; n = n->next)
        after += n->type == XML_ELEMENT_NODE && xmlGetLineNo(n) == line && xmlStrEqual(n->name, node->name);
    for (const char *at = limit; at > text && after >= 0;) {
        at--;
        if (strncmp(at, tag, strlen(tag)) == 0) {
            best = at;
            after--;
        }
    }
    return best ? loc_at(src, (size_t)(best - text), strlen(tag)) : loc_line(src, line, tag);
}

/* An attribute within a tag that starts at `tag`. */
static struct loc loc_attribute(const struct src *src, struct loc tag, const char *name)
{
    const char *text = src_text(src);
    size_t len = strlen(name);
    for (const char *p = text + tag.off; *p && *p != '>'; p++)
        if (strchr(" \t\r\n", *p) && strncmp(p + 1, name, len) == 0 && strchr("= \t\r\n", p[1 + len]))
            return loc_at(src, (size_t)(p + 1 - text), len);
    return tag;
}

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
            say_unknown(r, loc_attribute(r->src, tag, name), "attribute", name, list);
    }
}

/* A copy of an attribute, or NULL after a diagnostic if it is missing or empty and `need` is set. */
static char *text_of(struct reader *r, xmlNode *node, struct loc tag, const char *name, bool need)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);
    char *copy = value && (*value || !need) ? buf_strdup((const char *)value) : NULL;
    if (!copy && need) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, value ? loc_attribute(r->src, tag, name) : tag, "element '%s' has no %s",
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
        diag_error(r->d, DIAG_WORKLOAD_FORM, loc_attribute(r->src, tag, name), "%s '%s' is not a number from 1 to %lld",
                   name, diag_quote(text).s, (long long)max);
        diag_help(r->d, "write it in plain decimal digits");
    }
    free(text);
    return v;
}

static void read_layer(struct reader *r, struct workload *w, xmlNode *node)
{
    static const char *const attributes[] = {"name", "m", "n", "count", NULL};
    struct loc tag = loc_node(r->src, node);
    check_attributes(r, node, tag, attributes);
    struct workload_layer l = {0};
    l.name = text_of(r, node, tag, "name", true);
    l.m = number_of(r, node, tag, "m", WORKLOAD_MAX_SIZE, -1);
    l.n = number_of(r, node, tag, "n", WORKLOAD_MAX_SIZE, -1);
    l.count = number_of(r, node, tag, "count", WORKLOAD_MAX_COUNT, 1);
    for (int i = 0; i < w->layers && l.name; i++) {
        if (strcmp(w->layer[i].name, l.name) != 0)
            continue;
        diag_error(r->d, DIAG_WORKLOAD_FORM, loc_attribute(r->src, tag, "name"), "layer '%s' stands there twice",
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
    struct loc tag = loc_node(r->src, root);
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
            diag_error(r->d, DIAG_WORKLOAD_FORM, loc_line(r->src, xmlGetLineNo(n), " "), "text between the elements");
            diag_help(r->d, "write values as attributes, and remarks as <!-- comments -->");
        } else if (n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, "layer") != 0) {
            say_unknown(r, loc_node(r->src, n), "element", (const char *)n->name, elements);
        } else if (n->type == XML_ELEMENT_NODE) {
            read_layer(r, w, n);
        }
    }
    if (w->layers == 0 && diag_count(r->d) == 0) {
        diag_error(r->d, DIAG_WORKLOAD_FORM, tag, "the workload has no layers");
        diag_help(r->d, "add <layer name=\"...\" m=\"...\" n=\"...\"/>");
    }
}

static void doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    struct reader *r = ((xmlParserCtxtPtr)user)->_private;
    (void)name, (void)external, (void)system;
    r->stopped = true;
    diag_error(r->d, DIAG_XML_DOCTYPE, loc_line(r->src, 1, "<!DOCTYPE"), "a DOCTYPE is not allowed");
    diag_help(r->d, "delete it: a workload needs no document type and no entities");
    xmlStopParser(r->ctxt);
}

static void syntax_error(void *user, xmlErrorPtr err)
{
    struct reader *r = ((xmlParserCtxtPtr)user)->_private;
    if (r->stopped || err->level != XML_ERR_FATAL)
        return;
    r->stopped = true;
    struct buf text = BUF_INIT;
    buf_addstr(&text, err->message ? err->message : "the file cannot be read");
    while (text.len && strchr("\n .", text.data[text.len - 1]))
        text.data[--text.len] = 0;
    long at = xmlByteConsumed(r->ctxt);
    size_t size = src_size(r->src);
    diag_error(r->d, DIAG_XML_SYNTAX, loc_at(r->src, at < 0 || (size_t)at > size ? size : (size_t)at, 1), "%s",
               text.data);
    buf_release(&text);
}

bool workload_parse(struct workload *w, const struct src *xml, struct diag *d)
{
    struct reader r = {.src = xml, .d = d};
    int before = diag_count(d);
    memset(w, 0, sizeof *w);
    size_t bad = src_check_utf8(xml);
    if (bad != src_size(xml)) {
        diag_error(d, DIAG_XML_ENCODING, loc_at(xml, bad, 1), "byte 0x%02x is not UTF-8 text",
                   (unsigned char)src_text(xml)[bad]);
        diag_help(d, "convert the file to UTF-8, or check that this is the file you mean");
        return false;
    }
    r.ctxt = xmlNewParserCtxt();
    if (!r.ctxt)
        BUG("libxml2 gives no parser");
    r.ctxt->_private = &r;
    r.ctxt->sax->internalSubset = doctype;
    r.ctxt->sax->serror = syntax_error;
    xmlDocPtr doc = xmlCtxtReadMemory(r.ctxt, src_text(xml), (int)src_size(xml), NULL, "UTF-8",
                                      XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (root && !r.stopped)
        read_root(&r, w, root);
    else if (diag_count(d) == before)
        diag_error(d, DIAG_XML_SYNTAX, loc_at(xml, 0, 1), "the file cannot be read as XML");
    xmlFreeDoc(doc);
    xmlFreeParserCtxt(r.ctxt);
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
