/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_sweep.c -- the bytes are a sweep file. Files that it names do not exist: its folder is none. */
#include "fuzz_text.h"
#include "sweep.h"

/* Reads, finishes and writes a sweep in its canonical form; false after diagnostics. */
static bool canonical(struct buf *out, const struct src *xml, struct diag *d)
{
    struct sweep s;
    sweep_init(&s);
    bool ok = sweep_parse(&s, xml, "/nonexistent", d) && sweep_finish(&s, NULL, d);
    if (ok)
        sweep_write(out, &s);
    sweep_release(&s);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf text = BUF_INIT, second = BUF_INIT;
    struct diag *d = diag_new();
    struct src *xml = src_from_text("fuzz", (const char *)data, size);
    bool ok = canonical(&text, xml, d);
    fuzz_settle(ok, d);
    if (ok) {
        struct src *again = src_from_text("again", text.data, text.len);
        d = diag_new();
        ok = canonical(&second, again, d);
        fuzz_require(ok);
        fuzz_settle(ok, d);
        fuzz_same(&text, &second);
        src_free(again);
    }
    buf_release(&text);
    src_free(xml);
    return 0;
}
