/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_tech.c -- the bytes are a technology file. */
#include <stdlib.h>

#include "fuzz_text.h"
#include "tech.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tech *t = malloc(2 * sizeof *t);
    struct diag *d = diag_new();
    struct src *xml = src_from_text("fuzz", (const char *)data, size);
    fuzz_require(t != NULL);
    bool ok = tech_parse(&t[0], xml, d);
    fuzz_settle(ok, d);
    if (ok) {
        struct buf text = BUF_INIT, second = BUF_INIT;
        tech_write(&text, &t[0]);
        struct src *again = src_from_text("again", text.data, text.len);
        d = diag_new();
        ok = tech_parse(&t[1], again, d);
        fuzz_require(ok);
        fuzz_settle(ok, d);
        tech_write(&second, &t[1]);
        fuzz_same(&text, &second);
        src_free(again);
    }
    src_free(xml);
    free(t);
    return 0;
}
