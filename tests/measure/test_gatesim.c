/* SPDX-License-Identifier: Apache-2.0 */
/* test_gatesim.c -- the cycle-based simulator of netlists against Icarus Verilog with the cell models that Yosys makes:
 * bit-exact both, and the same toggles on every net. (Icarus knows unknown bits, x, until a register is first loaded, and its dump
 * ends half a cycle later: a net may differ by a toggle or two.) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "emit.h"
#include "measure.h"
#include "power.h"
#include "sta.h"
#include "synth.h"
#include "unit.h"

static struct liberty *lib;

static void library(void)
{
    struct diag *d = diag_new();
    lib = liberty_read("/usr/share/qflow/tech/osu018/osu018_stdcells.lib", NULL, d);
    diag_print(d, stderr);
    diag_free(d);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lib);
}

static void both(struct arch a)
{
    struct runner r;
    struct netlist n = {0};
    struct toggles own = {0}, icarus = {0};
    struct outdir *package = outdir_new();
    struct diag *d = diag_new();
    CU_ASSERT_TRUE_FATAL(arch_check(&a, NULL, NULL));
    arch_resolve(&a);
    bool ok = emit_package(&a, package, d) && runner_open(&r, 600) && synth_run(&r, &a, package, lib, false, &n);
    const struct cell_models *models = ok ? cell_models_get(lib, &r, SYNTH_LIBERTY) : NULL;
    ok = models && netlist_buffer(&n, MEASURE_FANOUT, models, lib, &r) && sta_netlist(&r, &n) &&
         power_simulate(&r, &a, &n, lib, NULL, &own) && power_simulate(&r, &a, &n, lib, models, &icarus);
    if (!ok)
        printf("\n    %s: %s\n", a.name, r.reason);
    CU_ASSERT_TRUE_FATAL(ok);
    CU_ASSERT_EQUAL(own.cycles, icarus.cycles);
    int64_t total = 0, off = 0;
    for (int i = 0; i < own.count; i++) {
        int64_t other = toggles_find(&icarus, own.item[i].name);
        if (other < 0)
            continue; /* a net that no cell has */
        int64_t difference = own.item[i].count - other;
        CU_ASSERT_TRUE(llabs(difference) <= 2);
        total += other;
        off += llabs(difference);
    }
    CU_ASSERT_TRUE(total > 1000 && off * 100 < total); /* less than a percent in all */
    toggles_release(&own);
    toggles_release(&icarus);
    netlist_release(&n);
    outdir_free(package);
    diag_free(d);
    runner_close(&r);
}

static struct arch small(void)
{
    struct arch a;
    arch_init(&a);
    a.mu = 2, a.luts = 2, a.fetchers = 3, a.reuse = 2;
    return a;
}

static void integers(void)
{
    struct arch a = small();
    a.act = ACT_INT2 + 2;
    both(a);
}

static void floats(void)
{
    struct arch a = small();
    a.act = ACT_FP16, a.acc = ACC_FP16, a.fetchers = 2, a.pipe_reduce = 2;
    both(a);
}

static void aligned(void)
{
    struct arch a = small();
    a.act = ACT_FP8_E4M3, a.build = BUILD_SEQUENTIAL, a.fetchers = 2, a.iface = IFACE_RAW;
    both(a);
}

UNIT_MAIN("gatesim", {"library", library}, {"integers", integers}, {"floats", floats}, {"aligned, sequential, raw", aligned})
