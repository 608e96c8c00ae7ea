/* SPDX-License-Identifier: Apache-2.0 */
#include "synth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool synth_write_rtl(struct runner *r, const struct outdir *package, struct buf *script)
{
    const struct outdir_file *list = outdir_find(package, "files.f");
    if (!list)
        return runner_fail(r, "the package has no file list");
    for (const char *p = list->data; *p;) {
        size_t length = strcspn(p, "\n");
        struct buf path = BUF_INIT;
        buf_add(&path, p, length);
        p += length + (p[length] == '\n');
        bool file = path.len && strncmp(path.data, "//", 2) != 0, ok = true;
        if (file) {
            const struct outdir_file *f = outdir_find(package, path.data);
            const char *slash = strrchr(path.data, '/'), *name = slash ? slash + 1 : path.data;
            ok = f ? runner_write(r, name, f->data, f->size) : runner_fail(r, "the package lacks %s", path.data);
            buf_printf(script, "read_verilog %s\n", name);
        }
        buf_release(&path);
        if (!ok)
            return false;
    }
    return true;
}

/* Copies of a core were kept apart until the mapping is done, and all modules, unless `flat`. */
static void put_flow(struct buf *script, const char *top, bool flat)
{
    buf_printf(script, "hierarchy -check -top %s\nsynth %s-top %s\ncheck -assert\n", top, flat ? "-flatten " : "", top);
    buf_addstr(script, "dfflibmap -liberty " SYNTH_LIBERTY "\nabc -liberty " SYNTH_LIBERTY "\nopt_clean -purge\n"
                       "setattr -mod -unset keep_hierarchy\nflatten\n"
                       "tee -o area.txt stat -liberty " SYNTH_LIBERTY "\n"
                       "write_blif -cname -gates -icells -conn -impltf netlist.blif\n");
}

/* The last "Chip area for [top ]module '\NAME': 123.456" of the report; negative if there is none. */
static double reported_area(const char *report)
{
    double area = -1;
    for (const char *p = report; (p = strstr(p, "Chip area for ")) != NULL; p++) {
        const char *end = strchr(p, '\n'), *colon = strstr(p, "': ");
        if (colon && (!end || colon < end))
            area = strtod(colon + 3, NULL);
    }
    return area;
}

static bool check_area(struct runner *r, const struct netlist *n)
{
    struct buf report = BUF_INIT;
    double area[COST_PARTS], leakage[COST_PARTS], sum = 0;
    int flipflops;
    netlist_area(n, area, leakage, &flipflops);
    for (int p = 0; p < COST_PARTS; p++)
        sum += area[p];
    bool ok = runner_read(r, "area.txt", &report);
    double reported = reported_area(report.data);
    /* Six decimals are printed. */
    if (ok && strstr(report.data, "is unknown"))
        ok = runner_fail(r, "Yosys does not know the area of a cell");
    else if (ok && !(reported > 0 && fabs(reported - sum) <= 1e-6 * sum + 1e-6))
        ok = runner_fail(r, "Yosys reports an area of %.6f, the cells add up to %.6f", reported, sum);
    buf_release(&report);
    return ok;
}

bool synth_run(struct runner *r, const struct arch *a, const struct outdir *package, const struct liberty *lib,
               bool flat, struct netlist *out)
{
    struct buf script = BUF_INIT, text = BUF_INIT, top = BUF_INIT;
    const char *const argv[] = {"yosys", "-q", "-s", "synth.ys", NULL};
    *out = (struct netlist){0};
    buf_printf(&top, "tlut_%s", a->name);
    bool ok = runner_write(r, SYNTH_LIBERTY, lib->text, lib->size) && synth_write_rtl(r, package, &script);
    put_flow(&script, top.data, flat);
    ok = ok && runner_write(r, "synth.ys", script.data, script.len) && runner_tool(r, argv, "synth.log") &&
         runner_read(r, "netlist.blif", &text);
    const struct cell_models *models = ok ? cell_models_get(lib, r, SYNTH_LIBERTY) : NULL;
    ok = models && netlist_read(out, buf_detach(&text), SYNTH_CLOCK, models, lib, r);
    if (ok && strcmp(out->name, top.data) != 0)
        ok = runner_fail(r, "the netlist is of %s, not of %s", out->name, top.data);
    ok = ok && check_area(r, out);
    buf_release(&script);
    buf_release(&text);
    buf_release(&top);
    return ok;
}
