/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_arch.c -- the bytes are an architecture file. */
#include <stdlib.h>
#include <string.h>

#include "arch_load.h"
#include "dims.h"
#include "fuzz_text.h"
#include "lutnet.h"

/* Effective architectures are written and read again without a change. */
static void again(const struct arch *a)
{
    struct buf text = BUF_INIT, second = BUF_INIT;
    struct arch b;
    struct arch_src where = {0};
    struct diag *d = diag_new();
    arch_write(&text, a);
    arch_init(&b);
    struct src *xml = src_from_text("again", text.data, text.len);
    fuzz_settle(arch_read_xml(&b, &where, xml, d), d);
    arch_write(&second, &b);
    fuzz_same(&text, &second);
    src_free(xml);
}

/* Everything that a program derives before it writes files. */
static void derive(const struct arch *a)
{
    struct dims dims;
    struct lutnet *net = malloc(sizeof *net);
    fuzz_require(net != NULL);
    dims_derive(&dims, a);
    fuzz_require(dims.key_w > 0 && dims.acc_w > 0 && dims.key_tdata_w > 0);
    fuzz_require(lutnet_build(net, a, &dims));
    free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arch a;
    struct arch_src where = {0};
    struct diag *d = diag_new();
    struct src *xml = src_from_text("fuzz", (const char *)data, size);
    arch_init(&a);
    bool ok = arch_read_xml(&a, &where, xml, d);
    if (ok && arch_check(&a, &where, d)) {
        arch_resolve(&a);
        again(&a);
        derive(&a);
    } else {
        ok = false;
    }
    fuzz_settle(ok, d);
    src_free(xml);
    return 0;
}
