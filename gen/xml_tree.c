/* SPDX-License-Identifier: Apache-2.0 */
/* xml_tree.c -- libxml2 tells lines; users want the word. */
#include "xml_tree.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"

struct loc xml_loc_line(const struct src *src, long line, const char *word)
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
struct loc xml_loc_node(const struct src *src, const xmlNode *node)
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
    return best ? loc_at(src, (size_t)(best - text), strlen(tag)) : xml_loc_line(src, line, tag);
}

/* An attribute within a tag that starts at `tag`. */
struct loc xml_loc_attribute(const struct src *src, struct loc tag, const char *name)
{
    const char *text = src_text(src);
    size_t len = strlen(name);
    for (const char *p = text + tag.off; *p && *p != '>'; p++)
        if (strchr(" \t\r\n", *p) && strncmp(p + 1, name, len) == 0 && strchr("= \t\r\n", p[1 + len]))
            return loc_at(src, (size_t)(p + 1 - text), len);
    return tag;
}

struct parse {
    const struct src *src;
    const char *noun;
    struct diag *d;
    xmlParserCtxtPtr ctxt;
    bool stopped; /* after an error that makes the rest meaningless; it has been reported */
};

static void doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    struct parse *r = ((xmlParserCtxtPtr)user)->_private;
    (void)name, (void)external, (void)system;
    r->stopped = true;
    diag_error(r->d, DIAG_XML_DOCTYPE, xml_loc_line(r->src, 1, "<!DOCTYPE"), "a DOCTYPE is not allowed");
    diag_help(r->d, "delete it: %s needs no document type and no entities", r->noun);
    xmlStopParser(r->ctxt);
}

static void syntax_error(void *user, xmlErrorPtr err)
{
    struct parse *r = ((xmlParserCtxtPtr)user)->_private;
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

xmlDocPtr xml_parse(const struct src *xml, const char *noun, struct diag *d)
{
    struct parse r = {.src = xml, .noun = noun, .d = d};
    int before = diag_count(d);
    size_t bad = src_check_utf8(xml);
    if (bad != src_size(xml)) {
        diag_error(d, DIAG_XML_ENCODING, loc_at(xml, bad, 1), "byte 0x%02x is not UTF-8 text",
                   (unsigned char)src_text(xml)[bad]);
        diag_help(d, "convert the file to UTF-8, or check that this is the file you mean");
        return NULL;
    }
    r.ctxt = xmlNewParserCtxt();
    if (!r.ctxt)
        BUG("libxml2 gives no parser");
    r.ctxt->_private = &r;
    r.ctxt->sax->internalSubset = doctype;
    r.ctxt->sax->serror = syntax_error;
    xmlDocPtr doc = xmlCtxtReadMemory(r.ctxt, src_text(xml), (int)src_size(xml), NULL, "UTF-8",
                                      XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    bool ok = doc && xmlDocGetRootElement(doc) && !r.stopped;
    if (!ok && diag_count(d) == before)
        diag_error(d, DIAG_XML_SYNTAX, loc_at(xml, 0, 1), "the file cannot be read as XML");
    xmlFreeParserCtxt(r.ctxt);
    if (ok)
        return doc;
    xmlFreeDoc(doc);
    return NULL;
}
