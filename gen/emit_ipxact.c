/* SPDX-License-Identifier: Apache-2.0 */
/* emit_ipxact.c -- the atoms of component.xml.in and package.core.in: ports, files, and a line that describes the core. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "diag.h"
#include "emit.h"
#include "outdir.h"
#include "tpl.h"

/* The wrapper's streams, in the order of its ports (wrapper.v.in). */
static const struct {
    const char *axis, *raw; /* what the ports' names begin with */
    const char *doc;
    bool in;
} stream_table[] = {
    {"s_axis_act", "act", "activations; TLAST ends the vector", true},
    {"s_axis_key", "key", "keys of the weights; TLAST ends the group of an activation beat", true},
    {"m_axis_res", "res", "results; TLAST on the last of a pass", false},
};
enum { STREAMS = sizeof stream_table / sizeof *stream_table };

static int port(struct emit_port *out, int count, const char *stream, const char *signal, bool in, int64_t width,
                const char *doc)
{
    out[count] = (struct emit_port){.in = in, .width = width, .doc = doc};
    snprintf(out[count].name, sizeof out[count].name, "%s%s", stream, signal);
    return count + 1;
}

int emit_ports(struct emit_port out[EMIT_PORTS], const struct arch *a, const struct dims *d)
{
    static const char *const signal[2][4] = {{"_tdata", "_tvalid", "_tready", "_tlast"},
                                             {"_data", "_valid", "_ready", "_last"}};
    const int64_t width[STREAMS] = {d->act_tdata_w, d->key_tdata_w, d->res_tdata_w};
    bool raw = a->iface == IFACE_RAW;
    int n = port(out, 0, "aclk", "", true, 0, "");
    n = port(out, n, "aresetn", "", true, 0, "");
    for (int s = 0; s < STREAMS; s++) {
        const char *name = raw ? stream_table[s].raw : stream_table[s].axis;
        bool in = stream_table[s].in;
        n = port(out, n, name, signal[raw][0], in, width[s], stream_table[s].doc);
        n = port(out, n, name, signal[raw][1], in, 0, "");
        n = port(out, n, name, signal[raw][2], !in, 0, "");
        n = port(out, n, name, signal[raw][3], in, 0, "");
    }
    return port(out, n, "status", "", false, 4,
                "sticky until reset: bit 0 key-group error, 1 saturation, 2 NaN seen, 3 infinity seen");
}

static void ports(struct tpl *t, const struct arch *a, const struct dims *d)
{
    struct emit_port all[EMIT_PORTS];
    int count = emit_ports(all, a, d);
    for (int i = 0; i < count; i++) {
        tpl_list_add(t, "PORTS");
        tpl_item_set(t, "PORTS", "NAME", "%s", all[i].name);
        tpl_item_set(t, "PORTS", "DIRECTION", "%s", all[i].in ? "in" : "out");
        tpl_item_set(t, "PORTS", "DOC", "%s", all[i].doc);
        tpl_item_set(t, "PORTS", "MSB", "%lld", (long long)all[i].width - 1);
        tpl_item_flag(t, "PORTS", "NOTED", *all[i].doc);
        tpl_item_flag(t, "PORTS", "VECTOR", all[i].width > 0);
    }
}

/* AXI4-Stream: the bus interfaces. */
static void streams(struct tpl *t, const struct dims *d)
{
    const int64_t width[STREAMS] = {d->act_tdata_w, d->key_tdata_w, d->res_tdata_w};
    struct buf all = BUF_INIT;
    for (int s = 0; s < STREAMS; s++) {
        tpl_list_add(t, "STREAMS");
        tpl_item_set(t, "STREAMS", "NAME", "%s", stream_table[s].axis);
        tpl_item_set(t, "STREAMS", "DOC", "%s", stream_table[s].doc);
        tpl_item_set(t, "STREAMS", "MODE", "%s", stream_table[s].in ? "slave" : "master");
        tpl_item_set(t, "STREAMS", "BYTES", "%lld", (long long)width[s] / 8);
        buf_printf(&all, "%s%s", s ? ":" : "", stream_table[s].axis);
    }
    tpl_set(t, "BUS_INTERFACES", "%s", all.data);
    buf_release(&all);
}

/* What IP-XACT calls a file, by the end of its name; the first row that fits. */
static const struct {
    const char *end, *type;
    bool user;     /* no type of the standard's */
    bool included; /* by other files, not compiled itself */
} type_table[] = {
    {".v", "verilogSource", false, false}, {".sdc", "SDC", false, false},
    {".c", "cSource", false, false},       {".h", "cSource", false, true},
    {".def", "cSource", false, true},      {".cpp", "cppSource", false, false},
    {".xml", "xml", true, false},          {".json", "json", true, false},
    {".core", "fusesoc", true, false},     {".f", "filelist", true, false},
    {"Makefile", "makefile", true, false},
};

static bool ends_with(const char *path, const char *end)
{
    size_t len = strlen(path), n = strlen(end);
    return len >= n && strcmp(path + len - n, end) == 0;
}

/* The sets of files, in this order. The one of a file: */
enum file_set { SET_RTL, SET_CONSTRAINTS, SET_DRIVER, SET_HARNESS, SET_DESCRIPTION, SETS };

static const char *const set_table[SETS][2] = {
    [SET_RTL] = {"rtl", "the module and all that it instantiates; instantiated modules come first"},
    [SET_CONSTRAINTS] = {"constraints", "clock and port timing"},
    [SET_DRIVER] = {"driver", "numbers of the core and packing of beats, for software"},
    [SET_HARNESS] = {"harness", "golden model and test bench; make builds them with Verilator"},
    [SET_DESCRIPTION] = {"description", "what the package is, for other tools"},
};

static enum file_set set_of(const char *path)
{
    if (emit_is_verilog(path))
        return SET_RTL;
    if (ends_with(path, ".sdc"))
        return SET_CONSTRAINTS;
    if (strncmp(path, "sim/", 4) == 0 || ends_with(path, ".c") || strcmp(path, "Makefile") == 0)
        return SET_HARNESS;
    return ends_with(path, ".h") ? SET_DRIVER : SET_DESCRIPTION;
}

static void file(struct tpl *t, const char *path, enum file_set set, bool opens, bool closes)
{
    size_t type = 0;
    while (type < sizeof type_table / sizeof *type_table && !ends_with(path, type_table[type].end))
        type++;
    if (type == sizeof type_table / sizeof *type_table)
        BUG("no file type for %s", path);
    tpl_list_add(t, "FILES");
    tpl_item_set(t, "FILES", "PATH", "%s", path);
    tpl_item_set(t, "FILES", "TYPE", "%s", type_table[type].type);
    tpl_item_set(t, "FILES", "SET", "%s", set_table[set][0]);
    tpl_item_set(t, "FILES", "SET_DOC", "%s", set_table[set][1]);
    tpl_item_flag(t, "FILES", "USER", type_table[type].user);
    tpl_item_flag(t, "FILES", "INCLUDED", type_table[type].included);
    tpl_item_flag(t, "FILES", "OPENS", opens);
    tpl_item_flag(t, "FILES", "CLOSES", closes);
    tpl_item_flag(t, "FILES", "RTL", set == SET_RTL);
}

/* Verilog in the order of dependence, all else by path. `later` lists files that are not there yet. */
static void files(struct tpl *t, const struct outdir *out, const char *const *later)
{
    size_t room = outdir_count(out) + 1, count = 0;
    for (size_t i = 0; later[i]; i++)
        room++;
    const char **path = calloc(room, sizeof *path);
    struct buf top = BUF_INIT;
    if (!path)
        abort();
    buf_printf(&top, "tlut_%s.v", tpl_get(t, "NAME"));
    for (int set = 0; set < SETS; set++) {
        size_t first = count;
        if (set == SET_RTL)
            count += emit_source_order(out, top.data, path + count);
        for (size_t i = 0; set != SET_RTL && i < outdir_count(out); i++)
            if ((int)set_of(outdir_file(out, i)->path) == set)
                path[count++] = outdir_file(out, i)->path;
        for (size_t i = 0; later[i]; i++)
            if ((int)set_of(later[i]) == set)
                path[count++] = later[i];
        for (size_t i = first; i < count; i++)
            file(t, path[i], (enum file_set)set, i == first, i + 1 == count);
    }
    buf_release(&top);
    free(path);
}

static void description(struct tpl *t, const struct arch *a, const struct dims *d)
{
    static const char *const by[] = {"lookup tables", "conditional additions", "multiplications"};
    tpl_set(t, "DESCRIPTION",
            "Ternary matrix-vector core, y = W x with W in -1, 0, +1, by %s: %s activations, %s arithmetic; "
            "%d x %d weights a beat, %d token%s",
            by[a->kind], param_table[PARAM_act].names[a->act], param_table[PARAM_arith].names[arch_arith(a)],
            d->outputs, d->n, a->lanes, a->lanes > 1 ? "s" : "");
}

void emit_ipxact_vars(struct tpl *t, const struct arch *a, const struct dims *d, const struct outdir *out,
                      const char *const *later)
{
    /* The same name in IP-XACT and FuseSoC: vendor:library:name:version. */
    tpl_set(t, "VENDOR", "tlut");
    tpl_set(t, "LIBRARY", "core");
    ports(t, a, d);
    streams(t, d);
    files(t, out, later);
    description(t, a, d);
}
