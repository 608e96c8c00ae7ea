/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_workload.c -- the bytes are a workload file. */
#include "fuzz_text.h"
#include "workload.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct workload w;
    struct diag *d = diag_new();
    struct src *xml = src_from_text("fuzz", (const char *)data, size);
    bool ok = workload_parse(&w, xml, d);
    fuzz_require(!ok || w.layers > 0);
    for (int i = 0; ok && i < w.layers; i++) {
        const struct workload_layer *l = &w.layer[i];
        fuzz_require(l->m >= 1 && l->m <= WORKLOAD_MAX_SIZE && l->n >= 1 && l->n <= WORKLOAD_MAX_SIZE);
        fuzz_require(l->count >= 1 && l->count <= WORKLOAD_MAX_COUNT);
        fuzz_require(workload_find(&w, l->name, "fuzz", d) == l); /* names differ */
    }
    workload_release(&w);
    fuzz_settle(ok, d);
    src_free(xml);
    return 0;
}
