/* SPDX-License-Identifier: Apache-2.0 */
/* arch_xml.c -- reads the XML of an architecture. The only file of the architecture's front end that knows libxml2.
 *
 * libxml2 parses (SAX: no tree, no entities, no files, no network); all checks are our own, so that messages speak of
 * parameters and point at the attribute. gen/schema/tlut_arch.xsd says the same to the users' editors, and a unit test
 * holds the two together.
 *
 * Positions: at a start tag libxml2 has just read its last attribute, so the nearest '<' before is the tag's own (a raw
 * '<' cannot stand inside a tag). Attributes are found in the tag's source text.
 */
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"

#define XSI "http://www.w3.org/2001/XMLSchema-instance" /* its attributes tell editors where the XSD is */
#define MAX_ATTRIBUTES 1000
#define MAX_FORM_ERRORS 200 /* then reading stops: the file is something else */

struct reader {
    xmlParserCtxtPtr ctxt;
    const struct src *src;
    struct arch *arch;
    struct arch_src *where;
    struct diag *d;
    int errors_before;
    int depth;           /* of open elements */
    const char *element; /* of param_table: the child of <tlut> that is open, NULL if none or unknown */
    const char *elements[PARAM_COUNT + 1]; /* legal ones, NULL-terminated */
    bool seen[PARAM_COUNT];                /* alike */
    bool stopped;                          /* by us, after an error that makes the rest meaningless */
    bool text_reported;                    /* one E008 for each element is enough */
};

static void stop(struct reader *r)
{
    r->stopped = true;
    xmlStopParser(r->ctxt);
}

static size_t position(const struct reader *r)
{
    long at = xmlByteConsumed(r->ctxt);
    size_t size = src_size(r->src);
    return at < 0 ? 0 : (size_t)at > size ? size : (size_t)at;
}

/* The nearest place before off where c stands, or 0. */
static size_t search_back(const struct reader *r, size_t off, char c)
{
    const char *text = src_text(r->src);
    while (off > 0 && text[off] != c)
        off--;
    return off;
}

/* prefix:name, as it is written. */
static char *qualified(const xmlChar *prefix, const xmlChar *name)
{
    struct buf b = BUF_INIT;
    if (prefix)
        buf_printf(&b, "%s:", (const char *)prefix);
    buf_addstr(&b, (const char *)name);
    return buf_detach(&b);
}

static void add_list(struct buf *b, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        buf_printf(b, "%s%s", i ? ", " : "", words[i]);
}

/* help: the nearest word if there is one; note: all of them. */
static void suggest(struct diag *d, const char *what, const char *word, const char *const *words)
{
    struct buf list = BUF_INIT;
    add_list(&list, words);
    diag_note(d, "%s %s", what, list.data);
    const char *near = diag_nearest(word, words);
    if (near)
        diag_help(d, "did you mean '%s'?", near);
    buf_release(&list);
}

/* ---- attributes ---- */

/* Moves *cursor over the next `name="value"` of a tag's source text whose name is `name`; libxml2 hands the attributes
 * over in the order of the text, so one pass finds all. The tag is well-formed here. */
static struct loc find_attribute(const struct reader *r, size_t *cursor, const char *name)
{
    const char *text = src_text(r->src);
    size_t len = strlen(name), i = *cursor;
    while (text[i] && text[i] != '>') {
        i += strspn(text + i, " \t\r\n/");
        size_t start = i, name_len = strcspn(text + i, " \t\r\n=>");
        i += name_len;
        i += strspn(text + i, " \t\r\n=");
        if (text[i] != '"' && text[i] != '\'')
            break;
        char quote = text[i++];
        const char *end = strchr(text + i, quote);
        if (!end)
            break;
        i = (size_t)(end - text) + 1;
        if (name_len == len && memcmp(text + start, name, len) == 0) {
            *cursor = i;
            return loc_at(r->src, start, i - start);
        }
    }
    return loc_at(r->src, *cursor, 1);
}

static void read_version(struct reader *r, const char *value, struct loc loc)
{
    if (strcmp(value, "1") == 0)
        return;
    diag_error(r->d, DIAG_BAD_VERSION, loc, "version '%s' of the format is unknown", diag_quote(value).s);
    diag_help(r->d, "this tlut reads version \"1\"");
}

static void unknown_attribute(struct reader *r, const char *name, struct loc loc)
{
    const char *words[PARAM_COUNT + 3];
    int n = 0;
    if (!r->element) {
        words[n++] = "name";
        words[n++] = "version";
    }
    for (int p = 0; p < PARAM_COUNT && r->element; p++)
        if (strcmp(param_table[p].element, r->element) == 0)
            words[n++] = param_table[p].attribute;
    words[n] = NULL;
    const char *element = r->element ? r->element : "tlut";
    diag_error(r->d, DIAG_UNKNOWN_ATTRIBUTE, loc, "element '%s' has no attribute '%s'", element, diag_quote(name).s);
    suggest(r->d, "its attributes are", name, words);
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        bool here = strcmp(info->element, element) == 0;
        if (!here && strcmp(info->attribute, name) == 0)
            diag_help(r->d, "element '%s' has an attribute '%s'", info->element, name);
        else if (strcmp(info->flag, name) == 0 && strcmp(info->attribute, name) != 0) /* the word of the command line */
            diag_help(r->d, "--%s is attribute '%s' of element '%s'", name, info->attribute, info->element);
    }
}

static void read_attribute(struct reader *r, const char *name, const char *value, struct loc loc)
{
    enum param p = r->element ? param_find(r->element, name) : PARAM_COUNT;
    if (p != PARAM_COUNT)
        arch_put(r->arch, r->where, p, value, loc, r->d);
    else if (!r->element && strcmp(name, "name") == 0)
        arch_put_name(r->arch, value, loc, r->d);
    else if (!r->element && strcmp(name, "version") == 0)
        read_version(r, value, loc);
    else
        unknown_attribute(r, name, loc);
}

/* attributes: groups of five, localname, prefix, URI, value, end of value. */
static void read_attributes(struct reader *r, size_t cursor, int count, const xmlChar **attributes)
{
    for (int i = 0; i < count && diag_count(r->d) - r->errors_before < MAX_FORM_ERRORS; i++) {
        const xmlChar **attr = attributes + 5 * i;
        if (attr[2] && r->depth == 1 && strcmp((const char *)attr[2], XSI) == 0)
            continue;
        char *name = qualified(attr[1], attr[0]);
        struct buf value = BUF_INIT;
        buf_add(&value, attr[3], (size_t)(attr[4] - attr[3]));
        read_attribute(r, name, value.data, find_attribute(r, &cursor, name));
        buf_release(&value);
        free(name);
    }
}

/* ---- elements ---- */

static void check_root(struct reader *r, const char *name, const xmlChar *uri, struct loc loc)
{
    if (strcmp(name, "tlut") == 0 && !uri)
        return;
    if (uri)
        diag_error(r->d, DIAG_XML_ROOT, loc, "the root element '%s' lies in a namespace", diag_quote(name).s);
    else
        diag_error(r->d, DIAG_XML_ROOT, loc, "the root element is '%s', not 'tlut'", diag_quote(name).s);
    diag_help(r->d, "an architecture looks like <tlut version=\"1\"> <table group-size=\"3\"/> </tlut>%s",
              uri ? ", without xmlns" : "");
    stop(r);
}

/* Finds a child of the root in the list and checks that it is the first of its kind. */
static void enter_child(struct reader *r, const char *name, struct loc loc)
{
    int e = 0;
    while (r->elements[e] && strcmp(r->elements[e], name) != 0)
        e++;
    r->element = r->elements[e];
    if (!r->element) {
        diag_error(r->d, DIAG_UNKNOWN_ELEMENT, loc, "unknown element '%s'", diag_quote(name).s);
        suggest(r->d, "the elements are", name, r->elements);
    } else if (r->seen[e]) {
        diag_error(r->d, DIAG_DUPLICATE_ELEMENT, loc, "element '%s' stands there twice", name);
        diag_help(r->d, "put all its attributes into one element");
    }
    if (r->element)
        r->seen[e] = true;
}

static void start_element(void *user, const xmlChar *localname, const xmlChar *prefix, const xmlChar *uri,
                          int namespaces, const xmlChar **namespace_list, int count, int defaulted,
                          const xmlChar **attributes)
{
    struct reader *r = user;
    (void)namespaces, (void)namespace_list, (void)defaulted;
    if (r->stopped)
        return;
    r->depth++;
    r->text_reported = false;
    size_t tag = search_back(r, position(r), '<');
    char *name = qualified(prefix, localname);
    struct loc loc = loc_at(r->src, tag, strlen(name) + 1);
    if (r->depth == 1) {
        check_root(r, name, uri, loc);
    } else if (r->depth == 2) {
        enter_child(r, name, loc);
    } else if (r->depth == 3 && r->element) { /* deeper ones follow from it; so do those inside an unknown element */
        diag_error(r->d, DIAG_UNKNOWN_ELEMENT, loc, "element '%s' inside '%s'", diag_quote(name).s, r->element);
        diag_help(r->d, "'%s' holds attributes only; close it with '/>' before the next element", r->element);
    }
    bool known = r->depth == 1 || (r->depth == 2 && r->element);
    if (known && !r->stopped)
        read_attributes(r, tag + 1 + strlen(name), count, attributes);
    if (diag_count(r->d) - r->errors_before >= MAX_FORM_ERRORS)
        stop(r);
    free(name);
}

static void end_element(void *user, const xmlChar *localname, const xmlChar *prefix, const xmlChar *uri)
{
    struct reader *r = user;
    (void)localname, (void)prefix, (void)uri;
    if (--r->depth == 1)
        r->element = NULL;
}

static void characters(void *user, const xmlChar *text, int len)
{
    struct reader *r = user;
    size_t blank = strspn((const char *)text, " \t\r\n");
    if (r->stopped || r->text_reported || blank >= (size_t)len)
        return;
    r->text_reported = true;
    size_t at = position(r);
    if (at > 0 && src_text(r->src)[at] == '<')
        at--; /* the text ends here: look back for the tag or comment before it */
    at = search_back(r, at, '>') + 1;
    at += strspn(src_text(r->src) + at, " \t\r\n");
    diag_error(r->d, DIAG_STRAY_TEXT, loc_at(r->src, at, strcspn(src_text(r->src) + at, " \t\r\n<")),
               "text between the elements");
    diag_help(r->d, "write values as attributes, and remarks as <!-- comments -->");
}

/* ---- the document as a whole ---- */

static void start_document(void *user)
{
    struct reader *r = user;
    /* libxml2 keeps UTF-8 and UTF-16 in one place, and encodings that it converts in another. */
    const xmlChar *encoding = r->ctxt->encoding ? r->ctxt->encoding : r->ctxt->input->encoding;
    if (!encoding || xmlStrcasecmp(encoding, BAD_CAST "UTF-8") == 0 ||
        xmlStrcasecmp(encoding, BAD_CAST "US-ASCII") == 0)
        return;
    const char *text = src_text(r->src), *word = strstr(text, "encoding");
    diag_error(r->d, DIAG_XML_ENCODING, loc_at(r->src, word ? (size_t)(word - text) : 0, strlen("encoding")),
               "encoding '%s' is not supported", diag_quote((const char *)encoding).s);
    diag_help(r->d, "write the file in UTF-8 and delete the encoding, or change it to \"UTF-8\"");
    stop(r);
}

static void doctype(void *user, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    struct reader *r = user;
    (void)name, (void)external, (void)system;
    diag_error(r->d, DIAG_XML_DOCTYPE, loc_at(r->src, search_back(r, position(r), '<'), strlen("<!DOCTYPE")),
               "a DOCTYPE is not allowed");
    diag_help(r->d, "delete it: an architecture needs no document type and no entities");
    stop(r);
}

/* libxml2's text for a fatal error, in our words where they are common. */
static void add_syntax_message(struct buf *b, const xmlError *err)
{
    struct diag_quoted q1 = diag_quote(err->str1 ? err->str1 : ""), q2 = diag_quote(err->str2 ? err->str2 : "");
    const char *s1 = q1.s, *s2 = q2.s;
    switch (err->code) {
    case XML_ERR_DOCUMENT_EMPTY:
        buf_addstr(b, "there is no XML element here");
        break;
    case XML_ERR_DOCUMENT_END:
        buf_addstr(b, "text after the end of the root element");
        break;
    case XML_ERR_TAG_NAME_MISMATCH:
        buf_printf(b, "element '%s' of line %d is closed by '</%s>'", s1, err->int1, s2);
        break;
    case XML_ERR_TAG_NOT_FINISHED:
        buf_printf(b, "the file ends, but element '%s' is not closed", s1);
        break;
    case XML_ERR_GT_REQUIRED:
        buf_addstr(b, "the tag is not closed with '>'");
        break;
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
        buf_addstr(b, "the value of an attribute has to stand in quotes");
        break;
    case XML_ERR_ATTRIBUTE_NOT_FINISHED:
        buf_addstr(b, "the quote that ends a value is missing");
        break;
    case XML_ERR_LT_IN_ATTRIBUTE:
        buf_addstr(b, "'<' inside a value: the quote that ends it is missing, or it has to be written as &lt;");
        break;
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
        buf_printf(b, "attribute '%s' has no value", s1);
        break;
    case XML_ERR_ATTRIBUTE_REDEFINED:
        buf_printf(b, "attribute '%s' stands there twice", s1);
        break;
    case XML_ERR_NAME_REQUIRED:
    case XML_ERR_ENTITYREF_SEMICOL_MISSING:
        buf_addstr(b, "'&' has to be written as &amp;, and a name has to follow '<'");
        break;
    case XML_ERR_UNDECLARED_ENTITY:
        buf_printf(b, "entity '&%s;' is unknown", s1);
        break;
    default:
        buf_addstr(b, err->level == XML_ERR_FATAL && err->message ? err->message : "the file cannot be read");
        while (b->len && strchr("\n .", b->data[b->len - 1]))
            b->data[--b->len] = '\0';
    }
}

static void syntax_error(void *user, xmlErrorPtr err)
{
    struct reader *r = user;
    if (r->stopped || err->level != XML_ERR_FATAL)
        return; /* namespace errors: the name is reported as unknown */
    r->stopped = true;
    struct buf message = BUF_INIT;
    if (err->code == XML_ERR_INTERNAL_ERROR && r->depth > 100)
        buf_addstr(&message, "elements are nested too deeply");
    else
        add_syntax_message(&message, err);
    diag_error(r->d, DIAG_XML_SYNTAX, loc_at(r->src, position(r), 1), "%s", message.data);
    diag_help(r->d, "the cause is here or just before; every tag needs its '>', every value its quotes");
    buf_release(&message);
}

/* libxml2 compares each attribute of a tag with all others: a tag with 100000 of them would take minutes. */
static bool check_tags(const struct src *src, struct diag *d)
{
    const char *p = src_text(src);
    while ((p = strchr(p, '<')) != NULL) {
        bool comment = strncmp(p, "<!--", 4) == 0;
        const char *end = comment ? strstr(p, "-->") : strchr(p, '>');
        if (!end)
            end = src_text(src) + src_size(src);
        int equals = 0;
        for (const char *c = p; !comment && c < end; c++)
            equals += *c == '=';
        if (equals > MAX_ATTRIBUTES) {
            diag_error(d, DIAG_XML_SYNTAX, loc_at(src, (size_t)(p - src_text(src)), 1),
                       "a tag with more than %d attributes", MAX_ATTRIBUTES);
            diag_help(d, "check that this is the file you mean");
            return false;
        }
        p = end;
    }
    return true;
}

static bool check_text(const struct src *src, struct diag *d)
{
    size_t bad = src_check_utf8(src);
    if (bad == src_size(src))
        return true;
    diag_error(d, DIAG_XML_ENCODING, loc_at(src, bad, 1), "byte 0x%02x is not UTF-8 text",
               (unsigned char)src_text(src)[bad]);
    diag_help(d, "convert the file to UTF-8, or check that this is the file you mean");
    return false;
}

bool arch_read_xml(struct arch *a, struct arch_src *where, const struct src *xml, struct diag *d)
{
    struct reader r = {.src = xml, .arch = a, .where = where, .d = d, .errors_before = diag_count(d)};
    if (!check_text(xml, d) || !check_tags(xml, d))
        return false;
    int elements = 0;
    for (int p = 0; p < PARAM_COUNT; p++) /* equal elements are neighbours in the table */
        if (p == 0 || strcmp(param_table[p].element, param_table[p - 1].element) != 0)
            r.elements[elements++] = param_table[p].element;

    r.ctxt = xmlNewParserCtxt();
    if (!r.ctxt)
        BUG("libxml2 gives no parser");
    memset(r.ctxt->sax, 0, sizeof *r.ctxt->sax); /* nothing but ours: no tree, no entities, no loading */
    r.ctxt->sax->initialized = XML_SAX2_MAGIC;
    r.ctxt->sax->startDocument = start_document;
    r.ctxt->sax->internalSubset = doctype;
    r.ctxt->sax->startElementNs = start_element;
    r.ctxt->sax->endElementNs = end_element;
    r.ctxt->sax->characters = characters;
    r.ctxt->sax->cdataBlock = characters;
    r.ctxt->sax->serror = syntax_error;
    r.ctxt->userData = &r;
    xmlDocPtr doc =
        xmlCtxtReadMemory(r.ctxt, src_text(xml), (int)src_size(xml), NULL, NULL, XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (doc)
        xmlFreeDoc(doc);
    if (!r.ctxt->wellFormed && diag_count(d) == r.errors_before)
        diag_error(d, DIAG_XML_SYNTAX, loc_at(xml, position(&r), 1), "the file cannot be read as XML");
    xmlFreeParserCtxt(r.ctxt);
    return diag_count(d) == r.errors_before;
}
