/* SPDX-License-Identifier: Apache-2.0 */
/* fpga_print.c -- the figures of an FPGA as a table or as JSON. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "dims.h"
#include "fpga.h"

static int64_t macs(const struct arch *a)
{
    struct dims d;
    dims_derive(&d, a);
    return (int64_t)d.outputs * d.n * a->lanes;
}

static const char *package_of(const struct fpga_flow *flow)
{
    return flow->package ? flow->package : flow->device->package;
}

static void print_row(enum fpga_family family, enum fpga_resource resource, const struct fpga_cells *c, FILE *out)
{
    bool first = true;
    fprintf(out, "%-9s %9lld  %-17s ", fpga_resource_name(resource), (long long)c->count[resource],
            fpga_unit(family, resource));
    for (int i = 0; i < c->cells; i++) {
        int weight = fpga_cell_weight(family, c->cell[i].name, resource);
        if (weight == 0)
            continue;
        fprintf(out, "%s%lld %s", first ? "" : ", ", (long long)c->cell[i].count, c->cell[i].name);
        if (weight > 1)
            fprintf(out, " x %d", weight);
        first = false;
    }
    fputs(first ? "-\n" : "\n", out);
}

static void print_table(const struct fpga_flow *flow, const struct arch *a, const struct fpga_result *r, FILE *out)
{
    int64_t rate = macs(a);
    fprintf(out, "core      %s\nfamily    %s, by %s%s\nrate      %lld MAC/cycle\n\n", a->name,
            fpga_family_name(flow->family), r->tool, flow->no_dsp ? ", no multiplier blocks" : "", (long long)rate);
    fprintf(out, "%-9s %9s  %-17s %s\n", "resource", "count", "unit", "cells");
    for (int i = 0; i < FPGA_RESOURCES; i++)
        print_row(flow->family, (enum fpga_resource)i, &r->core, out);
    fprintf(out, "%-9s %9.1f  %s per MAC/cycle\n", "", (double)r->core.count[FPGA_LUT] / (double)rate,
            fpga_unit(flow->family, FPGA_LUT));
    if (!flow->pnr)
        return;
    fprintf(out, "\nplaced    %s, package %s, seed %d, by %s\n", flow->device->name, package_of(flow), flow->seed, r->pnr_tool);
    fprintf(out, "cells     %lld of %lld logic cells (%.1f %%), a harness with %lld flip-flops included\n",
            (long long)r->logic_used, (long long)r->logic_available,
            100 * (double)r->logic_used / (double)r->logic_available, (long long)r->harness_ff);
    if (r->dsp_used)
        fprintf(out, "          %lld of %lld SB_MAC16\n", (long long)r->dsp_used, (long long)r->dsp_available);
    fprintf(out, "clock     %.2f MHz reached, %d MHz asked for (clock/@mhz)\n", r->mhz, a->mhz);
}

static json_t *pnr_json(const struct fpga_flow *flow, const struct arch *a, const struct fpga_result *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "tool", json_string(r->pnr_tool));
    json_object_set_new(o, "device", json_string(flow->device->name));
    json_object_set_new(o, "package", json_string(package_of(flow)));
    json_object_set_new(o, "seed", json_integer(flow->seed));
    json_object_set_new(o, "mhz", json_real(r->mhz));
    json_object_set_new(o, "target_mhz", json_integer(a->mhz));
    json_object_set_new(o, "logic_cells", json_integer(r->logic_used));
    json_object_set_new(o, "logic_cells_available", json_integer(r->logic_available));
    json_object_set_new(o, "dsp", json_integer(r->dsp_used));
    json_object_set_new(o, "harness_ff", json_integer(r->harness_ff));
    return o;
}

static void print_json(const struct fpga_flow *flow, const struct arch *a, const struct fpga_result *r, FILE *out)
{
    char hex[DIGEST_HEX];
    json_t *root = json_object(), *resources = json_object(), *cells = json_object();
    digest_arch(a, hex);
    for (int i = 0; i < FPGA_RESOURCES; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "count", json_integer(r->core.count[i]));
        json_object_set_new(row, "unit", json_string(fpga_unit(flow->family, (enum fpga_resource)i)));
        json_object_set_new(resources, fpga_resource_name((enum fpga_resource)i), row);
    }
    for (int i = 0; i < r->core.cells; i++)
        json_object_set_new(cells, r->core.cell[i].name, json_integer(r->core.cell[i].count));
    json_object_set_new(root, "core", json_string(a->name));
    json_object_set_new(root, "digest", json_string(hex));
    json_object_set_new(root, "family", json_string(fpga_family_name(flow->family)));
    json_object_set_new(root, "tool", json_string(r->tool));
    json_object_set_new(root, "dsp_allowed",
                        json_boolean(!flow->no_dsp && (flow->family != FPGA_ICE40 || flow->device->dsp)));
    json_object_set_new(root, "macs_per_cycle", json_integer(macs(a)));
    json_object_set_new(root, "resources", resources);
    json_object_set_new(root, "cells", cells);
    if (flow->pnr)
        json_object_set_new(root, "place_and_route", pnr_json(flow, a, r));
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    if (!text)
        BUG("the result cannot be printed");
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(root);
}

void fpga_print(const struct fpga_flow *flow, const struct arch *a, const struct fpga_result *r, bool json, FILE *out)
{
    (json ? print_json : print_table)(flow, a, r, out);
}
