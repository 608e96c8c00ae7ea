/* SPDX-License-Identifier: Apache-2.0 */
/* What component.xml, the .core file and constraints.sdc of a package promise, against the package itself: ports against the
 * wrapper's Verilog, files against the folder and files.f, parameters against the architecture. Over all kinds of cores
 * that tests/lint/options.txt lists. That component.xml obeys the standard's schema is checked by golden.ipxact. */
#include "unit.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <string.h>

#include "arch_load.h"
#include "buf.h"
#include "diag.h"
#include "digest.h"
#include "emit.h"
#include "outdir.h"

#define LIST "tests/lint/options.txt"

struct package {
    struct arch a;
    struct outdir *out;
    xmlDocPtr doc;
    xmlXPathContextPtr at;
};

/* "--mu 3 --if raw" */
static void flags(struct arch *a, char *line)
{
    arch_init(a);
    for (char *flag = strtok(line, " \n"); flag; flag = strtok(NULL, " \n")) {
        const char *value = strtok(NULL, " \n");
        int p = 0, number;
        bool is_number;
        while (p < PARAM_COUNT && strcmp(flag + 2, param_table[p].flag) != 0)
            p++;
        CU_ASSERT_FATAL(p < PARAM_COUNT && value && param_parse((enum param)p, value, &number, &is_number));
        arch_set(a, (enum param)p, number);
    }
}

static void open_package(struct package *k, const struct arch *a)
{
    struct diag *d = diag_new();
    *k = (struct package){.a = *a, .out = outdir_new()};
    CU_ASSERT_TRUE_FATAL(arch_check(&k->a, NULL, NULL));
    arch_resolve(&k->a);
    CU_ASSERT_TRUE_FATAL(emit_package(&k->a, k->out, d));
    diag_free(d);
    const struct outdir_file *f = outdir_find(k->out, "component.xml");
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    k->doc = xmlReadMemory(f->data, (int)f->size, NULL, NULL, XML_PARSE_NONET);
    CU_ASSERT_PTR_NOT_NULL_FATAL(k->doc);
    k->at = xmlXPathNewContext(k->doc);
    xmlXPathRegisterNs(k->at, (const xmlChar *)"i",
                       (const xmlChar *)"http://www.accellera.org/XMLSchema/IPXACT/1685-2014");
}

static void close_package(struct package *k)
{
    xmlXPathFreeContext(k->at);
    xmlFreeDoc(k->doc);
    outdir_free(k->out);
}

/* Runs a check on every kind of core. */
static void each_kind(void (*check)(struct package *))
{
    char line[400];
    int count = 0;
    FILE *in = fopen(LIST, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(in);
    while (fgets(line, sizeof line, in)) {
        struct arch a;
        struct package k;
        if (*line == '#')
            continue;
        flags(&a, line);
        if (count % 2)
            snprintf(a.name, sizeof a.name, "core_%d", count); /* else the name is made from the parameters */
        open_package(&k, &a);
        check(&k);
        close_package(&k);
        count++;
    }
    fclose(in);
    CU_ASSERT_TRUE(count > 50);
    printf(" (%d cores) ", count);
}

/* The string value of an XPath expression, in XPath's own sense: "" if nothing fits. */
static const char *text(const struct package *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *text(const struct package *k, const char *format, ...)
{
    static char value[400];
    char path[600];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    xmlXPathObjectPtr o = xmlXPathEval((const xmlChar *)path, k->at);
    CU_ASSERT_PTR_NOT_NULL_FATAL(o);
    xmlChar *s = xmlXPathCastToString(o);
    snprintf(value, sizeof value, "%s", (const char *)s);
    xmlFree(s);
    xmlXPathFreeObject(o);
    return value;
}

static int count_of(const struct package *k, const char *path)
{
    return atoi(text(k, "count(%s)", path));
}

/* ---- ports */

/* Every "input wire [7:0] name," of the wrapper is a port, and there are no others. */
static void check_ports(struct package *k)
{
    char path[100], direction[8], range[40], name[80];
    snprintf(path, sizeof path, "tlut_%s.v", k->a.name);
    const char *p = strstr(outdir_find(k->out, path)->data, "\nmodule tlut_"), *end = strstr(p, ");");
    CU_ASSERT_STRING_EQUAL(text(k, "//i:componentInstantiation[i:name='verilog']/i:moduleName"),
                           (snprintf(name, sizeof name, "tlut_%s", k->a.name), name));
    int ports = 0;
    while ((p = strchr(p + 1, '\n')) && p < end) {
        long long left = -1;
        if (sscanf(p, " %7[a-z] wire [%39[0-9:]] %79[a-z_0-9]", direction, range, name) == 3)
            left = atoll(range);
        else if (sscanf(p, " %7[a-z] wire %79[a-z_0-9]", direction, name) != 2)
            continue;
        ports++;
        CU_ASSERT_STRING_EQUAL(text(k, "//i:ports/i:port[i:name='%s']//i:direction", name),
                               strcmp(direction, "input") == 0 ? "in" : "out");
        const char *have = text(k, "//i:port[i:name='%s']//i:vector/i:left", name);
        CU_ASSERT_EQUAL(*have ? atoll(have) : -1, left);
        CU_ASSERT_STRING_EQUAL(text(k, "//i:port[i:name='%s']//i:vector/i:right", name), left >= 0 ? "0" : "");
    }
    CU_ASSERT_EQUAL(ports, 15);
    CU_ASSERT_EQUAL(count_of(k, "//i:ports/i:port"), ports);
}

static void ports(void)
{
    each_kind(check_ports);
}

/* ---- bus interfaces */

static void check_stream(struct package *k, const char *name, const char *mode, int64_t bits)
{
    static const char *const logical[] = {"TDATA", "TVALID", "TREADY", "TLAST"};
    CU_ASSERT_EQUAL(atoi(text(k, "count(//i:busInterface[i:name='%s']/i:%s)", name, mode)), 1);
    CU_ASSERT_STRING_EQUAL(text(k, "//i:busInterface[i:name='%s']/i:busType/@name", name), "axis");
    CU_ASSERT_EQUAL(atoll(text(k, "//i:busInterface[i:name='%s']//i:parameter[i:name='TDATA_NUM_BYTES']/i:value", name)),
                    bits / 8);
    for (int i = 0; i < 4; i++) {
        bool in = (strcmp(mode, "slave") == 0) == (i != 2);
        char port[80];
        snprintf(port, sizeof port, "%s",
                 text(k, "//i:busInterface[i:name='%s']//i:portMap[i:logicalPort/i:name='%s']/i:physicalPort/i:name", name,
                      logical[i]));
        CU_ASSERT_TRUE(strncmp(port, name, strlen(name)) == 0);
        CU_ASSERT_STRING_EQUAL(text(k, "//i:port[i:name='%s']//i:direction", port), in ? "in" : "out");
    }
}

/* The streams are bus interfaces if they are AXI4-Stream; raw ones are plain ports, with clock and reset as ever. */
static void check_interfaces(struct package *k)
{
    bool axis = k->a.iface == IFACE_AXIS;
    struct dims d;
    dims_derive(&d, &k->a);
    CU_ASSERT_EQUAL(count_of(k, "//i:busInterface"), axis ? 5 : 2);
    if (axis) {
        check_stream(k, "s_axis_act", "slave", d.act_tdata_w);
        check_stream(k, "s_axis_key", "slave", d.key_tdata_w);
        check_stream(k, "m_axis_res", "master", d.res_tdata_w);
    }
    CU_ASSERT_STRING_EQUAL(text(k, "//i:parameter[i:name='ASSOCIATED_BUSIF']/i:value"),
                           axis ? "\"s_axis_act:s_axis_key:m_axis_res\"" : "");
    CU_ASSERT_STRING_EQUAL(text(k, "//i:parameter[i:name='ASSOCIATED_RESET']/i:value"), "\"aresetn\"");
    CU_ASSERT_STRING_EQUAL(text(k, "//i:parameter[i:name='POLARITY']/i:value"), "\"ACTIVE_LOW\"");
    CU_ASSERT_EQUAL(atoll(text(k, "//i:parameter[i:name='FREQ_HZ']/i:value")), 1000000LL * k->a.mhz);
    /* Each port of a map is one, and no port is in two. */
    CU_ASSERT_EQUAL(count_of(k, "//i:portMap"), axis ? 14 : 2);
    CU_ASSERT_EQUAL(count_of(k, "//i:physicalPort[not(i:name = //i:port/i:name)]"), 0);
    CU_ASSERT_EQUAL(count_of(k, "//i:physicalPort[i:name = preceding::i:physicalPort/i:name]"), 0);
}

static void interfaces(void)
{
    each_kind(check_interfaces);
}

/* ---- files */

/* Does a Verilog text, comments aside, hold the word? */
static bool has_word(const char *s, const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t n = strlen(word);
    for (const char *at = s; (at = strstr(at, word)); at++) {
        const char *line = at;
        while (line > s && line[-1] != '\n')
            line--;
        const char *comment = strstr(line, "//");
        bool commented = comment && comment < at, part = at > s && strchr(letters, at[-1]);
        if (!commented && !part && !(at[n] && strchr(letters, at[n])))
            return true;
    }
    return false;
}

/* No file of the set names a module of a later one. */
static void check_order(struct package *k, int count)
{
    for (int i = 1; i <= count; i++) {
        char path[120], later[120], module[120];
        snprintf(path, sizeof path, "%s", text(k, "//i:fileSet[i:name='rtl']/i:file[%d]/i:name", i));
        for (int j = i + 1; j <= count; j++) {
            snprintf(later, sizeof later, "%s", text(k, "//i:fileSet[i:name='rtl']/i:file[%d]/i:name", j));
            const char *slash = strrchr(later, '/');
            snprintf(module, sizeof module, "%s", slash ? slash + 1 : later);
            *strrchr(module, '.') = 0;
            if (has_word(outdir_find(k->out, path)->data, module)) {
                printf("\n%s stands before %s, which it names\n", path, later);
                CU_FAIL("order of the files");
            }
        }
    }
}

static void check_files(struct package *k)
{
    /* All of the folder but component.xml itself, each once, and nothing else. */
    size_t files = outdir_count(k->out);
    CU_ASSERT_EQUAL((size_t)count_of(k, "//i:fileSet/i:file"), files - 1);
    for (size_t i = 0; i < files; i++) {
        const char *path = outdir_file(k->out, i)->path;
        CU_ASSERT_EQUAL(atoi(text(k, "count(//i:fileSet/i:file[i:name='%s'])", path)), strcmp(path, "component.xml") != 0);
    }
    /* The set rtl is files.f, the set of constraints is not empty, and what the views name is there. */
    char *list = buf_strdup(outdir_find(k->out, "files.f")->data);
    int verilog = 0;
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, "//", 2) != 0) {
            verilog++;
            CU_ASSERT_STRING_EQUAL(text(k, "//i:fileSet[i:name='rtl']/i:file[i:name='%s']/i:fileType", line), "verilogSource");
        }
    free(list);
    CU_ASSERT_EQUAL(count_of(k, "//i:fileSet[i:name='rtl']/i:file"), verilog);
    CU_ASSERT_EQUAL(count_of(k, "//i:fileSet[i:name='constraints']/i:file[i:fileType='SDC']"), 1);
    CU_ASSERT_EQUAL(count_of(k, "//i:fileSetRef[not(i:localName = //i:fileSet/i:name)]"), 0);
    CU_ASSERT_EQUAL(count_of(k, "//i:view[not(i:componentInstantiationRef = //i:componentInstantiation/i:name)]"), 0);
    check_order(k, verilog);

    /* The .core file has the same Verilog files in the same order. */
    char path[100];
    snprintf(path, sizeof path, "tlut_%s.core", k->a.name);
    const char *p = strstr(outdir_find(k->out, path)->data, "\n  rtl:\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CU_ASSERT_TRUE(strncmp(outdir_find(k->out, path)->data, "CAPI=2:\n", 8) == 0);
    p = strstr(p, "files:\n") + 7;
    for (int i = 1; i <= verilog; i++) {
        char file[120];
        CU_ASSERT_EQUAL(sscanf(p, " - %119s", file), 1);
        CU_ASSERT_STRING_EQUAL(text(k, "//i:fileSet[i:name='rtl']/i:file[%d]/i:name", i), file);
        p = strchr(p, '\n') + 1;
    }
    CU_ASSERT_TRUE(strncmp(p, "  constraints:\n", 15) == 0);
}

static void files(void)
{
    each_kind(check_files);
}

/* ---- parameters, name, constraints */

static void check_parameters(struct package *k)
{
    char hex[DIGEST_HEX], number[16], want[100];
    digest_arch(&k->a, hex);
    snprintf(want, sizeof want, "\"%s\"", hex);
    CU_ASSERT_EQUAL(count_of(k, "/i:component/i:parameters/i:parameter"), PARAM_COUNT + 1);
    CU_ASSERT_STRING_EQUAL(text(k, "//i:parameter[i:name='config_digest']/i:value"), want);
    for (int p = 0; p < PARAM_COUNT; p++) {
        int v = arch_get(&k->a, (enum param)p);
        bool word = param_table[p].names || v == PARAM_SPECIAL;
        snprintf(want, sizeof want, "%s/@%s", param_table[p].element, param_table[p].attribute);
        char path[200];
        snprintf(path, sizeof path, "/i:component/i:parameters/i:parameter[i:displayName='%s']", want);
        CU_ASSERT_STRING_EQUAL(text(k, "%s/@type", path), word ? "string" : "int");
        snprintf(want, sizeof want, word ? "\"%s\"" : "%s", param_value_text((enum param)p, v, number));
        CU_ASSERT_STRING_EQUAL(text(k, "%s/i:value", path), want);
        CU_ASSERT_STRING_EQUAL(text(k, "%s/i:description", path), param_table[p].doc);
    }
    snprintf(want, sizeof want, "tlut_%s", k->a.name);
    CU_ASSERT_STRING_EQUAL(text(k, "/i:component/i:name"), want);
    CU_ASSERT_STRING_EQUAL(text(k, "/i:component/i:version"), tlut_version());
    CU_ASSERT_TRUE(strlen(text(k, "/i:component/i:description")) > 20);
}

static void parameters(void)
{
    each_kind(check_parameters);
}

/* Every port stands in one constraint of constraints.sdc, and only ports do. */
static void check_constraints(struct package *k)
{
    const char *p = outdir_find(k->out, "constraints.sdc")->data;
    int named = 0;
    while ((p = strstr(p, "[get_ports "))) {
        char names[300], *save, *name;
        p += strlen("[get_ports ");
        snprintf(names, sizeof names, "%.*s", (int)strcspn(p, "]"), p);
        for (name = strtok_r(names, "{} *", &save); name; name = strtok_r(NULL, "{} *", &save)) {
            named++;
            CU_ASSERT_EQUAL(atoi(text(k, "count(//i:port[i:name='%s'])", name)), 1);
        }
    }
    CU_ASSERT_EQUAL(named, count_of(k, "//i:port"));
}

static void constraints(void)
{
    each_kind(check_constraints);
}

UNIT_MAIN("ipxact", {"ports", ports}, {"interfaces", interfaces}, {"files", files}, {"parameters", parameters},
          {"constraints", constraints})
