/* SPDX-License-Identifier: Apache-2.0 */
/* fpga.c -- runs Yosys, and nextpnr for iCE40. */
#include "fpga.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "embedded.h"
#include "emit.h"
#include "measure_run.h"
#include "outdir.h"
#include "synth.h"
#include "tool.h"
#include "tpl.h"

#define HARNESS "tlut_fpga_harness"

/* ECP5 without LUTs that are wider than 4: Yosys 0.23 spends several times as many LUT4 otherwise. Xilinx with abc9, which knows
 * what the wide multiplexers are good for; on iCE40 plain abc is smaller. Pads and clock buffers belong to the design around
 * the core. */
static void put_flow(struct buf *script, const struct fpga_flow *flow, const char *top)
{
    static const char *const command[FPGA_FAMILIES] = {
        "synth_ice40",
        "synth_ecp5 -nowidelut",
        "synth_xilinx -flatten -abc9 -noiopad -noclkbuf", /* 7 series */
    };
    bool ice40 = flow->family == FPGA_ICE40, dsp = !flow->no_dsp && (!ice40 || flow->device->dsp);
    buf_printf(script, "hierarchy -check -top %s\n%s -top %s%s\n", top, command[flow->family], top,
               ice40 ? (dsp ? " -dsp" : "") : dsp ? "" : " -nodsp");
    /* Copies of a core were kept apart until here. */
    buf_addstr(script, "setattr -mod -unset keep_hierarchy\nflatten\nopt_clean -purge\ncheck -assert\n"
                       "tee -q -o cells.json stat -json\n");
}

/* ---- progress: which tool runs, and for how long */

static void tick(void *arg, const char *program, double seconds)
{
    const struct fpga_flow *flow = arg;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s: %.0f s of at most %d s \033[K", program, seconds, flow->timeout_s);
    else if (seconds < 0.5)
        fprintf(stderr, "%s: at most %d s\n", program, flow->timeout_s);
}

static void clear_progress(const struct fpga_flow *flow)
{
    if (!flow->quiet && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* ---- synthesis */

/* Synthesizes module `top`, which is also the name of the script, and counts its cells. `read`: the commands that read it. */
static bool synthesize(struct runner *r, const struct fpga_flow *flow, const char *read, const char *top,
                       struct fpga_cells *out)
{
    struct buf script = BUF_INIT, file = BUF_INIT, report = BUF_INIT;
    char why[160];
    buf_printf(&file, "%s.ys", top);
    buf_addstr(&script, read);
    put_flow(&script, flow, top);
    if (flow->pnr)
        buf_addstr(&script, "write_json netlist.json\n");
    const char *const argv[] = {"yosys", "-q", "-s", file.data, NULL};
    bool ok = runner_write(r, file.data, script.data, script.len) && runner_tool(r, argv, "synth.log") &&
              runner_read(r, "cells.json", &report) &&
              (fpga_count(flow->family, report.data, out, why, sizeof why) || runner_fail(r, "%s", why));
    buf_release(&script);
    buf_release(&file);
    buf_release(&report);
    return ok;
}

/* ---- place and route */

/* Each bit of a port becomes a bit of one of the harness's registers. Returns how many. */
static int64_t harness_text(const struct arch *a, struct diag *d, struct buf *out)
{
    static const char source[] = "templates/flow/fpga_harness.v.in";
    struct emit_port port[EMIT_PORTS];
    struct dims dims;
    dims_derive(&dims, a);
    int ports = emit_ports(port, a, &dims);
    int64_t bits[2] = {0, 0};
    struct tpl *t = tpl_new();
    const struct embedded_file *f = embedded_find(source);
    if (!f)
        BUG("template %s is missing", source);
    for (int i = 0; i < ports; i++) {
        if (strcmp(port[i].name, SYNTH_CLOCK) == 0)
            continue;
        const char *list = port[i].in ? "INPUTS" : "OUTPUTS";
        int64_t width = port[i].width ? port[i].width : 1;
        tpl_list_add(t, list);
        tpl_item_set(t, list, "NAME", "%s", port[i].name);
        tpl_item_set(t, list, "LSB", "%lld", (long long)bits[port[i].in]);
        tpl_item_set(t, list, "WIDTH", "%lld", (long long)width);
        bits[port[i].in] += width;
    }
    tpl_set(t, "NAME", "%s", a->name);
    tpl_set(t, "IN_MSB", "%lld", (long long)bits[1] - 1);
    tpl_set(t, "OUT_MSB", "%lld", (long long)bits[0] - 1);
    if (!tpl_render(t, source, (const char *)f->data, d, out))
        BUG("template %s is faulty", source);
    tpl_free(t);
    return bits[0] + bits[1];
}

static json_t *utilization(json_t *report, const char *bel, const char *which)
{
    return json_object_get(json_object_get(json_object_get(report, "utilization"), bel), which);
}

/* nextpnr's report: what is used, and the clock. */
static bool read_report(struct runner *r, struct fpga_result *out)
{
    struct buf text = BUF_INIT;
    if (!runner_read(r, "report.json", &text))
        return false;
    json_t *root = json_loads(text.data, 0, NULL), *fmax = json_object_get(root, "fmax"), *used, *available;
    json_t *mhz = json_object_get(json_object_iter_value(json_object_iter(fmax)), "achieved");
    used = utilization(root, "ICESTORM_LC", "used");
    available = utilization(root, "ICESTORM_LC", "available");
    bool ok = json_object_size(fmax) == 1 && json_is_number(mhz) && json_is_integer(used) && json_is_integer(available) &&
              json_number_value(mhz) > 0 && json_integer_value(used) > 0;
    if (ok) {
        out->mhz = json_number_value(mhz);
        out->logic_used = json_integer_value(used);
        out->logic_available = json_integer_value(available);
        out->dsp_used = json_integer_value(utilization(root, "ICESTORM_DSP", "used"));
        out->dsp_available = json_integer_value(utilization(root, "ICESTORM_DSP", "available"));
    }
    json_decref(root);
    buf_release(&text);
    return ok || runner_fail(r, "nextpnr's report is not understood");
}

static bool route(struct runner *r, const struct fpga_flow *flow, const struct arch *a, struct fpga_result *out)
{
    char device[16], seed[16], freq[16];
    snprintf(device, sizeof device, "--%s", flow->device->name);
    snprintf(seed, sizeof seed, "%d", flow->seed);
    snprintf(freq, sizeof freq, "%d", a->mhz);
    /* A clock below the target is a result, not a failure. */
    const char *const argv[] = {"nextpnr-ice40", device,    "--package", flow->package ? flow->package : flow->device->package,
                                "--json",        "netlist.json", "--report",  "report.json",
                                "--freq",        freq,       "--seed",    seed,
                                "--timing-allow-fail", "--pcf-allow-unconstrained", NULL};
    return runner_tool(r, argv, "pnr.log") && read_report(r, out);
}

/* True if the cells of core and harness are fewer than the device has: a lower bound on what placing takes. */
static bool fits(const struct fpga_flow *flow, const struct fpga_cells *all, struct diag *d)
{
    int64_t lut = all->count[FPGA_LUT], ff = all->count[FPGA_FF], least = lut > ff ? lut : ff;
    if (least <= flow->device->logic_cells)
        return true;
    diag_report(d, DIAG_FPGA_FIT, "a smaller core, or another --device", "the core does not fit into '%s'", flow->device->name);
    diag_note(d, "%lld LUTs and %lld flip-flops with the harness; the device has %d logic cells", (long long)lut,
              (long long)ff, flow->device->logic_cells);
    return false;
}

static bool place_and_route(struct runner *r, const struct fpga_flow *flow, const struct arch *a,
                            struct buf *read, struct fpga_result *out, struct diag *d)
{
    struct buf harness = BUF_INIT, version = BUF_INIT;
    struct fpga_cells all;
    out->harness_ff = harness_text(a, d, &harness);
    bool ok = runner_write(r, HARNESS ".v", harness.data, harness.len);
    buf_addstr(read, "read_verilog " HARNESS ".v\n");
    if (ok && !tool_version("nextpnr-ice40", "--version", &version))
        ok = runner_fail(r, "nextpnr-ice40 is not installed");
    snprintf(out->pnr_tool, sizeof out->pnr_tool, "%s", version.data);
    ok = ok && synthesize(r, flow, read->data, HARNESS, &all) && fits(flow, &all, d) && route(r, flow, a, out);
    buf_release(&harness);
    buf_release(&version);
    return ok;
}

static void report_failure(const struct runner *r, const struct fpga_flow *flow, struct diag *d)
{
    const char *help = NULL;
    if (strstr(r->reason, "not installed"))
        help = "Debian has it: apt-get install yosys nextpnr-ice40";
    else if (r->timed_out)
        help = "a smaller core (fewer fetchers, tables or accumulators), or more time: --timeout S";
    else if (strstr(r->reason, "signal 9"))
        help = "memory may have run out: try a smaller core";
    diag_report(d, DIAG_FPGA_FAILED, help, "no figures for %s: %s", fpga_family_name(flow->family), r->reason);
}

bool fpga_measure(const struct fpga_flow *given, const struct arch *a, struct fpga_result *out, struct diag *d)
{
    struct fpga_flow flow = *given;
    struct runner r;
    struct buf version = BUF_INIT, read = BUF_INIT, top = BUF_INIT;
    struct outdir *package = outdir_new();
    int before = diag_count(d);
    *out = (struct fpga_result){0};
    flow.timeout_s = flow.timeout_s > 0 ? flow.timeout_s : 600;
    bool ok = runner_open(&r, flow.timeout_s) && emit_package(a, package, d);
    if (!flow.quiet) {
        r.tick = tick;
        r.tick_arg = &flow;
    }
    if (ok && !tool_version("yosys", "-V", &version))
        ok = runner_fail(&r, "yosys is not installed");
    snprintf(out->tool, sizeof out->tool, "%s", version.data);
    buf_printf(&top, "tlut_%s", a->name);
    buf_addstr(&read, "verilog_defines -DTLUT_FPGA\n"); /* products are the family's: blocks, or carry chains */
    ok = ok && synth_write_rtl(&r, package, &read) && synthesize(&r, &flow, read.data, top.data, &out->core) &&
         (!flow.pnr || place_and_route(&r, &flow, a, &read, out, d));
    clear_progress(&flow);
    if (!ok && diag_count(d) == before)
        report_failure(&r, &flow, d);
    runner_close(&r);
    outdir_free(package);
    buf_release(&version);
    buf_release(&read);
    buf_release(&top);
    return ok;
}
