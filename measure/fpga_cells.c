/* SPDX-License-Identifier: Apache-2.0 */
/* fpga_cells.c -- the cells that Yosys maps to, by family, and what each of them takes. A cell that is not listed is an error:
 * it would be counted as nothing. */
#include <jansson.h>
#include <string.h>

#include "fpga.h"

const char *const fpga_family_names[] = {"ice40", "ecp5", "xilinx", NULL};

#define PACKAGES_1K "cm36, cm49, swg16tr, cm81, cb81, qn84, cm121, cb121, vq100, cb132, tq144"
#define PACKAGES_4K "cm81, cm121, cb132, tq144, cm225, bg121"
#define PACKAGES_8K "cm81, cm121, cb132, cm225, bg121, ct256"

/* iCE40: logic cells, packages, and whether there are multipliers, by the chip databases of nextpnr. */
const struct fpga_device fpga_devices[] = {
    {"hx8k", "ct256", PACKAGES_8K, 7680, false},       {"hx4k", "tq144", PACKAGES_4K, 7680, false},
    {"hx1k", "tq144", PACKAGES_1K, 1280, false},       {"lp8k", "cm81", PACKAGES_8K, 7680, false},
    {"lp4k", "cm81", PACKAGES_4K, 7680, false},        {"lp1k", "cm81", PACKAGES_1K, 1280, false},
    {"lp384", "qn32", "qn32, cm36, cm49", 384, false}, {"up5k", "sg48", "sg48, uwg30", 5280, true},
    {NULL, NULL, NULL, 0, false},
};

bool fpga_has_package(const struct fpga_device *device, const char *package)
{
    size_t n = strlen(package);
    for (const char *p = device->packages; *p; p += strspn(p, ", ")) {
        size_t word = strcspn(p, ",");
        if (word == n && strncmp(p, package, n) == 0)
            return true;
        p += word;
    }
    return false;
}

struct cell {
    const char *name; /* a '*' at the end: any rest */
    int weight[FPGA_RESOURCES];
};

/* A carry cell of ECP5 is two LUTs with a carry chain; those of the other families stand beside LUTs. LUTs that work as shift
 * registers or RAM count as the LUTs that they occupy. INV is counted as a LUT, though a later tool may absorb it. */
static const struct cell ice40[] = {
    {"SB_LUT4", {[FPGA_LUT] = 1}},    {"SB_DFF*", {[FPGA_FF] = 1}},     {"SB_CARRY", {[FPGA_CARRY] = 1}},
    {"SB_MAC16", {[FPGA_DSP] = 1}},   {"SB_RAM40_4K*", {[FPGA_BRAM] = 1}}, {NULL, {0}},
};
static const struct cell ecp5[] = {
    {"LUT4", {[FPGA_LUT] = 1}},
    {"TRELLIS_FF", {[FPGA_FF] = 1}},
    {"CCU2C", {[FPGA_LUT] = 2, [FPGA_CARRY] = 2}},
    {"PFUMX", {[FPGA_MUX] = 1}},
    {"L6MUX21", {[FPGA_MUX] = 1}},
    {"MULT18X18D", {[FPGA_DSP] = 1}},
    {"TRELLIS_DPR16X4", {[FPGA_LUT] = 4}},
    {"DP16KD", {[FPGA_BRAM] = 1}},
    {"PDPW16KD", {[FPGA_BRAM] = 1}},
    {NULL, {0}},
};
static const struct cell xilinx[] = {
    {"LUT1", {[FPGA_LUT] = 1}},     {"LUT2", {[FPGA_LUT] = 1}},     {"LUT3", {[FPGA_LUT] = 1}},
    {"LUT4", {[FPGA_LUT] = 1}},     {"LUT5", {[FPGA_LUT] = 1}},     {"LUT6", {[FPGA_LUT] = 1}},
    {"INV", {[FPGA_LUT] = 1}},      {"SRL16E", {[FPGA_LUT] = 1}},   {"SRLC16E", {[FPGA_LUT] = 1}},
    {"SRLC32E", {[FPGA_LUT] = 1}},  {"FDRE*", {[FPGA_FF] = 1}},     {"FDSE*", {[FPGA_FF] = 1}},
    {"CARRY4", {[FPGA_CARRY] = 4}}, {"MUXF7", {[FPGA_MUX] = 1}},    {"MUXF8", {[FPGA_MUX] = 1}},
    {"DSP48E1", {[FPGA_DSP] = 1}},  {"RAMB18E1", {[FPGA_BRAM] = 1}}, {"RAMB36E1", {[FPGA_BRAM] = 2}},
    {NULL, {0}},
};
static const struct cell *const cells_of[FPGA_FAMILIES] = {ice40, ecp5, xilinx};

static const char *const units[FPGA_FAMILIES][FPGA_RESOURCES] = {
    {"LUT4", "flip-flops", "bits", "-", "SB_MAC16", "blocks of 4 kbit"},
    {"LUT4", "flip-flops", "bits", "2:1", "MULT18X18D", "blocks of 18 kbit"},
    {"LUT6", "flip-flops", "bits", "2:1", "DSP48E1", "blocks of 18 kbit"},
};

const char *fpga_family_name(enum fpga_family family)
{
    return fpga_family_names[family];
}

const char *fpga_unit(enum fpga_family family, enum fpga_resource resource)
{
    return units[family][resource];
}

const char *fpga_resource_name(enum fpga_resource resource)
{
    static const char *const names[FPGA_RESOURCES] = {"lut", "ff", "carry", "wide-mux", "dsp", "bram"};
    return names[resource];
}

static const struct cell *find(enum fpga_family family, const char *name)
{
    for (const struct cell *c = cells_of[family]; c->name; c++) {
        size_t n = strlen(c->name);
        bool glob = c->name[n - 1] == '*';
        if (glob ? strncmp(c->name, name, n - 1) == 0 : strcmp(c->name, name) == 0)
            return c;
    }
    return NULL;
}

int fpga_cell_weight(enum fpga_family family, const char *cell, enum fpga_resource resource)
{
    const struct cell *c = find(family, cell);
    return c ? c->weight[resource] : 0;
}

/* Adds a type of cell where it belongs in the order of names. */
static bool add(struct fpga_cells *out, enum fpga_family family, const char *name, int64_t count)
{
    const struct cell *c = find(family, name);
    int at = out->cells;
    if (!c || out->cells == FPGA_MAX_CELLS || strlen(name) >= sizeof out->cell[0].name)
        return false;
    for (; at > 0 && strcmp(out->cell[at - 1].name, name) > 0; at--)
        out->cell[at] = out->cell[at - 1];
    snprintf(out->cell[at].name, sizeof out->cell[at].name, "%s", name);
    out->cell[at].count = count;
    out->cells++;
    for (int r = 0; r < FPGA_RESOURCES; r++)
        out->count[r] += c->weight[r] * count;
    return true;
}

/* The cells of the one module. */
static json_t *cells_by_type(json_t *root)
{
    json_t *modules = json_object_get(root, "modules");
    void *first = json_object_iter(modules);
    return json_object_size(modules) == 1 ? json_object_get(json_object_iter_value(first), "num_cells_by_type") : NULL;
}

bool fpga_count(enum fpga_family family, const char *json, struct fpga_cells *out, char *why, size_t size)
{
    json_t *root = json_loads(json, 0, NULL), *cells = cells_by_type(root), *count;
    const char *name;
    bool ok = json_is_object(cells);
    *out = (struct fpga_cells){0};
    if (!ok)
        snprintf(why, size, "Yosys' report of the cells is not understood");
    else
        json_object_foreach(cells, name, count) {
            if (ok && !(json_is_integer(count) && add(out, family, name, json_integer_value(count)))) {
                snprintf(why, size, "Yosys left cells '%s', which %s does not have", name, fpga_family_names[family]);
                ok = false;
            }
        }
    if (ok && (out->count[FPGA_LUT] == 0 || out->count[FPGA_FF] == 0)) {
        snprintf(why, size, "the netlist has %lld LUTs and %lld flip-flops: the core was optimized away",
                 (long long)out->count[FPGA_LUT], (long long)out->count[FPGA_FF]);
        ok = false;
    }
    json_decref(root);
    return ok;
}
