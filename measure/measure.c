/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "liberty.h"
#include "measure_cache.h"
#include "measure_run.h"
#include "netlist.h"
#include "power.h"
#include "progress.h"
#include "sta.h"
#include "synth.h"

/* The emitted package and the path of its entry in the cache. False with a reason. */
static bool prepare(const struct measure_flow *flow, const struct arch *a, struct outdir *package, struct buf *path,
                    char *reason, size_t size)
{
    const char *missing = NULL;
    struct diag *d = diag_new();
    bool ok = emit_package(a, package, d);
    diag_free(d);
    if (!ok)
        snprintf(reason, size, "the RTL cannot be emitted");
    else if (!(ok = measure_cache_path(flow, package, path, &missing)))
        snprintf(reason, size, "the program '%s' is not installed or does not run", missing);
    return ok;
}

static bool load(const struct measure_flow *flow, const char *path, struct measured *out)
{
    return flow->cache && measure_cache_load(path, out) && (out->has_energy || !flow->energy || flow->flat);
}

bool measure_cached(const struct measure_flow *flow, const struct arch *a)
{
    struct measured m;
    struct buf path = BUF_INIT;
    struct outdir *package = outdir_new();
    bool found =
        flow->cache && prepare(flow, a, package, &path, m.reason, sizeof m.reason) && load(flow, path.data, &m);
    outdir_free(package);
    buf_release(&path);
    return found;
}

static bool measure_energy(const struct measure_flow *flow, struct runner *r, const struct arch *a,
                           const struct netlist *n, struct measured *out)
{
    struct toggles toggles;
    double leakage = n->buffers * flow->lib->buffer->leakage;
    for (int p = 0; p < COST_PARTS; p++)
        leakage += out->leakage[p];
    bool ok = power_simulate(r, a, n, flow->lib, NULL, &toggles) &&
              power_energy(r, n, flow->lib, &toggles, leakage, out->energy, &out->buffer_energy);
    out->cycles = toggles.cycles;
    out->has_energy = ok;
    toggles_release(&toggles);
    return ok;
}

/* Area and leakage, and of the hierarchical netlist everything else. */
static bool analyse(const struct measure_flow *flow, struct runner *r, const struct arch *a, struct netlist *n,
                    struct measured *out)
{
    netlist_area(n, out->area, out->leakage, &out->flipflops);
    out->cells = n->cells;
    if (flow->flat) {
        for (int p = 0; p < COST_GLUE; p++) {
            out->area[COST_GLUE] += out->area[p];
            out->leakage[COST_GLUE] += out->leakage[p];
            out->area[p] = out->leakage[p] = 0;
        }
        return true;
    }
    const struct cell_models *models = cell_models_get(flow->lib, r, SYNTH_LIBERTY);
    if (!models || !netlist_buffer(n, MEASURE_FANOUT, models, flow->lib, r))
        return false;
    out->buffers = n->buffers;
    out->buffer_area = n->buffers * flow->lib->buffer->area;
    return sta_liberty(r, STA_LIBERTY, flow->lib->text, flow->lib->size) && sta_netlist(r, n) &&
           sta_stages(r, n, flow->lib, SYNTH_CLOCK, out->stage) &&
           (!flow->energy || measure_energy(flow, r, a, n, out));
}

static void measure_anew(const struct measure_flow *flow, const struct arch *a, const struct outdir *package,
                         struct measured *out)
{
    struct runner r;
    struct netlist n = {0};
    double start = progress_clock();
    bool ok = runner_open(&r, flow->timeout_s) && synth_run(&r, a, package, flow->lib, flow->flat, &n) &&
              analyse(flow, &r, a, &n, out);
    netlist_release(&n);
    runner_close(&r);
    out->seconds = progress_clock() - start;
    out->status = ok ? MEASURED_OK : r.timed_out ? MEASURED_TIMEOUT : MEASURED_FAILED;
    if (!ok)
        snprintf(out->reason, sizeof out->reason, "%s", r.reason);
}

void measure_arch(const struct measure_flow *flow, const struct arch *a, struct measured *out)
{
    struct buf path = BUF_INIT;
    struct outdir *package = outdir_new();
    *out = (struct measured){.status = MEASURED_FAILED};
    if (prepare(flow, a, package, &path, out->reason, sizeof out->reason) && !load(flow, path.data, out)) {
        *out = (struct measured){.status = MEASURED_FAILED};
        measure_anew(flow, a, package, out);
        if (out->status == MEASURED_OK && flow->cache && !measure_cache_store(flow->cache, path.data, out)) {
            out->status = MEASURED_FAILED;
            snprintf(out->reason, sizeof out->reason, "cannot write to the cache '%s': %s", flow->cache,
                     strerror(errno));
        }
    }
    outdir_free(package);
    buf_release(&path);
}
