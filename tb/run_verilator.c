/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "arch_load.h"
#include "progress.h"
#include "run.h"
#include "simcache.h"

static bool run_loaded(const struct simlib *lib, const struct drive_setup *setup, const struct run_options *options,
                       struct run_result *result, struct diag *d)
{
    struct arch resolved = *setup->arch;
    struct dut_widths widths = drive_widths(setup->dims);
    char module[ARCH_NAME_MAX + 8];
    arch_resolve(&resolved);
    snprintf(module, sizeof module, "tlut_%s", resolved.name);
    const struct dut_api *api = dut_find(lib->duts, module);
    struct dut *dut = api ? api->open(&widths, setup->seed, options->trace) : NULL;
    if (!dut) {
        diag_report(d, DIAG_SIM_LOAD, options->trace ? "is the trace file writable?" : NULL,
                    "the core '%s' cannot be started", module);
        return false;
    }
    double start = progress_clock();
    bool ok = drive_dut(setup, api, dut, &result->report);
    result->run_seconds = progress_clock() - start;
    api->close(dut);
    if (!ok)
        diag_report(d, DIAG_SIM_RUN, NULL, "out of memory");
    return ok;
}

bool run_verilator(const struct drive_setup *setup, const struct run_options *options, struct run_result *result,
                   struct diag *d)
{
    struct simlib lib;
    struct simcache_options cache = {
        .cache = options->cache, .rtl = options->rtl, .trace = options->trace != NULL, .quiet = options->quiet};
    memset(result, 0, sizeof *result);
    if (!simcache_open(&lib, setup->arch, 1, &cache, d))
        return false;
    snprintf(result->tool, sizeof result->tool, "%s", lib.verilator.data);
    result->build_seconds = lib.build_seconds;
    bool ok = run_loaded(&lib, setup, options, result, d);
    simcache_close(&lib);
    return ok;
}
