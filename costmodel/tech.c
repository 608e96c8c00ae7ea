/* SPDX-License-Identifier: Apache-2.0 */
/* tech.c -- reading and writing technology files. */
#include "tech.h"

#include <libxml/tree.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "xml_tree.h"

enum { TECH_LIMIT = 1 << 20 }; /* bytes: a real file has thirty thousand */

/* One list of coefficients: an element with a <primitive> for each. */
struct list {
    const char *element;
    const struct cost_prim *prim;
    int count;
    struct {
        const char *attribute;
        double *value;
    } column[2];
};

static void lists_of(struct list list[3], struct cost_coefficients *c)
{
    list[0] = (struct list){"area", cost_area_table, COST_AREAS, {{"um2", c->area}, {"nw", c->leakage}}};
    list[1] = (struct list){"energy", cost_energy_table, COST_ENERGIES, {{"fj", c->energy}}};
    list[2] = (struct list){"delay", cost_delay_table, COST_DELAYS, {{"ps", c->delay}}};
}

/* ---- reading */

struct reader {
    const struct src *src;
    struct diag *d;
};

static bool text_of(struct reader *r, xmlNode *node, const char *name, bool need, char *out, size_t size)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);
    bool ok = value && strlen((char *)value) < size;
    if (ok) {
        strcpy(out, (char *)value);
    } else if (value || need) {
        struct loc tag = xml_loc_node(r->src, node);
        diag_error(r->d, DIAG_TECH_FORM, value ? xml_loc_attribute(r->src, tag, name) : tag,
                   value ? "%s: '%s' is too long" : "%s: '%s' is missing", (const char *)node->name, name);
        diag_help(r->d, "make the file anew with 'tlut-cost calibrate', or add %s=\"...\"", name);
    }
    xmlFree(value);
    return ok;
}

/* A number of the C locale: never negative, never infinite. */
static bool number_of(struct reader *r, xmlNode *node, const char *name, bool need, double *out)
{
    char text[64], *end;
    if (!text_of(r, node, name, need, text, sizeof text))
        return false;
    double v = strtod(text, &end);
    if (end == text || *end || !isfinite(v) || v < 0 || strspn(text, "0123456789.eE+-") != strlen(text)) {
        diag_error(r->d, DIAG_TECH_FORM, xml_loc_attribute(r->src, xml_loc_node(r->src, node), name),
                   "%s '%s' is not a number >= 0", name, diag_quote(text).s);
        diag_help(r->d, "coefficients are plain numbers with a decimal point, such as 12.5");
        return false;
    }
    *out = v;
    return true;
}

static void read_primitive(struct reader *r, const struct list *l, xmlNode *node, bool *seen)
{
    char name[64];
    const char *names[COST_AREAS + COST_ENERGIES + COST_DELAYS + 1] = {0};
    if (!text_of(r, node, "name", true, name, sizeof name))
        return;
    int i = 0;
    while (i < l->count && strcmp(l->prim[i].name, name) != 0)
        i++;
    struct loc at = xml_loc_attribute(r->src, xml_loc_node(r->src, node), "name");
    if (i == l->count || seen[i]) {
        diag_error(r->d, DIAG_TECH_FORM, at, i < l->count ? "primitive '%s' stands there twice" : "unknown primitive '%s'",
                   diag_quote(name).s);
        for (int k = 0; k < l->count; k++)
            names[k] = l->prim[k].name;
        const char *near = i < l->count ? NULL : diag_nearest(name, names);
        if (near)
            diag_help(r->d, "did you mean '%s'?", near);
        else
            diag_help(r->d, "the file belongs to another version: make it anew with 'tlut-cost calibrate'");
        return;
    }
    seen[i] = true;
    for (int k = 0; k < 2 && l->column[k].attribute; k++)
        number_of(r, node, l->column[k].attribute, true, &l->column[k].value[i]);
}

static void read_list(struct reader *r, const struct list *l, xmlNode *root)
{
    bool *seen = calloc((size_t)l->count, sizeof *seen);
    xmlNode *found = NULL;
    if (!seen)
        abort();
    for (xmlNode *n = root->children; n; n = n->next)
        if (n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, l->element) == 0)
            found = n;
    for (xmlNode *n = found ? found->children : NULL; n; n = n->next)
        if (n->type == XML_ELEMENT_NODE)
            read_primitive(r, l, n, seen);
    int missing = 0, first = -1;
    for (int i = l->count; i-- > 0;)
        if (!seen[i])
            missing++, first = i;
    if (missing > 0) {
        diag_error(r->d, DIAG_TECH_MISSING, xml_loc_node(r->src, found ? found : root),
                   "%s: no coefficient for '%s'%s", l->element, l->prim[first].name,
                   missing > 1 ? " and others" : "");
        diag_note(r->d, "%s is: %s; %d of %d are missing", l->prim[first].name, l->prim[first].doc, missing, l->count);
        diag_help(r->d, "make the file anew with 'tlut-cost calibrate'");
    }
    free(seen);
}

static void read_error(struct reader *r, struct tech *t, xmlNode *n)
{
    struct tech_error e = {.kendall = NAN, .regret = NAN};
    double points = 0;
    if (t->errors == TECH_MAX_ERRORS)
        return;
    text_of(r, n, "what", true, e.what, sizeof e.what);
    text_of(r, n, "type", true, e.type, sizeof e.type);
    number_of(r, n, "points", true, &points);
    number_of(r, n, "mean-percent", true, &e.mean);
    number_of(r, n, "worst-percent", true, &e.worst);
    number_of(r, n, "kendall", false, &e.kendall);
    number_of(r, n, "regret-percent", false, &e.regret);
    e.points = (int)points;
    t->error[t->errors++] = e;
}

static void read_root(struct reader *r, struct tech *t, xmlNode *root)
{
    struct list list[3];
    double seed = 0, points = 0, validation_seed = 0;
    if (strcmp((const char *)root->name, "technology") != 0) {
        diag_error(r->d, DIAG_TECH_FORM, xml_loc_node(r->src, root), "the root element is '%s', not 'technology'",
                   diag_quote((const char *)root->name).s);
        diag_help(r->d, "technology files are made by 'tlut-cost calibrate'");
        return;
    }
    text_of(r, root, "name", true, t->name, sizeof t->name);
    lists_of(list, &t->c);
    for (int i = 0; i < 3; i++)
        read_list(r, &list[i], root);
    bool have_library = false;
    for (xmlNode *n = root->children; n; n = n->next) {
        if (n->type != XML_ELEMENT_NODE)
            continue;
        if (strcmp((const char *)n->name, "provenance") == 0) {
            text_of(r, n, "library", true, t->library, sizeof t->library);
            text_of(r, n, "source", false, t->source, sizeof t->source);
            text_of(r, n, "dont-use", false, t->dont_use, sizeof t->dont_use);
            text_of(r, n, "liberty-sha256", true, t->liberty_sha256, sizeof t->liberty_sha256);
            text_of(r, n, "tools", true, t->tools, sizeof t->tools);
            number_of(r, n, "seed", true, &seed);
            number_of(r, n, "points", true, &points);
        } else if (strcmp((const char *)n->name, "library") == 0) {
            have_library = true;
            number_of(r, n, "nand2-um2", true, &t->c.gate_area);
            number_of(r, n, "volt", true, &t->voltage);
            number_of(r, n, "buffer-share", true, &t->c.buffer_share);
        } else if (strcmp((const char *)n->name, "validation") == 0) {
            number_of(r, n, "seed", true, &validation_seed);
            for (xmlNode *e = n->children; e; e = e->next)
                if (e->type == XML_ELEMENT_NODE)
                    read_error(r, t, e);
        }
    }
    if (!have_library) {
        diag_error(r->d, DIAG_TECH_MISSING, xml_loc_node(r->src, root), "element 'library' is missing");
        diag_help(r->d, "make the file anew with 'tlut-cost calibrate'");
    }
    t->seed = (int)seed;
    t->points = (int)points;
    t->validation_seed = (int)validation_seed;
}

bool tech_parse(struct tech *t, const struct src *xml, struct diag *d)
{
    struct reader r = {.src = xml, .d = d};
    int before = diag_count(d);
    memset(t, 0, sizeof *t);
    xmlDocPtr doc = xml_parse(xml, "a technology file", d);
    if (doc)
        read_root(&r, t, xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return diag_count(d) == before;
}

/* tech/NAME.xml of the source tree, in the order of their names. */
const char *const *tech_names(void)
{
    enum { MOST = 32 };
    static char text[MOST][32];
    static const char *names[MOST + 1];
    static _Atomic int made;
    if (made)
        return names;
    int count = 0;
    for (const struct embedded_file *f = embedded_files; f->path && count < MOST; f++) {
        size_t len = strlen(f->path);
        if (strncmp(f->path, "tech/", 5) != 0 || len < 10 || len - 9 >= sizeof text[0])
            continue;
        memcpy(text[count], f->path + 5, len - 9);
        text[count][len - 9] = 0;
        names[count] = text[count];
        count++;
    }
    made = 1; /* threads that come at the same time write the same */
    return names;
}

bool tech_load(struct tech *t, const char *name, struct diag *d)
{
    struct src *xml = NULL;
    struct buf path = BUF_INIT;
    if (!name)
        name = TECH_DEFAULT;
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name)) {
        buf_printf(&path, "tech/%s.xml", name);
        const struct embedded_file *f = embedded_find(path.data);
        if (f) {
            xml = src_from_text(f->path, (const char *)f->data, f->size);
        } else {
            struct buf list = BUF_INIT;
            for (const char *const *n = tech_names(); *n; n++)
                buf_printf(&list, "%s%s", n == tech_names() ? "" : ", ", *n);
            diag_error(d, DIAG_TECH_NAME, LOC_NONE, "there is no technology '%s'", diag_quote(name).s);
            diag_help(d, "shipped: %s; a file is written with a slash, as ./NAME.xml", list.data);
            buf_release(&list);
            const char *near = diag_nearest(name, tech_names());
            if (near)
                diag_note(d, "did you mean '%s'?", near);
        }
        buf_release(&path);
    } else {
        xml = src_read(name, TECH_LIMIT, d);
    }
    bool ok = xml && tech_parse(t, xml, d);
    if (!ok && xml)
        diag_print(d, stderr); /* they point into the text, which goes now */
    src_free(xml);
    return ok;
}

/* ---- writing */

static void put_text(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, " %s=\"", name);
    buf_add_xml(out, text);
    buf_addch(out, '"');
}

void tech_write(struct buf *out, const struct tech *t)
{
    struct tech copy = *t;
    struct list list[3];
    lists_of(list, &copy.c);
    buf_addstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<technology");
    put_text(out, "name", t->name);
    buf_addstr(out, ">\n  <provenance");
    put_text(out, "library", t->library);
    if (*t->source)
        put_text(out, "source", t->source);
    if (*t->dont_use)
        put_text(out, "dont-use", t->dont_use);
    put_text(out, "liberty-sha256", t->liberty_sha256);
    put_text(out, "tools", t->tools);
    buf_printf(out, " seed=\"%d\" points=\"%d\"/>\n", t->seed, t->points);
    buf_printf(out, "  <library nand2-um2=\"%.6g\" volt=\"%.4g\" buffer-share=\"%.4g\"/>\n", t->c.gate_area, t->voltage,
               t->c.buffer_share);
    for (int i = 0; i < 3; i++) {
        buf_printf(out, "  <%s>\n", list[i].element);
        for (int k = 0; k < list[i].count; k++) {
            buf_addstr(out, "    <primitive");
            put_text(out, "name", list[i].prim[k].name);
            for (int c = 0; c < 2 && list[i].column[c].attribute; c++)
                buf_printf(out, " %s=\"%.6g\"", list[i].column[c].attribute, list[i].column[c].value[k]);
            buf_addstr(out, "/>\n");
        }
        buf_printf(out, "  </%s>\n", list[i].element);
    }
    if (t->errors > 0)
        buf_printf(out, "  <validation seed=\"%d\">\n", t->validation_seed);
    for (int i = 0; i < t->errors; i++) {
        const struct tech_error *e = &t->error[i];
        buf_addstr(out, "    <error");
        put_text(out, "what", e->what);
        put_text(out, "type", e->type);
        buf_printf(out, " points=\"%d\" mean-percent=\"%.2f\" worst-percent=\"%.2f\"", e->points, e->mean, e->worst);
        if (!isnan(e->kendall))
            buf_printf(out, " kendall=\"%.3f\"", e->kendall);
        if (!isnan(e->regret))
            buf_printf(out, " regret-percent=\"%.2f\"", e->regret);
        buf_addstr(out, "/>\n");
    }
    if (t->errors > 0)
        buf_addstr(out, "  </validation>\n");
    buf_addstr(out, "</technology>\n");
}

const struct tech_error *tech_error_of(const struct tech *t, const char *what, const char *type)
{
    const struct tech_error *found = NULL;
    for (int i = 0; i < t->errors; i++)
        if (strcmp(t->error[i].what, what) == 0 &&
            (strcmp(t->error[i].type, type) == 0 || (!found && strcmp(t->error[i].type, "all") == 0)))
            found = &t->error[i];
    return found;
}
