/* SPDX-License-Identifier: Apache-2.0 */
/* Counting of an FPGA's cells out of Yosys' report: by hand, and what has to be refused. */
#include "fpga.h"

#include <string.h>

#include "unit.h"

#define REPORT(cells) "{\"modules\": {\"\\\\top\": {\"num_cells\": 1, \"num_cells_by_type\": {" cells "}}}}"

static void check(enum fpga_family family, const char *report, const int64_t want[FPGA_RESOURCES])
{
    struct fpga_cells c;
    char why[160] = "";
    CU_ASSERT_TRUE(fpga_count(family, report, &c, why, sizeof why));
    CU_ASSERT_STRING_EQUAL(why, "");
    for (int r = 0; r < FPGA_RESOURCES; r++)
        CU_ASSERT_EQUAL(c.count[r], want[r]);
    for (int i = 1; i < c.cells; i++)
        CU_ASSERT_TRUE(strcmp(c.cell[i - 1].name, c.cell[i].name) < 0);
}

/* In the order of enum fpga_resource: LUTs, flip-flops, carry bits, wide multiplexers, multipliers, memory blocks. */
static void families(void)
{
    check(FPGA_ICE40,
          REPORT("\"SB_LUT4\": 100, \"SB_CARRY\": 12, \"SB_DFFESR\": 4, \"SB_DFF\": 1, \"SB_DFFE\": 30, \"SB_MAC16\": 2, "
                 "\"SB_RAM40_4K\": 3, \"SB_RAM40_4KNR\": 1"),
          (int64_t[]){100, 35, 12, 0, 2, 4});
    check(FPGA_ECP5, /* a carry cell is two LUTs and two bits; RAM in LUTs is four of them */
          REPORT("\"TRELLIS_FF\": 9, \"LUT4\": 50, \"CCU2C\": 7, \"PFUMX\": 3, \"L6MUX21\": 1, \"MULT18X18D\": 5, "
                 "\"TRELLIS_DPR16X4\": 2, \"DP16KD\": 1"),
          (int64_t[]){72, 9, 14, 4, 5, 1});
    check(FPGA_XILINX,
          REPORT("\"LUT1\": 1, \"LUT2\": 2, \"LUT3\": 3, \"LUT4\": 4, \"LUT5\": 5, \"LUT6\": 6, \"INV\": 10, \"SRL16E\": 20, "
                 "\"FDRE\": 8, \"FDSE\": 1, \"CARRY4\": 5, \"MUXF7\": 2, \"MUXF8\": 1, \"DSP48E1\": 3, \"RAMB18E1\": 1, "
                 "\"RAMB36E1\": 1"),
          (int64_t[]){51, 9, 20, 3, 3, 3});
}

static void refuse(enum fpga_family family, const char *report, const char *word)
{
    struct fpga_cells c;
    char why[160] = "";
    CU_ASSERT_FALSE(fpga_count(family, report, &c, why, sizeof why));
    CU_ASSERT_PTR_NOT_NULL(strstr(why, word));
}

static void refused(void)
{
    /* another family's cell, an internal cell that was not mapped, a module of the design, a name that is nearly one */
    refuse(FPGA_ICE40, REPORT("\"SB_LUT4\": 1, \"SB_DFF\": 1, \"LUT4\": 1"), "'LUT4'");
    refuse(FPGA_ECP5, REPORT("\"LUT4\": 1, \"TRELLIS_FF\": 1, \"$_DFFE_PP_\": 1"), "'$_DFFE_PP_'");
    refuse(FPGA_XILINX, REPORT("\"LUT4\": 1, \"FDRE\": 1, \"tlut_fetch\": 2"), "'tlut_fetch'");
    refuse(FPGA_XILINX, REPORT("\"LUT4\": 1, \"FDRE\": 1, \"LUT66\": 2"), "'LUT66'");
    refuse(FPGA_ECP5, REPORT("\"LUT4\": 1, \"TRELLIS_FF\": 1, \"CCU2C\": 1.5"), "'CCU2C'");
    /* nothing left */
    refuse(FPGA_ICE40, REPORT(""), "optimized away");
    refuse(FPGA_ICE40, REPORT("\"SB_LUT4\": 3"), "optimized away");
    refuse(FPGA_ICE40, REPORT("\"SB_DFF\": 3"), "optimized away");
    /* no report */
    refuse(FPGA_ICE40, "", "not understood");
    refuse(FPGA_ICE40, "{\"modules\": {\"a\": ", "not understood");
    refuse(FPGA_ICE40, "{\"modules\": {}}", "not understood");
    refuse(FPGA_ICE40, "[]", "not understood");
    refuse(FPGA_ICE40,
           "{\"modules\": {\"a\": {\"num_cells_by_type\": {\"SB_LUT4\": 1}}, \"b\": {\"num_cells_by_type\": {}}}}",
           "not understood");
}

/* Names of families, units and devices, as programs and pages have them. */
static void tables(void)
{
    for (int f = 0; f < FPGA_FAMILIES; f++) {
        CU_ASSERT_STRING_EQUAL(fpga_family_name((enum fpga_family)f), fpga_family_names[f]);
        for (int r = 0; r < FPGA_RESOURCES; r++)
            CU_ASSERT_PTR_NOT_NULL(fpga_unit((enum fpga_family)f, (enum fpga_resource)r));
    }
    CU_ASSERT_PTR_NULL(fpga_family_names[FPGA_FAMILIES]);
    CU_ASSERT_STRING_EQUAL(fpga_devices[0].name, "hx8k");
    for (const struct fpga_device *d = fpga_devices; d->name; d++)
        CU_ASSERT_TRUE(fpga_has_package(d, d->package));
    CU_ASSERT_TRUE(fpga_has_package(&fpga_devices[0], "cm81"));
    static const char *const foreign[] = {"", "cm8", "cm811", "sg48", "m81", ",", "cm81, cm121"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        CU_ASSERT_FALSE(fpga_has_package(&fpga_devices[0], foreign[i]));
    CU_ASSERT_EQUAL(fpga_cell_weight(FPGA_ECP5, "CCU2C", FPGA_LUT), 2);
    CU_ASSERT_EQUAL(fpga_cell_weight(FPGA_ECP5, "CCU2C", FPGA_FF), 0);
    CU_ASSERT_EQUAL(fpga_cell_weight(FPGA_ICE40, "CCU2C", FPGA_LUT), 0);
}

UNIT_MAIN("fpga", {"families", families}, {"refused", refused}, {"tables", tables})
