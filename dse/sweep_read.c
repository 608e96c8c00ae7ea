/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_read.c -- sweep files: <sweep> with tlut, vary, limit, minimize, maximize, clock, workload,
 * system. */
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "sweep.h"
#include "xml_tree.h"

struct reader {
    const struct src *src;
    const char *folder; /* of the sweep file, or NULL: the current one */
    struct sweep *s;
    struct diag *d;
};

static void unknown(struct reader *r, struct loc loc, const char *what, const char *word, const char *const *list)
{
    diag_error(r->d, DIAG_SWEEP_FORM, loc, "unknown %s '%s'", what, diag_quote(word).s);
    const char *near = diag_nearest(word, list);
    struct buf all = BUF_INIT;
    for (int i = 0; list[i]; i++)
        buf_printf(&all, "%s%s", i ? ", " : "", list[i]);
    if (near)
        diag_help(r->d, "did you mean '%s'?", near);
    else if (all.len)
        diag_help(r->d, "use one of %s", all.data);
    else
        diag_help(r->d, "leave it out");
    buf_release(&all);
}

static bool listed(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static bool has_value(const xmlNode *node, const char *name)
{
    return xmlHasNsProp((xmlNode *)node, BAD_CAST name, NULL) != NULL;
}

static void check_attributes(struct reader *r, const xmlNode *node, struct loc tag, const char *const *list)
{
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        const char *name = (const char *)a->name;
        bool schema = a->ns && strcmp((const char *)a->ns->href, "http://www.w3.org/2001/XMLSchema-instance") == 0;
        if (!schema && !listed(name, list))
            unknown(r, xml_loc_attribute(r->src, tag, name), "attribute", name, list);
    }
}

/* Nothing inside but comments. */
static void check_hollow(struct reader *r, const xmlNode *node)
{
    for (const xmlNode *n = node->children; n; n = n->next)
        if (n->type == XML_ELEMENT_NODE || (n->type == XML_TEXT_NODE && !xmlIsBlankNode(n))) {
            diag_error(r->d, DIAG_SWEEP_FORM, xml_loc_node(r->src, node), "element '%s' holds something",
                       (const char *)node->name);
            diag_help(r->d, "write its values as attributes, and remarks as <!-- comments -->");
            return;
        }
}

/* The attribute's text, to be freed with xmlFree(), and its place. NULL after a diagnostic. */
static xmlChar *need(struct reader *r, xmlNode *node, struct loc tag, const char *name, struct loc *loc)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);
    *loc = xml_loc_attribute(r->src, tag, name);
    if (!value) {
        diag_error(r->d, DIAG_SWEEP_FORM, tag, "element '%s' has no %s", (const char *)node->name, name);
        diag_help(r->d, "add %s=\"...\"", name);
    }
    return value;
}

/* table/@luts, or the flag: luts. */
static enum param find_param(const char *text)
{
    const char *at = strstr(text, "/@");
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct param_info *info = &param_table[p];
        if (strcmp(info->flag, text) == 0)
            return (enum param)p;
        if (at && strncmp(info->element, text, (size_t)(at - text)) == 0 && !info->element[at - text] &&
            strcmp(info->attribute, at + 2) == 0)
            return (enum param)p;
    }
    return PARAM_COUNT;
}

static void unknown_parameter(struct reader *r, struct loc loc, const char *text)
{
    struct buf name[PARAM_COUNT];
    const char *words[2 * PARAM_COUNT + 1];
    for (int p = 0; p < PARAM_COUNT; p++) {
        buf_init(&name[p]);
        buf_printf(&name[p], "%s/@%s", param_table[p].element, param_table[p].attribute);
        words[p] = name[p].data;
        words[PARAM_COUNT + p] = param_table[p].flag;
    }
    words[2 * PARAM_COUNT] = NULL;
    diag_error(r->d, DIAG_SWEEP_FORM, loc, "there is no parameter '%s'", diag_quote(text).s);
    const char *near = diag_nearest(text, words);
    if (near)
        diag_help(r->d, "did you mean '%s'?", near);
    else
        diag_help(r->d, "write ELEMENT/@ATTRIBUTE such as table/@luts, or a flag such as luts");
    for (int p = 0; p < PARAM_COUNT; p++)
        buf_release(&name[p]);
}

static bool not_twice(struct reader *r, enum param p, struct loc loc)
{
    if (!r->s->given[p])
        return true;
    diag_error(r->d, DIAG_SWEEP_FORM, loc, "%s/@%s stands there twice", param_table[p].element,
               param_table[p].attribute);
    diag_help(r->d, "leave one of them out, in the vary elements and in tlut");
    return false;
}

static void read_vary(struct reader *r, xmlNode *node, struct loc tag)
{
    static const char *const attributes[] = {"parameter", "values", NULL};
    struct loc name_loc, loc;
    check_attributes(r, node, tag, attributes);
    xmlChar *name = need(r, node, tag, "parameter", &name_loc), *values = need(r, node, tag, "values", &loc);
    if (name && values) {
        enum param p = find_param((const char *)name);
        if (p == PARAM_COUNT)
            unknown_parameter(r, name_loc, (const char *)name);
        else if (not_twice(r, p, name_loc))
            sweep_set_values(r->s, p, (const char *)values, loc, r->d);
    }
    xmlFree(name);
    xmlFree(values);
}

/* An architecture inside the sweep: what is not varied. */
static void read_base(struct reader *r, xmlNode *root)
{
    static const char *const root_attributes[] = {"version", "name", NULL};
    struct arch_src where = {0};
    const char *elements[PARAM_COUNT + 1];
    int count = 0;
    for (int p = 0; p < PARAM_COUNT; p++)
        if (count == 0 || strcmp(elements[count - 1], param_table[p].element) != 0)
            elements[count++] = param_table[p].element;
    elements[count] = NULL;
    check_attributes(r, root, xml_loc_node(r->src, root), root_attributes);
    for (xmlNode *n = root->children; n; n = n->next) {
        struct loc tag;
        if (n->type != XML_ELEMENT_NODE)
            continue;
        tag = xml_loc_node(r->src, n);
        if (!listed((const char *)n->name, elements)) {
            unknown(r, tag, "element", (const char *)n->name, elements);
            continue;
        }
        for (const xmlAttr *a = n->properties; a; a = a->next) {
            enum param p = param_find((const char *)n->name, (const char *)a->name);
            struct loc loc = xml_loc_attribute(r->src, tag, (const char *)a->name);
            if (p == PARAM_COUNT) {
                struct buf path = BUF_INIT;
                buf_printf(&path, "%s/@%s", (const char *)n->name, (const char *)a->name);
                unknown_parameter(r, loc, path.data);
                buf_release(&path);
                continue;
            }
            xmlChar *value = xmlGetNoNsProp(n, a->name);
            if (not_twice(r, p, loc) && arch_put(&r->s->base, &where, p, (const char *)value, loc, r->d))
                r->s->given[p] = true;
            xmlFree(value);
        }
    }
}

static void read_limit(struct reader *r, xmlNode *node, struct loc tag)
{
    static const char *const attributes[] = {"figure", "is", "min", "max", NULL};
    struct loc loc;
    check_attributes(r, node, tag, attributes);
    bool is = has_value(node, "is"), min = has_value(node, "min"), max = has_value(node, "max");
    xmlChar *figure = need(r, node, tag, "figure", &loc);
    if (figure && (is ? min || max : !min && !max)) {
        diag_error(r->d, DIAG_SWEEP_FORM, tag,
                   is ? "limit has 'is' and 'min' or 'max'" : "limit has neither 'is', 'min' nor 'max'");
        diag_help(r->d, "give is=\"...\" alone, or min=\"...\", max=\"...\", or both");
    } else if (figure) {
        xmlChar *a = xmlGetNoNsProp(node, BAD_CAST(is ? "is" : "min")), *b = xmlGetNoNsProp(node, BAD_CAST "max");
        struct buf range = BUF_INIT;
        int before = r->s->limits;
        buf_printf(&range, "%s%s%s", a ? (const char *)a : "", is ? "" : "..", b ? (const char *)b : "");
        bool ok = sweep_set_limit(r->s, (const char *)figure, range.data, loc, r->d);
        if (ok && r->s->limits == before) {
            diag_error(r->d, DIAG_SWEEP_FORM, loc, "%s has a limit already", diag_quote((const char *)figure).s);
            diag_help(r->d, "put min and max into one element");
        }
        buf_release(&range);
        xmlFree(a);
        xmlFree(b);
    }
    xmlFree(figure);
}

static void read_objective(struct reader *r, xmlNode *node, struct loc tag, bool maximize)
{
    static const char *const attributes[] = {"figure", NULL};
    struct loc loc;
    check_attributes(r, node, tag, attributes);
    xmlChar *figure = need(r, node, tag, "figure", &loc);
    if (figure)
        sweep_add_objective(r->s, (const char *)figure, maximize, loc, r->d);
    xmlFree(figure);
}

static void read_clock(struct reader *r, xmlNode *node, struct loc tag)
{
    static const char *const attributes[] = {"mhz", NULL};
    struct loc loc;
    check_attributes(r, node, tag, attributes);
    xmlChar *mhz = need(r, node, tag, "mhz", &loc);
    if (mhz)
        sweep_set_clock(r->s, (const char *)mhz, loc, r->d);
    xmlFree(mhz);
}

/* What surrounds the core: an attribute a setting. */
static void read_system(struct reader *r, xmlNode *node, struct loc tag)
{
    check_attributes(r, node, tag, platform_names());
    if (r->s->platform.given) {
        diag_error(r->d, DIAG_SWEEP_FORM, tag, "a second system");
        diag_help(r->d, "put the attributes into one");
        return;
    }
    for (int i = 0; i < PLATFORM_COUNT; i++) {
        const char *name = platform_table[i].name;
        xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);
        if (value)
            platform_set(&r->s->platform, (enum platform_setting)i, (const char *)value,
                         xml_loc_attribute(r->src, tag, name), r->d);
        xmlFree(value);
    }
}

/* A file, or the layers themselves: then the element is a workload as it stands. */
static void read_workload(struct reader *r, xmlNode *node, struct loc tag)
{
    xmlChar *file = xmlGetNoNsProp(node, BAD_CAST "file");
    if (r->s->workload.layers > 0) {
        diag_error(r->d, DIAG_SWEEP_FORM, tag, "a second workload");
        diag_help(r->d, "put the layers into one");
    } else if (file) {
        static const char *const attributes[] = {"file", NULL};
        struct buf path = BUF_INIT;
        check_attributes(r, node, tag, attributes);
        check_hollow(r, node);
        if (r->folder && file[0] != '/')
            buf_printf(&path, "%s/", r->folder);
        buf_addstr(&path, (const char *)file);
        workload_read(&r->s->workload, path.data, r->d);
        buf_release(&path);
    } else {
        xmlBufferPtr text = xmlBufferCreate();
        xmlNodeDump(text, node->doc, node, 0, 0);
        struct src *src =
            src_from_text(src_name(r->src), (const char *)xmlBufferContent(text), (size_t)xmlBufferLength(text));
        if (!workload_parse(&r->s->workload, src, r->d))
            diag_print(r->d, stderr); /* they point into the text, which goes now */
        src_free(src);
        xmlBufferFree(text);
    }
    xmlFree(file);
}

static void read_root_attributes(struct reader *r, xmlNode *root, struct loc tag)
{
    static const char *const attributes[] = {"name", "tech", "version", NULL};
    check_attributes(r, root, tag, attributes);
    xmlChar *name = xmlGetNoNsProp(root, BAD_CAST "name"), *tech = xmlGetNoNsProp(root, BAD_CAST "tech");
    xmlChar *version = xmlGetNoNsProp(root, BAD_CAST "version");
    if (name && strlen((char *)name) > SWEEP_NAME_MAX) {
        diag_error(r->d, DIAG_SWEEP_FORM, xml_loc_attribute(r->src, tag, "name"), "the name has more than %d bytes",
                   SWEEP_NAME_MAX);
        diag_help(r->d, "shorten it");
    } else if (name) {
        strcpy(r->s->name, (char *)name);
    }
    if (version && strcmp((char *)version, "1") != 0) {
        diag_error(r->d, DIAG_SWEEP_FORM, xml_loc_attribute(r->src, tag, "version"),
                   "unknown version '%s' of the format", diag_quote((char *)version).s);
        diag_help(r->d, "this tlut reads version 1");
    }
    if (tech) { /* a file is relative to the sweep's folder, like the workload */
        struct buf path = BUF_INIT;
        if (r->folder && *tech != '/' && strpbrk((char *)tech, "/."))
            buf_printf(&path, "%s/", r->folder);
        buf_addstr(&path, (char *)tech);
        free(r->s->tech_name);
        r->s->tech_name = buf_detach(&path);
    }
    xmlFree(name);
    xmlFree(tech);
    xmlFree(version);
}

static void read_element(struct reader *r, xmlNode *n)
{
    static const char *const elements[] = {"vary", "limit", "minimize", "maximize", "clock", "workload", "system", "tlut",
                                           NULL};
    const char *name = (const char *)n->name;
    struct loc tag = xml_loc_node(r->src, n);
    if (!listed(name, elements)) {
        unknown(r, tag, "element", name, elements);
        return;
    }
    if (strcmp(name, "tlut") == 0) {
        read_base(r, n);
        return;
    }
    if (strcmp(name, "workload") == 0) {
        read_workload(r, n, tag);
        return;
    }
    check_hollow(r, n);
    if (strcmp(name, "vary") == 0)
        read_vary(r, n, tag);
    else if (strcmp(name, "limit") == 0)
        read_limit(r, n, tag);
    else if (strcmp(name, "clock") == 0)
        read_clock(r, n, tag);
    else if (strcmp(name, "system") == 0)
        read_system(r, n, tag);
    else
        read_objective(r, n, tag, strcmp(name, "maximize") == 0);
}

static void read_root(struct reader *r, xmlNode *root)
{
    struct loc tag = xml_loc_node(r->src, root);
    if (strcmp((const char *)root->name, "sweep") != 0 || root->ns) {
        diag_error(r->d, DIAG_SWEEP_FORM, tag, "the root element is '%s', not 'sweep'",
                   diag_quote((const char *)root->name).s);
        diag_help(r->d, "a sweep looks like <sweep> <vary parameter=\"table/@luts\" values=\"1..64\"/> <minimize "
                        "figure=\"area\"/> </sweep>");
        return;
    }
    read_root_attributes(r, root, tag);
    for (xmlNode *n = root->children; n; n = n->next) {
        if ((n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) && !xmlIsBlankNode(n)) {
            diag_error(r->d, DIAG_SWEEP_FORM, xml_loc_line(r->src, xmlGetLineNo(n), " "), "text between the elements");
            diag_help(r->d, "write values as attributes, and remarks as <!-- comments -->");
        } else if (n->type == XML_ELEMENT_NODE) {
            read_element(r, n);
        }
    }
}

bool sweep_parse(struct sweep *s, const struct src *xml, const char *folder, struct diag *d)
{
    struct reader r = {.src = xml, .folder = folder, .s = s, .d = d};
    int before = diag_count(d);
    xmlDocPtr doc = xml_parse(xml, "a sweep", d);
    if (doc)
        read_root(&r, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return diag_count(d) == before;
}

bool sweep_read(struct sweep *s, const char *path, struct diag *d)
{
    struct src *xml = src_read(path, SWEEP_FILE_LIMIT, d);
    const char *slash = strrchr(path, '/');
    char *folder = slash ? buf_strdup(path) : NULL;
    if (folder)
        folder[slash - path + (slash == path)] = '\0';
    bool ok = xml && sweep_parse(s, xml, folder, d);
    if (!ok && xml)
        diag_print(d, stderr); /* they point into the text, which goes now */
    free(folder);
    src_free(xml);
    return ok;
}
